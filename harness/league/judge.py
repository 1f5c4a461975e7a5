"""Hold one way into a peer against the cases, for one target, and count."""

import re
from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias

import msgspec

from league.compared import Compared
from sendable.model.case import Case
from sendable.model.outcome import Crashed, NotExpressible, Outcome, Refused, Verdict
from sendable.model.report import NormalizerInfo, Result
from sendable.model.target import Target
from sendable.normalizers import BodyAnswer, Connected, FlatAnswer, Given, NormalizerAnswer
from sendable.replay.asking import Asker
from sendable.tasks.evaluate import evaluate

Became: TypeAlias = Literal["accepted", "refused", "declined", "cannot hold", "crashed", "not judged"]
Damage: TypeAlias = Literal["lost", "dropped", "invented", "reordered", "unstable"]
DAMAGES: tuple[Damage, ...] = ("lost", "dropped", "invented", "reordered", "unstable")
BECAME: tuple[Became, ...] = ("accepted", "refused", "declined", "cannot hold", "crashed", "not judged")
# Images and another maker's reasoning no target is held to take.
_COUNTED = frozenset({"text", "call", "result"})
_FOLDERS = re.compile(
    r"(?<![\w.])(?:file://)?/(?:[^\s\":]+/)*(?:site-packages|node_modules|adapters|python3[.][0-9]+)/"
)
_OUR_OWN = "SDK did not send this body"


class Row(msgspec.Struct, frozen=True):
    """What became of one case. why: the rule that refused, the error, or why there is none. damages: what for each."""

    case: str
    family: str
    became: Became
    why: str = ""
    damages: dict[Damage, str] = {}


class Listening:
    """A normalizer that remembers the first answer since it was told to."""

    in_process = False

    def __init__(self, normalizer: Connected) -> None:
        self._normalizer = normalizer
        self.first: NormalizerAnswer | None = None

    @property
    def info(self) -> NormalizerInfo:
        """Who it is."""
        return self._normalizer.info

    @property
    def contracts(self) -> tuple[str, ...]:
        """What it can be held to."""
        return self._normalizer.contracts

    @property
    def targets(self) -> tuple[str, ...]:
        """Globs on the targets that it can be held to."""
        return self._normalizer.targets

    def normalize(self, given: Given) -> NormalizerAnswer:
        """Ask, and remember."""
        answer = self._normalizer.normalize(given)
        if self.first is None:
            self.first = answer
        return answer

    def close(self) -> bool:
        """End what runs."""
        return self._normalizer.close()


def judge(pairs: Iterable[tuple[Case, Target]], normalizer: Connected, asker: Asker) -> Iterator[Row]:
    """Yield a row for each case, in order."""
    listening = Listening(normalizer)
    for case, target in pairs:
        listening.first = None
        result = evaluate(case, target, listening, asker)
        yield Row(case.id, case.family, *_became(result.outcome), _damages(case, target, result, listening.first))


def _became(outcome: Outcome) -> tuple[Became, str]:
    if isinstance(outcome, Verdict):
        return ("accepted", "") if outcome.accepted else ("refused", outcome.rule or str(outcome.status))
    if isinstance(outcome, Refused):
        return "declined", f"{outcome.type}: {outcome.message}"
    if isinstance(outcome, NotExpressible):
        return "cannot hold", outcome.why
    if isinstance(outcome, Crashed) and _OUR_OWN not in outcome.message:
        return "crashed", of_no_machine(outcome.message)
    return "not judged", str(getattr(outcome, "message", "") or getattr(outcome, "why", ""))


def of_no_machine(text: str) -> str:
    """Leave out of a traceback where on a machine a library lies: it goes into a report that others read."""
    return _FOLDERS.sub("", text)


def _damages(case: Case, target: Target, result: Result, answer: NormalizerAnswer | None) -> dict[Damage, str]:
    """Say what a body that was made does to the history, whether or not the provider takes it."""
    if not isinstance(answer, BodyAnswer | FlatAnswer):
        return {}
    compared = Compared(case, target, answer)
    gone = [each for each in result.loss if each.kind in _COUNTED and not compared.is_told(each.path)]
    # The flat contract keeps an open call and closes it; here it counts alike in every form of one library.
    dropped = [each for each in gone if each.allowed or compared.is_open(each.path)]
    failed = {each.check: each.detail for each in result.checks if not each.passed}
    found: dict[Damage, str] = {
        "lost": ", ".join(f"{each.kind} {each.path}" for each in gone if each not in dropped),
        "dropped": ", ".join(f"{each.kind} {each.path}" for each in dropped),
        "invented": ", ".join(compared.invented()),
        "reordered": failed.get("order-kept", "") if compared.is_clear() else "",
        "unstable": failed.get("deterministic", ""),
    }
    return {damage: detail for damage, detail in found.items() if detail}
