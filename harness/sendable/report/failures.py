"""The failures of a report, grouped by cause."""

import msgspec

from sendable.model.outcome import CouldNotAsk, NotExpressible, NotOnFile, Refused, Verdict
from sendable.model.report import Report, Result
from sendable.recordings.words import masked

_WORDS = 100


class Cause(msgspec.Struct, frozen=True):
    """Failures that share the failed check, the provider's rule and the target.

    example: the first of them that carries a shortest history, else the first.
    """

    check: str
    rule: str
    target: str
    count: int
    example: Result


def causes(report: Report) -> tuple[Cause, ...]:
    """Group the failed results that no baseline expects; the most frequent cause first."""
    groups: dict[tuple[str, str, str], list[Result]] = {}
    for result in report.results:
        if not result.ok:
            groups.setdefault(cause_key(result), []).append(result)
    found = [Cause(*key, len(results), _example(results)) for key, results in groups.items()]
    return tuple(sorted(found, key=lambda cause: (-cause.count, cause.target, cause.check, cause.rule)))


def cause_key(result: Result) -> tuple[str, str, str]:
    """Return the failed check, the rule that refused (where none is known, what was said), and the target."""
    return first_failed(result), rule_of(result) or _words(result), result.target


def first_failed(result: Result) -> str:
    """Name the first check that failed, unless it was expected to; ``""`` when none did."""
    return next((each.check for each in result.checks if not (each.passed or each.known)), "")


def rule_of(result: Result) -> str:
    """Return the rule that refused, or ``""``."""
    return (result.outcome.rule or "") if isinstance(result.outcome, Verdict) else ""


def _words(result: Result) -> str:
    """Return what a live or recorded provider said, without what differs from one request to the next."""
    error = result.outcome.error if isinstance(result.outcome, Verdict) else None
    return masked(error.message)[:_WORDS] if error else ""


def detail_of(result: Result) -> str:
    """Return what the first failed check says."""
    return next((each.detail for each in result.checks if not (each.passed or each.known)), "")


def known_reason(result: Result) -> str:
    """Return why the baseline expects the failures of a result; ``""`` when it has none, or an unexpected one."""
    return next((each.known for each in result.checks if each.known), "") if result.ok else ""


def is_unjudged(result: Result) -> bool:
    """Whether there is neither a verdict nor a failure: refused, not expressible, not asked, not on file."""
    return isinstance(result.outcome, CouldNotAsk | NotExpressible | NotOnFile | Refused) and result.ok


def _example(results: list[Result]) -> Result:
    return next((each for each in results if each.shortest is not None), results[0])
