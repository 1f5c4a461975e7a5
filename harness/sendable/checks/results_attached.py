"""Every call has one result, right behind it, however the turn ended (seed 2, the four cases and the crash).

A call may be open only where the worker died before it was decided or before it returned, and a result that a call did
return may be lost with the worker, for it goes with the next round. A decision not to run a call may not be lost.
"""

from sendable.checks.check import Check, Judged
from sendable.checks.stored import Stored, stored
from sendable.model.report import CheckResult


def run(judged: Judged) -> CheckResult | None:
    """Fail for the first call without a result, with two, or missing; and for a result that stands apart."""
    found = stored(judged.answered)
    if found is None:
        return None
    fault = _fault(found)
    return CHECK.result(fault is None, fault or "")


def _fault(found: Stored) -> str | None:
    for wanted, call, results in found.called():
        if call is None and not wanted.may_be_open:
            return f"call {wanted.call_id} is not stored"
        if not results and not wanted.may_be_open:
            return f"call {wanted.call_id} ({wanted.fate}) has no result right behind it"
        if len(results) > 1:
            return f"call {wanted.call_id} has {len(results)} results"
    apart = next((each for each in found.pieces if each.kind == "result" and each.answers is None), None)
    return f"a result of {apart.call_id} stands apart from its call" if apart else None


CHECK = Check("results-attached", 7, run)
