"""The stored history is not changed: it must serve the next request, to this provider or another (seed 2)."""

from sendable.checks.check import Check, Judged
from sendable.checks.same import difference
from sendable.model.report import CheckResult


def run(judged: Judged) -> CheckResult | None:
    """Compare the object that was given with the copy made before the call."""
    answered = judged.answered
    if answered.given_after is None:
        return None
    where = difference(answered.given, answered.given_after)
    return CHECK.result(where is None, f"the given history was changed at {where}")


CHECK = Check("input-untouched", 5, run)
