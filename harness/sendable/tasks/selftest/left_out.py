"""Part b: the reference without one of its rules, steps or duties: some case must turn red.

A case turns red when a check fails that passes with the whole reference, when a rule of the oracle that only warns
warns as it does not with the whole reference, or when the cleanup has to remove what a loop stored (seed 2: where the
write side works, the cleanup changes nothing). Where the answer is the same with and without, nothing can turn red, so
only cases whose answer changes are judged; the search ends at the first that is red.
"""

from collections.abc import Iterator
from functools import cache, lru_cache
from importlib import import_module
from typing import Final, Literal

import msgspec

from sendable import oracle
from sendable.corpus import broken_cases, case_files, load_cases, realize, shipped_bases
from sendable.model.case import Case
from sendable.model.outcome import Verdict
from sendable.model.report import NormalizerInfo, Result
from sendable.model.script import read_script
from sendable.model.selftest import Tried
from sendable.model.target import Target
from sendable.normalizers import BodyAnswer, FlatAnswer, Given, NormalizerAnswer, StoredAnswer
from sendable.reference.flat import normalize_flat
from sendable.reference.flat.rules import RULES as FLAT_RULES
from sendable.reference.send.assemble import BEYOND_THE_LETTER, assemble
from sendable.reference.write import RULES as WRITE_RULES
from sendable.reference.write.play import play
from sendable.replay import Modelled
from sendable.tasks.evaluate import evaluate
from sendable.tasks.selftest.targets import all_targets, concerned, default_targets, targets_of

Contract = Literal["flat", "send", "write"]
STEPS: Final = ("path", "compaction", "budget", *sorted(BEYOND_THE_LETTER), "cleanup", "tools")
_BROKEN: Final = 300
_NONE: Final[frozenset[str]] = frozenset()


class Switch(msgspec.Struct, frozen=True):
    """What is left out. api: of a duty of the step `shape`; "" for the rest."""

    contract: Contract
    name: str
    api: str = ""

    def __str__(self) -> str:
        return f"shape {self.api} {self.name}" if self.api else f"{self.contract} {self.name}"


class Lacking(msgspec.Struct, frozen=True):
    """The reference with something left out."""

    without: frozenset[str]
    info: NormalizerInfo = NormalizerInfo(address="reference", name="reference")
    contracts: tuple[str, ...] = ("flat", "send", "write")
    targets: tuple[str, ...] = ()
    in_process: bool = True

    def normalize(self, given: Given) -> NormalizerAnswer:
        """Answer as the reference does, as far as it is there."""
        if given.contract == "flat":
            result = normalize_flat(given.history["messages"], without=self.without)
            return FlatAnswer(result.messages, result.dropped)
        if given.contract == "send":
            request = assemble(given.history, Target(**given.target), given.next, without=self.without)
            return BodyAnswer(request.body)
        answer = play(read_script(given.history), without=self.without)
        return StoredAnswer(answer["stored"], answer["queued"])

    def close(self) -> bool:
        """Nothing runs beside this process."""
        return True


def switches() -> list[Switch]:
    """Return what can be left out: rules of `flat`, steps of `send`, duties of each API, rules of `write`."""
    duties = {Switch("send", duty, api): None for api in oracle.apis() for duty in _duties_of(api)}
    return [
        *(Switch("flat", rule) for rule in FLAT_RULES),
        *(Switch("send", step) for step in STEPS),
        *duties,
        *(Switch("write", rule) for rule in sorted(WRITE_RULES)),
    ]


def leave_out(switch: Switch) -> Tried:
    """Look for a case that turns red."""
    lacking, whole = Lacking(frozenset({switch.name})), Lacking(_NONE)
    for case, target in _asked(switch):
        if _answer(whole, case, target) == _answer(lacking, case, target):
            continue
        red = _turned_red(case, target, lacking, whole)
        if red:
            return Tried(what=str(switch), by=case.id, how=f"{target}: {red}")
    return Tried(what=str(switch))


def _duties_of(api: str) -> Iterator[str]:
    module = import_module(f"sendable.reference.send.shape.{api.replace('-', '_')}")
    return (name for target in targets_of(api) for name in module.duties(target))


def _asked(switch: Switch) -> Iterator[tuple[Case, Target]]:
    """Yield the cases with their targets; first those that cite the statement which the rule is of."""
    if switch.contract == "send":
        targets = targets_of(switch.api) if switch.api else all_targets()
    else:
        targets = default_targets()
    told = f"{switch.name} {FLAT_RULES.get(switch.name, '')}"
    # Histories that are long for the budget's sake cost much and show nothing else.
    fit = (case for case in _cases(switch.contract) if switch.name == "budget" or not case.family.startswith("budget"))
    cases = sorted(fit, key=lambda case: _distance(case, told))
    return ((case, target) for case in cases for target in concerned(case.targets, targets))


def _distance(case: Case, told: str) -> int:
    """Return how near a case is to what is left out: it cites its statement, its family has its name, or neither."""
    if any(each in told for each in case.features):
        return 0
    return 1 if case.family.rpartition("-")[2] in told else 2


@cache
def _cases(contract: Contract) -> list[Case]:
    written = [case for case in load_cases(case_files()) if case.contract == contract]
    return written + (list(broken_cases(shipped_bases(), limit=_BROKEN)) if contract == "flat" else [])


def _answer(normalizer: Lacking, case: Case, target: Target) -> object:
    """Return what a normalizer answers; the whole reference is asked once a case and target."""
    if not normalizer.without:
        return _whole_answer(case.id, case.contract, target)
    return normalizer.normalize(_given(case, target))


@lru_cache(maxsize=20_000)
def _whole_answer(case_id: str, contract: Contract, target: Target) -> object:
    case = next(each for each in _cases(contract) if each.id == case_id)
    return Lacking(_NONE).normalize(_given(case, target))


def _given(case: Case, target: Target) -> Given:
    to = {"api": target.api, "model": target.model} | ({"vendor": target.vendor} if target.vendor else {})
    return Given(contract=case.contract, target=to, history=realize(case.history), next=list(case.next))


def _turned_red(case: Case, target: Target, lacking: Lacking, whole: Lacking) -> str:
    """Say what fails, or what is warned of, only with something left out; "" when nothing is."""
    before = evaluate(case, target, whole, _asker())
    after = evaluate(case, target, lacking, _asker())
    failed = [each for each in after.checks if not each.passed and each.check in _passed(before)]
    if failed:
        rule = after.outcome.rule if isinstance(after.outcome, Verdict) and failed[0].check == "accepted" else None
        return f"{failed[0].check} ({rule})" if rule else failed[0].check
    warned = sorted(_warned(after) - _warned(before))
    if warned:
        return f"warned of ({warned[0]})"
    removed = sorted(_removed(after) - _removed(before)) if case.contract == "write" else []
    return f"the cleanup removes call {removed[0]}" if removed else ""


def _passed(result: Result) -> set[str]:
    return {each.check for each in result.checks if each.passed}


def _warned(result: Result) -> set[str]:
    return {each.rule for each in result.outcome.warnings} if isinstance(result.outcome, Verdict) else set()


def _removed(result: Result) -> set[str]:
    """Return the ids of the calls that the cleanup had to remove."""
    return {each.call_id or "" for told in result.warnings if told.step == "cleanup" for each in told.items}


@cache
def _asker() -> Modelled:
    return Modelled()
