"""The provider takes what was sent: the verdict is the one that the case expects."""

from sendable.checks.check import Check, Judged
from sendable.model.case import Expect
from sendable.model.outcome import Crashed, Verdict
from sendable.model.report import CheckResult


def run(judged: Judged) -> CheckResult | None:
    """Compare the verdict with the expectation; a normalizer that crashed fails. No verdict, no result."""
    outcome = judged.answered.outcome
    if isinstance(outcome, Crashed):
        return CHECK.result(False, outcome.message)
    if not isinstance(outcome, Verdict):
        return None
    return CHECK.result(_agrees(outcome, judged.answered.expect), _difference(outcome, judged.answered.expect))


def _agrees(verdict: Verdict, expect: Expect) -> bool:
    if expect.outcome == "accepted" or verdict.accepted:
        return verdict.accepted == (expect.outcome == "accepted")
    # Only the oracle names rules: a live or recorded refusal has none.
    return expect.rule is None or verdict.rule in {None, expect.rule}


def _difference(verdict: Verdict, expect: Expect) -> str:
    wanted = f"a refusal by {expect.rule or 'the provider'}"
    if verdict.accepted:
        return f"accepted, but {wanted} was expected"
    error = verdict.error.message if verdict.error else "no error body"
    by_rule = f" ({verdict.rule})" if verdict.rule else ""
    instead = f"; expected was {wanted}" if expect.outcome == "refused" else ""
    return f"{verdict.status}{by_rule}: {error}{instead}"


CHECK = Check("accepted", 0, run)
