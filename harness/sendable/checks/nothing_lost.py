"""Nothing is lost: every text of the history and, for every call kept, a real result are in the output.

Seed 1 lists what a normalizer may drop (what cannot be paired); seed 2 what a cleanup may remove (calls without
results). What is lost beyond that is silent damage: the provider takes the request, and the model has forgotten.
"""

from sendable.checks.check import Check, Judged
from sendable.model.report import CheckResult, Loss

_NAMED = 3


def run(judged: Judged) -> CheckResult | None:
    """Fail for every loss that neither the contract nor the case allows."""
    if judged.match is None:
        return None
    wrong = [each for each in judged.losses if not each.allowed]
    more = f" and {len(wrong) - _NAMED} more" if len(wrong) > _NAMED else ""
    return CHECK.result(not wrong, "lost: " + ", ".join(map(_name, wrong[:_NAMED])) + more)


def _name(loss: Loss) -> str:
    return f"{loss.kind} {loss.path}" + (f" of call {loss.call_id}" if loss.call_id and loss.kind == "result" else "")


CHECK = Check("nothing-lost", 1, run)
