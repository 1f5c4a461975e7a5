"""The order is kept: texts, calls and results stand in the output as they stood in the history.

System and developer messages may move to the front, and a result that did not stand right after its turn may move to
its call. Results of one turn may be put in the order of its calls: no provider looks at their order.
"""

from collections.abc import Iterator
from itertools import pairwise

from sendable.checks.check import Check, Judged
from sendable.checks.piece import Kept, Piece
from sendable.model.json import dotted
from sendable.model.report import CheckResult

_FREE_ROLES = frozenset({"system", "developer"})


def run(judged: Judged) -> CheckResult | None:
    """Fail for the first two pieces that changed places."""
    if judged.match is None:
        return None
    calls = {each.piece.at for each in judged.match.kept if each.piece.kind == "call"}
    bound = [each for each in judged.match.kept if _is_bound(each.piece, calls)]
    swapped = next(_swapped(bound), None)
    if swapped is None:
        return CHECK.result(True)
    first, second = (f"{each.piece.kind} {dotted(each.piece.path)}" for each in swapped)
    return CHECK.result(False, f"{second} now stands before {first}")


def _is_bound(piece: Piece, calls: set[tuple[int, int]]) -> bool:
    """Whether a piece keeps its place. A result whose own call is gone may answer another call of its id."""
    if piece.kind == "text":
        return piece.role not in _FREE_ROLES
    return piece.kind == "call" or piece.answers in calls


def _swapped(bound: list[Kept]) -> Iterator[tuple[Kept, Kept]]:
    for kind in ("text", "call"):
        alike = [each for each in bound if each.piece.kind == kind]
        yield from ((one, two) for one, two in pairwise(alike) if two.at < one.at)
    yield from _across_messages(bound)
    results = [each for each in bound if each.piece.kind == "result"]
    yield from ((one, two) for one, two in pairwise(results) if two.at < one.at and not _by_calls(one, two))


def _across_messages(bound: list[Kept]) -> Iterator[tuple[Kept, Kept]]:
    """Yield pieces of two messages that changed places; inside a message, formats order text and calls differently.

    Where a format has no place for both, one message becomes two of the same answer.
    """
    furthest: Kept | None = None
    answer = of_furthest = 0
    for each in bound:
        answer += not _is_answer(each)
        if furthest and each.at[0] < furthest.at[0] and not _one_row(furthest, each):
            kinds = {each.piece.kind, furthest.piece.kind}
            if answer != of_furthest or kinds != {"call", "text"}:
                yield furthest, each
        if furthest is None or each.at[0] > furthest.at[0]:
            furthest, of_furthest = each, answer


def _one_row(one: Kept, two: Kept) -> bool:
    return one.piece.kind == two.piece.kind == "result" and one.piece.turn == two.piece.turn


def _is_answer(each: Kept) -> bool:
    return each.piece.kind == "call" or (each.piece.kind == "text" and each.piece.role == "assistant")


def _by_calls(one: Kept, two: Kept) -> bool:
    """Whether two results of a turn changed places to stand in the order of its calls."""
    return _one_row(one, two) and _place(two) < _place(one)


def _place(result: Kept) -> tuple[int, int]:
    return result.piece.answers or result.piece.at


CHECK = Check("order-kept", 2, run)
