"""Results say what happened: what ran has what it returned, and what did not run is not said to have.

The final answer is no failure: the model would submit it again (seed 2).
"""

from sendable.checks.check import Check, Judged
from sendable.checks.content import find, must_survive, text_of
from sendable.checks.course import Destined
from sendable.checks.piece import Piece
from sendable.checks.stored import Stored, stored
from sendable.model.report import CheckResult


def run(judged: Judged) -> CheckResult | None:
    """Fail for the first result that says something else. What it says in words is the loop's own affair."""
    found = stored(judged.answered)
    if found is None:
        return None
    faults = (_fault(wanted, results[0], found) for wanted, _, results in found.called() if results)
    fault = next((each for each in faults if each), None)
    return CHECK.result(fault is None, fault or "")


def _fault(wanted: Destined, result: Piece, found: Stored) -> str | None:
    text = text_of(result.content)
    returned = find(wanted.returned, text) >= 0
    if wanted.fate == "ran" and not returned:
        return f"call {wanted.call_id} ran, and its result is {text!r}"
    if wanted.fate not in {"ran", "final"} and returned:
        return f"call {wanted.call_id} did not return ({wanted.fate or 'the worker died'}), and its result is {text!r}"
    if not must_survive(text):
        return f"the result of call {wanted.call_id} says nothing"
    if wanted.fate == "final" and text in _refusals(found):
        return f"the final answer {wanted.call_id} is told what a call is told that was not run: {text!r}"
    return None


def _refusals(found: Stored) -> set[str]:
    return {
        text_of(each.content) for wanted, _, results in found.called() if wanted.fate == "not-run" for each in results
    }


CHECK = Check("results-true", 8, run)
