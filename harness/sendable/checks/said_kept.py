"""What user and model said is stored once, in order; what the user said last may wait in the queue."""

from sendable.checks.check import Check, Judged
from sendable.checks.stored import Stored, stored
from sendable.model.report import CheckResult


def run(judged: Judged) -> CheckResult | None:
    """Compare the stored texts with those of the script; texts that the script does not know are passed over."""
    found = stored(judged.answered)
    if found is None:
        return None
    fault = _fault(found)
    return CHECK.result(fault is None, fault or "")


def _fault(found: Stored) -> str | None:
    known = found.course.texts
    here = [str(each.content) for each in found.pieces if each.kind == "text"]
    here = [text for text in [*here, *found.queued] if text in known]
    for at, text in enumerate(known[: found.course.sent]):
        if at >= len(here):
            return f"not stored: {text!r}"
        if here[at] != text:
            return f"{here[at]!r} stands where {text!r} was said"
    rest = iter(known[found.course.sent :])
    odd = next((text for text in here[found.course.sent :] if text not in rest), None)
    return odd and f"stored twice, or out of order: {odd!r}"


CHECK = Check("said-kept", 9, run)
