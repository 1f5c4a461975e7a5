"""Judge one answer: one file a check, found by looking at the modules of this folder."""

import pkgutil
from functools import cache
from importlib import import_module

from sendable.checks.answered import Answered, NoOutput, Output
from sendable.checks.check import Check, Judged
from sendable.model.outcome import NotExpressible, Refused
from sendable.model.report import CheckResult, Loss

__all__ = ["Answered", "Check", "Judged", "NoOutput", "Output", "checks", "judge_answer", "judge_with_losses", "losses"]


def judge_answer(answered: Answered) -> tuple[CheckResult, ...]:
    """Return the results of all checks that apply, in a fixed order.

    A normalizer that refuses a case, or cannot express it, is held to nothing: it returns no result at all.
    """
    return judge_with_losses(answered)[0]


def losses(answered: Answered) -> tuple[Loss, ...]:
    """Return what the output no longer holds of the history, allowed or not, in the order of the history."""
    return Judged(answered).losses


def judge_with_losses(answered: Answered) -> tuple[tuple[CheckResult, ...], tuple[Loss, ...]]:
    """Return what `judge_answer` and `losses` do, and compare history and output only once."""
    if isinstance(answered.outcome, Refused | NotExpressible):
        return (), ()
    judged = Judged(answered)
    found = (check.run(judged) for check in checks())
    return tuple(each for each in found if each is not None), judged.losses


@cache
def checks() -> tuple[Check, ...]:
    """Return all checks in the order of reports."""
    modules = [import_module(f"{__name__}.{each.name}") for each in pkgutil.iter_modules(__path__)]
    found = {each.name: each for module in modules for each in vars(module).values() if isinstance(each, Check)}
    return tuple(sorted(found.values(), key=lambda each: each.rank))
