"""Find each piece of the history in the output."""

from collections import defaultdict, deque
from collections.abc import Callable, Hashable, Iterable

import msgspec

from sendable.checks.match_results import kept_results
from sendable.checks.match_texts import kept_texts
from sendable.checks.piece import Kept, Piece

__all__ = ["Kept", "Match", "match"]


class Match(msgspec.Struct, frozen=True):
    """Which pieces of the history the output still holds, both in the order of the history."""

    kept: tuple[Kept, ...]
    lost: tuple[Piece, ...]


def match(given: list[Piece], output: list[Piece], *, verbatim: bool) -> Match:
    """Match the pieces of a history with those of an output; each piece of the output is used once.

    Args:
        given: the pieces of the history, in order.
        output: the pieces of the output, in order.
        verbatim: outer white space of texts must be kept too.
    """
    found = kept_texts(_of(given, "text"), _of(output, "text"), verbatim=verbatim)
    calls = _kept_calls(_of(given, "call"), _of(output, "call"))
    found += calls
    found += kept_results(_of(given, "result"), _of(output, "result"), calls, _of(output, "call"), verbatim=verbatim)
    for kind in ("media", "reasoning"):
        found += _in_turn(_of(given, kind), _of(output, kind), lambda each: str(each.content))
    kept = {each.piece.path: each for each in found}
    return Match(
        kept=tuple(kept[each.path] for each in given if each.path in kept),
        lost=tuple(each for each in given if each.path not in kept),
    )


def _of(pieces: list[Piece], kind: str) -> list[Piece]:
    return [each for each in pieces if each.kind == kind]


def _kept_calls(given: list[Piece], output: list[Piece]) -> list[Kept]:
    """Match calls by id and name, then by id, then (renamed ids) by name alone."""
    keys: tuple[Callable[[Piece], Hashable], ...] = (
        lambda call: (call.call_id, call.name),
        lambda call: call.call_id,
        lambda call: call.name,
    )
    kept: list[Kept] = []
    for key in keys:
        kept += _in_turn(_left(given, (each.piece for each in kept)), _left(output, (each.of for each in kept)), key)
    return sorted(kept, key=lambda each: each.piece.at)


def _left(pieces: list[Piece], taken: Iterable[Piece]) -> list[Piece]:
    gone = {each.at for each in taken}
    return [each for each in pieces if each.at not in gone]


def _in_turn(given: list[Piece], output: list[Piece], key: Callable[[Piece], Hashable]) -> list[Kept]:
    """Match pieces of one key in order."""
    waiting: defaultdict[Hashable, deque[Piece]] = defaultdict(deque)
    for each in output:
        waiting[key(each)].append(each)
    found = []
    for each in given:
        if waiting[key(each)]:
            of = waiting[key(each)].popleft()
            found.append(Kept(each, of, of.at))
    return found
