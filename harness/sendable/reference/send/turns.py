"""Where turns begin: a user message opens one, unless it comes in the middle of the last (2.59h)."""

from collections.abc import Iterator, Sequence

import msgspec

from sendable.model.item import kind
from sendable.reference.send.calls import is_result
from sendable.reference.send.held import Held

_HEAD = -1
_NEVER_DROPPED = ("system", "developer")


def turn_numbers(held: Sequence[Held]) -> list[int]:
    """Return the number of each entry's turn, from 0; -1 is what stands before the first one.

    A turn's id in the store decides where there is one; else a user message that follows a result is mid-turn.
    """
    numbers: list[int] = []
    number, turn, after_result = _HEAD, None, False
    for each in held:
        if not each.head and _opens(each, turn, after_result=after_result):
            number += 1
            turn = each.turn
        numbers.append(_HEAD if each.head else number)
        if each.entry.role not in _NEVER_DROPPED:
            after_result = bool(each.entry.items) and all(map(is_result, each.entry.items))
    return numbers


def without_oldest(held: Sequence[Held], numbers: Sequence[int], dropped: int) -> Iterator[Held]:
    """Yield what is left without the oldest turns: the head, every system message, and the turns from `dropped` on."""
    for each, number in zip(held, numbers, strict=True):
        if number == _HEAD or number >= dropped or each.entry.role in _NEVER_DROPPED:
            yield each


def _opens(held: Held, turn: str | int | None, *, after_result: bool) -> bool:
    if held.opens or held.turn is not None:
        return held.opens or held.turn != turn
    asks = held.entry.role == "user" and (
        held.entry.raw is not msgspec.UNSET or any(kind(item) == "message" for item in held.entry.items)
    )
    return asks and not after_result
