"""What a search tries: a generated conversation, broken by one to three mutators; the same for a seed and a number."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from random import Random
from typing import Final

import msgspec

from sendable.corpus import MUTATORS
from sendable.corpus.build import evidence_of
from sendable.corpus.chance import Chance
from sendable.corpus.generate import GENERATORS
from sendable.corpus.mutator import Broken, Mutator, Shape
from sendable.model.case import DEFAULT_NEXT, Case, Expect
from sendable.model.json import JsonObject

MOST_FAULTS: Final = 3
_DRAWS: Final = 8
_LONGEST: Final = 60_000
# Recipes for very long histories cost much, and cannot be made short.
_REPEAT: Final = b'{"repeat":'


def case_number(seed: int, number: int, shapes: Sequence[Shape]) -> Case | None:
    """Make one case; None where chance drew a conversation that no drawn mutator has a place in.

    Args:
        seed: of the search.
        number: of the case in it.
        shapes: which shapes of history may be drawn.
    """
    chance = Chance(_random(seed, number, "faults"))
    shape = chance.pick(shapes)
    whole = GENERATORS[shape](_random(seed, number, "history"))
    steps = list(_steps(Broken(whole), shape, chance))
    if not steps or len(msgspec.json.encode(steps[-1][1].history)) > _LONGEST:
        return None
    last, names = steps[-1][1], [mutator.name for mutator, _ in steps]
    return Case(
        id=f"fuzz--{seed}-{number}",
        title=f"Sendable once repaired: {' and '.join(names)} in a generated conversation",
        contract=last.contract,
        family="+".join(dict.fromkeys(mutator.family for mutator, _ in steps)),
        features=tuple(dict.fromkeys(names)),
        history=_copy(last.history),
        next=last.next,
        targets=last.targets,
        expect=last.expect if len(steps) == 1 else Expect(),
        evidence=tuple(dict.fromkeys(evidence_of(mutator, shape) for mutator, _ in steps)),
    )


def _steps(broken: Broken, shape: Shape, chance: Chance) -> Iterator[tuple[Mutator, Broken]]:
    """Break it once, and now and then once or twice more; a fault that ends in a refusal stands alone."""
    fitting = [each for each in MUTATORS if shape in each.shapes]
    wanted = 1 + chance.yes(0.5) + chance.yes(0.2)
    made = 0
    for _ in range(_DRAWS):
        if made == min(wanted, MOST_FAULTS):
            return
        mutator = chance.pick(fitting)
        found = _broken_again(mutator, broken, alone=wanted == 1)
        if found:
            broken = _joined(broken, chance.pick(found))
            made += 1
            yield mutator, broken


def _broken_again(mutator: Mutator, broken: Broken, *, alone: bool) -> list[Broken]:
    try:
        found = list(mutator.broken(broken.history))
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        return []  # what another mutator made is more than this one can read
    short = (each for each in found if _REPEAT not in msgspec.json.encode(each.history))
    return [each for each in short if alone or not _may_refuse(each.expect)]


def _may_refuse(expect: Expect) -> bool:
    return expect.outcome == "refused" or any(each.outcome == "refused" for each in expect.by_target.values())


def _joined(before: Broken, after: Broken) -> Broken:
    """Return the second fault on top of the first: for the targets of both, as far as globs can say that."""
    coming = before.next if after.next == DEFAULT_NEXT else after.next
    targets = after.targets or before.targets
    return msgspec.structs.replace(after, next=coming, targets=targets)


def _random(*words: object) -> Random:
    return Random(int.from_bytes(sha256("\x1f".join(map(str, words)).encode()).digest()[:8], "big"))  # noqa: S311 - no secret


def _copy(history: JsonObject) -> JsonObject:
    copied: JsonObject = msgspec.json.decode(msgspec.json.encode(history))
    return copied
