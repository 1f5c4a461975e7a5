"""The report on a terminal."""

import json
from collections import Counter
from collections.abc import Iterator

from tabulate import tabulate

from sendable.model.evidence import BASES
from sendable.model.outcome import CouldNotAsk, Crashed, NotExpressible, NotOnFile, Refused, Verdict
from sendable.model.report import Report, Result
from sendable.report.failures import Cause, causes, detail_of, is_unjudged, known_reason
from sendable.report.matrix import matrix

_CAUSES_SHOWN = 12
_CODES_SHOWN = 6
_LONGEST_HISTORY = 1200
_PROBLEMS_SHOWN = 12
_STDERR_SHOWN = 6


def terminal_text(report: Report) -> str:
    """Write the table, each cause of failure with what an engineer needs, and the closing lines."""
    head, rows = matrix(report)
    found = causes(report)
    lines = [tabulate(rows, headers=head, disable_numparse=True), ""]
    for cause in found[:_CAUSES_SHOWN]:
        lines += [*cause_lines(cause), ""]
    if len(found) > _CAUSES_SHOWN:
        lines += [f"… and {len(found) - _CAUSES_SHOWN} more causes: see report.md", ""]
    return "\n".join([*lines, *summary_lines(report)])


def summary_lines(report: Report) -> list[str]:
    """Say what was judged, on which basis, and what was not."""
    basis = ", ".join(f"{report.by_basis.get(each, 0)} {each}" for each in BASES)
    failed = sum(not each.ok for each in report.results)
    known = sum(bool(known_reason(each)) for each in report.results)
    unjudged = sum(is_unjudged(each) for each in report.results)
    passed = len(report.results) - failed - known - unjudged
    counted = f"{report.histories} distinct, {len(report.results)} requests, {report.seconds:.1f} s"
    return [
        f"normalizer  {report.normalizer.address} {report.normalizer.version}".rstrip(),
        f"verdicts    {basis}",
        *_unjudged(report),
        f"histories   {counted}{_state(report)}",
        *(f"baseline    {each.kind}: {each.entry}: {each.detail}" for each in report.baseline[:_PROBLEMS_SHOWN]),
        *_changed_on_the_way(report),
        f"result      {passed} passed, {failed} failed{_not_judged(unjudged)}{_expected(report, known)}",
    ]


def _state(report: Report) -> str:
    """Say what is missing: recordings alone fail nothing without ``--strict``, as long as something was judged."""
    missing = sum(isinstance(each.outcome, NotOnFile) for each in report.results)
    unasked = any(isinstance(each.outcome, CouldNotAsk) for each in report.results)
    if report.complete:
        return ""
    if missing and not unasked and any(report.by_basis.values()):
        return f"  {missing} not on file (--strict fails for them)"
    return "  INCOMPLETE: not every request could be asked"


def _not_judged(count: int) -> str:
    return f", {count} not judged" if count else ""


def _changed_on_the_way(report: Report) -> list[str]:
    """Say what was changed between a flat answer and the request: that is no merit of the normalizer."""
    counts = Counter(warning.code for each in report.results for warning in each.warnings)
    if not counts:
        return []
    told = ", ".join(f"{count} {code}" for code, count in counts.most_common(_CODES_SHOWN))
    more = ", …" if len(counts) > _CODES_SHOWN else ""
    return [f"on the way  {told}{more} (by the duties of the send side, not by the normalizer)"]


def _expected(report: Report, known: int) -> str:
    stale = len(report.baseline)
    problems = f", {stale} problem{'' if stale == 1 else 's'} with the baseline" if stale else ""
    return (f", {known} failed as expected" if known else "") + problems


def cause_lines(cause: Cause) -> Iterator[str]:
    """Write one cause: how often, the provider's words, the rule, the shortest history, the command."""
    result = cause.example
    yield f"FAILED {cause.check}  {cause.target}  {cause.count} x  for example {result.case}"
    yield from _words(result)
    detail = detail_of(result)
    if detail and not _said_already(result, detail):
        yield f"  detail     {detail}"
    also = ", ".join(
        each.check for each in result.checks if not (each.passed or each.known or each.check == cause.check)
    )
    if also:
        yield f"  also       failed: {also}"
    if result.shortest is not None:
        yield f"  history    {_short(result.shortest)}"
    yield from (f"  {key:<9}  {_short(value)}" for key, value in result.made.items())
    yield f"  reproduce  {result.reproduce}"


def _words(result: Result) -> Iterator[str]:
    outcome = result.outcome
    if isinstance(outcome, Verdict):
        if outcome.error:
            said = "provider" if outcome.message_basis == "quoted" else "our words"
            yield f"  {said:<9}  {outcome.status} {outcome.error.message}"
        if outcome.rule:
            sources = f"  {outcome.evidence[0].where} ({outcome.evidence[0].date})" if outcome.evidence else ""
            yield f"  rule       {outcome.rule}{sources}"
    elif isinstance(outcome, Crashed | Refused):
        yield f"  outcome    {type(outcome).__name__.lower()}: {outcome.message}"
        if isinstance(outcome, Crashed):
            yield from (f"             {line}" for line in outcome.detail.splitlines()[-_STDERR_SHOWN:])
    else:
        yield f"  outcome    {outcome.why}"


def _said_already(result: Result, detail: str) -> bool:
    """Whether a detail only repeats the provider's words."""
    error = result.outcome.error if isinstance(result.outcome, Verdict) else None
    return error is not None and detail.endswith(error.message)


def _short(history: object) -> str:
    text = json.dumps(history, ensure_ascii=False)
    return text if len(text) <= _LONGEST_HISTORY else text[:_LONGEST_HISTORY] + " …"


def _unjudged(report: Report) -> list[str]:
    """Count what ended without a verdict, by kind; nothing when everything was judged."""
    kinds = (CouldNotAsk, NotOnFile, NotExpressible, Refused, Crashed)
    counts = {kind.__name__: sum(isinstance(each.outcome, kind) for each in report.results) for kind in kinds}
    told = ", ".join(f"{count} {name}" for name, count in counts.items() if count)
    return [f"unjudged    {told}"] if told else []
