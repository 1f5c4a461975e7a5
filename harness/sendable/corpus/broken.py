"""Break base histories: every mutator at every place, alone and in pairs."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations_with_replacement, islice

import msgspec

from sendable.corpus.base import Base
from sendable.corpus.features import features_of
from sendable.corpus.lanes import fraction, in_turn
from sendable.corpus.mutator import Messages, Mutator
from sendable.corpus.mutators import MUTATORS
from sendable.corpus.wellformed import fault_in
from sendable.model.case import Case
from sendable.model.evidence import Evidence
from sendable.model.json import JsonObject
from sendable.recordings.digest import messages_digest

RECORDED = tuple(each for each in MUTATORS if each.recorded)
"""The mutators that break recorded conversations, unless told otherwise: the number of these cases is published."""

PAIRS = 12
"""How many pairs of places are taken for each base and each two mutators, unless told otherwise."""


class _Broken(msgspec.Struct, frozen=True):
    """A broken history before it is a case. steps: the mutators with the place of each."""

    base: Base
    messages: Messages
    steps: tuple[tuple[Mutator, int], ...]


def broken_cases(
    bases: Sequence[Base],
    *,
    singles: bool = True,
    pairs: int = PAIRS,
    limit: int | None = None,
    seed: int = 0,
    mutators: Sequence[Mutator] = RECORDED,
) -> Iterator[Case]:
    """Break every base by every mutator, and by every two of them.

    Args:
        bases: well-formed histories.
        singles: take each mutator alone, at every place.
        pairs: how many places to try for each base and each two mutators; 0 makes no pairs.
        limit: stop after so many cases; they are spread evenly over the bases and then over the mutators.
        seed: which places come first. A case of one id is the same for every seed.
        mutators: which to use.

    Yields:
        Cases of the contract ``flat``, distinct by `messages_digest` from each other and from the bases, none of them
        well formed. The id ``<base>--<mutator>-<place>[+<mutator>-<place>]`` says how one was made.
    """
    seen = {messages_digest(list(base.messages)) for base in bases}
    streams = [_of_base(base, seed, mutators, singles=singles, pairs=pairs) for base in bases]
    for broken in islice(in_turn(_new(each, seen) for each in streams), limit):
        yield _case(broken)


def _new(stream: Iterator[_Broken], seen: set[str]) -> Iterator[_Broken]:
    """Pass on what has a fault and a shape that was not seen yet, in any stream."""
    for broken in stream:
        digest = messages_digest(broken.messages)
        if digest not in seen and fault_in(broken.messages):
            seen.add(digest)
            yield broken


def _of_base(base: Base, seed: int, mutators: Sequence[Mutator], *, singles: bool, pairs: int) -> Iterator[_Broken]:
    """Yield a single and a pair in turn, each from the next mutator or two; every base begins with others."""
    alone = [_singles(base, each, seed) for each in mutators if singles]
    twos = combinations_with_replacement(mutators, 2)
    both = [_pairs(base, first, second, pairs, seed) for first, second in twos if pairs]
    return in_turn([in_turn(_rotated(lanes, fraction(seed, base.id))) for lanes in (alone, both)])


def _rotated(lanes: list[Iterator[_Broken]], by: float) -> list[Iterator[_Broken]]:
    start = int(by * len(lanes))
    return lanes[start:] + lanes[:start]


def _singles(base: Base, mutator: Mutator, seed: int) -> Iterator[_Broken]:
    places = range(sum(1 for _ in mutator.breaks(base.messages)))
    for place in sorted(places, key=lambda each: fraction(seed, base.id, mutator.name, each)):
        messages = next(islice(mutator.breaks(base.messages), place, None))
        yield _Broken(base, messages, ((mutator, place),))


def _pairs(base: Base, first: Mutator, second: Mutator, most: int, seed: int) -> Iterator[_Broken]:
    tried: set[tuple[int, int]] = set()
    for attempt in range(most):
        draw = partial(fraction, seed, base.id, first.name, second.name, attempt)
        one = _drawn(first, base.messages, draw("first"))
        two = _drawn(second, one[1], draw("second")) if one else None
        if one and two and (one[0], two[0]) not in tried:
            tried.add((one[0], two[0]))
            yield _Broken(base, two[1], ((first, one[0]), (second, two[0])))


def _drawn(mutator: Mutator, messages: Sequence[JsonObject], at: float) -> tuple[int, Messages] | None:
    broken = list(mutator.breaks(messages))
    place = int(at * len(broken))
    return (place, broken[place]) if broken else None


def _case(broken: _Broken) -> Case:
    made_by = [mutator for mutator, _ in broken.steps]
    families = dict.fromkeys(mutator.family for mutator in made_by)
    return Case(
        id=f"{broken.base.id}--" + "+".join(f"{mutator.name}-{place}" for mutator, place in broken.steps),
        title=f"Sendable once repaired: {' and '.join(families)} in a recorded conversation",
        contract="flat",
        family="+".join(families),
        why=" ".join(dict.fromkeys(mutator.why for mutator in made_by)),
        features=features_of(broken.base.messages),
        history={"messages": _copy(broken.messages)},
        evidence=(_recording(broken.base),),
    )


def _recording(base: Base) -> Evidence:
    place = f"{base.source.repo} {base.source.path}".strip()
    return Evidence(
        kind="recording", where=f"{place} #{base.source.n}", date=base.date, note="the unbroken conversation"
    )


def _copy(messages: Messages) -> Messages:
    """Copy, so that no case shares a message with another or with its base."""
    copied: Messages = msgspec.json.decode(msgspec.json.encode(messages))
    return copied
