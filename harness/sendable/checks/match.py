"""Find each piece of the history in the output."""

import msgspec

from sendable.checks.match_calls import in_turn, kept_calls
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
    results = _of(given, "result"), _of(output, "result")
    calls = kept_calls(_of(given, "call"), _of(output, "call"), *results, verbatim=verbatim)
    found += calls
    found += kept_results(*results, calls, _of(output, "call"), verbatim=verbatim)
    for kind in ("media", "reasoning"):
        found += in_turn(_of(given, kind), _of(output, kind), lambda each: str(each.content))
    kept = {each.piece.path: each for each in found}
    return Match(
        kept=tuple(kept[each.path] for each in given if each.path in kept),
        lost=tuple(each for each in given if each.path not in kept),
    )


def _of(pieces: list[Piece], kind: str) -> list[Piece]:
    return [each for each in pieces if each.kind == kind]
