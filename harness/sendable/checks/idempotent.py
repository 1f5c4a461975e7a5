"""Normalizing the output again changes nothing (seed 1: "repair is idempotent")."""

from sendable.checks.answered import Output
from sendable.checks.check import Check, Judged
from sendable.checks.same import difference
from sendable.model.report import CheckResult


def run(judged: Judged) -> CheckResult | None:
    """Compare the output with what the normalizer makes of it; where it counts drops, it drops nothing more."""
    answered = judged.answered
    if answered.case.contract != "flat" or answered.output is None or answered.again is None:
        return None
    if not isinstance(answered.again, Output):
        return CHECK.result(False, "its own output gave no output")
    where = difference(answered.output.value, answered.again.value)
    if where is not None:
        return CHECK.result(False, f"its own output is changed at {where}")
    dropped = answered.again.dropped
    return CHECK.result(not dropped, f"of its own output it drops {dropped}")


CHECK = Check("idempotent", 6, run)
