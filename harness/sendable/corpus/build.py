"""The generated corpus: well-formed conversations, each broken by one mutator, the same for a seed everywhere."""

from collections.abc import Iterator, Mapping
from hashlib import sha256
from itertools import count, islice
from random import Random
from typing import Final

import msgspec

from sendable import oracle
from sendable.corpus.chance import Chance
from sendable.corpus.features import features_of
from sendable.corpus.generate import GENERATORS
from sendable.corpus.lanes import in_turn
from sendable.corpus.mutator import Broken, Mutator, Shape
from sendable.corpus.mutators import MUTATORS
from sendable.corpus.recipe import has_recipes
from sendable.model.case import Case, Expect
from sendable.model.evidence import Evidence
from sendable.model.json import JsonObject

WELL_FORMED: Final = "well-formed"
"""The family of cases without a fault: what is whole must stay whole."""
_DIGITS: Final = 12
# Of so many conversations the shortest is taken: a corpus is to be read by people too.
_DRAWN: Final = 3
_BARREN: Final = 60
# Recipes are written out when they run, and take seconds each: a few of a kind are enough.
_MOST_RECIPES: Final = 5
_WHOLE_LANES: Final = 4
_SEED_OF: Final[Mapping[str, str]] = {
    "messages": "seed 1, what it means",
    "items": "seed 2, match each provider's shape rules when sending",
    "nodes": "seed 2, match each provider's shape rules when sending",
}
_SEED_DATE: Final = "2026-11-03"


def build(seed: int, size: int) -> Iterator[Case]:
    """Yield so many cases, distinct in content, from every mutator and shape in turn.

    A shorter corpus of the same seed is the beginning of a longer one. The id of a case,
    ``<shape>--<mutator>--<digits of its content's sha256>``, tells its content: it cannot come to mean another.

    Args:
        seed: any whole number.
        size: how many; fewer come only where nothing new can be made.
    """
    lanes = [_whole(seed, shape, turn) for turn in range(_WHOLE_LANES) for shape in GENERATORS]
    lanes += [_lane(seed, shape, each) for each in MUTATORS for shape in GENERATORS if shape in each.shapes]
    return islice(_distinct(in_turn(lanes)), size)


def content_digest(case: Case) -> str:
    """Return the sha256, hexadecimal, of what a case means: its history, and what is asked and expected of whom."""
    meaning = (case.contract, case.history, case.next, case.targets, case.expect)
    return sha256(msgspec.json.encode(meaning, order="deterministic")).hexdigest()


def _distinct(cases: Iterator[Case]) -> Iterator[Case]:
    seen: set[str] = set()
    for case in cases:
        digits = case.id.rpartition("--")[2]
        if digits not in seen:
            seen.add(digits)
            yield case


def _whole(seed: int, shape: Shape, lane: int) -> Iterator[Case]:
    for number in count():
        history = _drawn(seed, shape, f"{WELL_FORMED}-{lane}", number)[0]
        yield _case(shape, WELL_FORMED, WELL_FORMED, history, Broken(history), _seed_evidence(shape))


def _lane(seed: int, shape: Shape, mutator: Mutator) -> Iterator[Case]:
    """Yield the cases of one mutator and shape; it ends when so many conversations in a row have no place for it."""
    evidence = evidence_of(mutator, shape)
    barren = recipes = 0
    for number in count():
        whole, found = _with_places(seed, shape, mutator, number)
        barren = 0 if found else barren + 1
        if barren > _BARREN or recipes == _MOST_RECIPES:
            return
        if found:
            chosen = Chance(_random(seed, shape, mutator.name, number, "place")).pick(found)
            recipes += has_recipes(chosen.history)
            yield _case(shape, mutator.name, mutator.family, whole, chosen, evidence)


def _with_places(seed: int, shape: Shape, mutator: Mutator, number: int) -> tuple[JsonObject, list[Broken]]:
    """Return the shortest conversation drawn that has a place for the fault, and its broken copies."""
    for whole in _drawn(seed, shape, mutator.name, number):
        if found := list(mutator.broken(whole)):
            return whole, found
    return {}, []


def _drawn(seed: int, shape: Shape, name: str, number: int) -> list[JsonObject]:
    drawn = [GENERATORS[shape](_random(seed, shape, name, number, nth)) for nth in range(_DRAWN)]
    return sorted(drawn, key=lambda each: len(msgspec.json.encode(each)))


def _random(*words: object) -> Random:
    return Random(int.from_bytes(sha256("\x1f".join(map(str, words)).encode()).digest()[:8], "big"))  # noqa: S311


def _case(shape: Shape, name: str, family: str, whole: JsonObject, broken: Broken, source: Evidence) -> Case:
    case = Case(
        id="unnamed",
        title=_title(broken.expect, family),
        contract=broken.contract,
        family=family,
        features=features_of(whole["messages"]) if shape == "messages" else (),
        history=_copy(broken.history),
        next=broken.next,
        targets=broken.targets,
        expect=broken.expect,
        evidence=(source,),
    )
    return msgspec.structs.replace(case, id=f"{shape}--{name}--{content_digest(case)[:_DIGITS]}")


def _title(expect: Expect, family: str) -> str:
    if family == WELL_FORMED:
        return "Sendable: a well-formed conversation"
    refused = expect.outcome == "refused" or any(each.outcome == "refused" for each in expect.by_target.values())
    verdict = "Refused by its maker" if refused else "Sendable once repaired"
    return f"{verdict}: {family}"


def evidence_of(mutator: Mutator, shape: Shape) -> Evidence:
    """Return one dated source of what a provider does with the unrepaired shape.

    Where nobody has published any, it is the sentence of the seeds that asks for more than a provider does.
    """
    return _evidence(mutator) or _seed_evidence(shape)


def _evidence(mutator: Mutator) -> Evidence | None:
    for standing in mutator.evidence:
        for record in oracle.rules(standing.api):
            if record.id in standing.refused_by and record.sources:
                return min(record.sources, key=lambda each: (each.secondhand, each.kind != "recording"))
        if standing.taken:
            return standing.taken[0]
    return None


def _seed_evidence(shape: Shape) -> Evidence:
    return Evidence(kind="document", where=_SEED_OF[shape], date=_SEED_DATE)


def _copy(history: JsonObject) -> JsonObject:
    """Copy, so that no case shares a part with another."""
    copied: JsonObject = msgspec.json.decode(msgspec.json.encode(history))
    return copied
