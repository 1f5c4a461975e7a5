# ruff: noqa: INP001 - of a script
"""Generated histories by number: well formed, or broken by one mutator, or by two."""

from collections.abc import Sequence
from fnmatch import fnmatchcase
from hashlib import sha256
from random import Random
from typing import Final

import msgspec

from sendable.corpus.build import WELL_FORMED
from sendable.corpus.chance import Chance
from sendable.corpus.generate import GENERATORS
from sendable.corpus.mutator import SHAPES, Broken, Mutator, Shape
from sendable.corpus.mutators import MUTATORS
from sendable.corpus.recipe import has_recipes
from sendable.model.case import Case, Expect
from sendable.model.json import JsonObject
from sendable.model.target import Target, parse_target
from sendable.tasks.corpus import COVERED

# Who reads a vLLM server's history turns on the model.
_READERS: Final = ("gpt-oss-20b", "my-mistral-v13", "my-mistral-v3")
_OF_VLLM: Final = tuple(f"vllm-{api}:{model}" for api in ("chat", "responses", "messages") for model in _READERS)
TARGETS: Final = tuple(map(parse_target, (*COVERED, *_OF_VLLM)))
_OF_SHAPE: Final = {shape: [each for each in MUTATORS if shape in each.shapes] for shape in SHAPES}
# How many of ten histories have no, one, two faults.
_FAULTS: Final = ((0, 1, 2), (1, 6, 3))
_TRIES: Final = 12


class Drawn(msgspec.Struct, frozen=True):
    """One history with its faults and one target that they concern.

    faults: the mutators' names, in the order in which they broke it. expects: what each of them expects at the target.
    """

    number: int
    shape: Shape
    faults: tuple[str, ...]
    expects: tuple[Expect, ...]
    target: Target
    case: Case


def drawn(seed: int, number: int) -> Drawn:
    """Return the history of a number: the same for a seed everywhere.

    Recipes, which take seconds each, are passed over.
    """
    shape = SHAPES[number % len(SHAPES)]
    turn = number // len(SHAPES)
    chance = Chance(_random(seed, number))
    mutators = [chance.pick(_OF_SHAPE[shape]) for _ in range(chance.weighted(*_FAULTS))]
    for attempt in range(_TRIES):
        faults = _broken(GENERATORS[shape](_random(seed, number, attempt)), mutators, chance)
        if faults:
            return _drawn(number, shape, turn, mutators, faults)
    return _drawn(number, shape, turn, [], [Broken(GENERATORS[shape](_random(seed, number, 0)))])


def _random(*words: object) -> Random:
    return Random(int.from_bytes(sha256("\x1f".join(map(str, words)).encode()).digest()[:8], "big"))  # noqa: S311


def _broken(whole: JsonObject, mutators: Sequence[Mutator], chance: Chance) -> list[Broken]:
    """Return what each mutator makes of what the one before made; nothing where one has no place in it."""
    faults: list[Broken] = []
    for mutator in mutators:
        found = chance.shuffled(list(mutator.broken(faults[-1].history if faults else whole)))
        fitting = next((each for each in found if _fits([*faults, each])), None)
        if fitting is None:
            return []
        faults.append(fitting)
    return faults or [Broken(whole)]


def _fits(faults: Sequence[Broken]) -> bool:
    return bool(_concerned(faults)) and not has_recipes(faults[-1].history)


def _concerned(faults: Sequence[Broken]) -> list[Target]:
    """Return the targets that all faults concern."""
    globs = [each.targets for each in faults if each.targets]
    return [at for at in TARGETS if all(any(fnmatchcase(str(at), glob) for glob in one) for one in globs)]


def _drawn(number: int, shape: Shape, turn: int, mutators: Sequence[Mutator], faults: Sequence[Broken]) -> Drawn:
    targets = _concerned(faults)
    target = targets[turn % len(targets)]
    last = faults[-1]
    expects = tuple(each.expect.at(target) for each in faults)
    names = tuple(each.name for each in mutators)
    case = Case(
        id=f"million-{number}",
        title="Found by the law of a million histories",
        contract=last.contract,
        family="+".join(dict.fromkeys(each.family for each in mutators)) or WELL_FORMED,
        history=last.history,
        next=last.next,
        targets=(str(target),),
        expect=_together(expects),
    )
    return Drawn(number, shape, names, expects, target, case)


def _together(expects: tuple[Expect, ...]) -> Expect:
    """Return what is expected of a history with several faults: the first refusal, and what any of them may lose."""
    refused = next((each for each in expects if each.outcome == "refused"), expects[0])
    may_lose = tuple(path for each in expects for path in each.may_lose)
    return msgspec.structs.replace(refused, may_lose=may_lose, by_target={}, letter=None, exact=())
