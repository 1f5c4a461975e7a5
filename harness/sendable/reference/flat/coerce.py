"""Rule (1): each entry becomes a flat message, or is dropped."""

from collections.abc import Sequence
from typing import Final

from sendable.model.json import Json, JsonObject
from sendable.reference.flat.entry import Desk, flat
from sendable.reference.flat.result import Tally
from sendable.reference.flat.rules import NOTHING
from sendable.reference.flat.untouched import copies_if_flat

STRETCH: Final = 256  # entries looked at together: few enough for the cache, and for one odd entry to cost little


def coerce(
    entries: Sequence[Json], tally: Tally, without: frozenset[str] = NOTHING
) -> tuple[list[JsonObject], Sequence[int]]:
    """Coerce every entry to the flat shape (seed 1, rule 1); drop those that are no map or have no role.

    Returns the messages, each a fresh copy, and the index that each had in the input.
    """
    desk = Desk(tally, without)
    messages: list[JsonObject] = []
    kept: list[range | list[int]] = []
    for start in range(0, len(entries), STRETCH):
        stretch = entries[start : start + STRETCH]
        copies = copies_if_flat(stretch)
        if copies is None:
            copies, origins = _one_by_one(stretch, start, desk)
            kept.append(origins)
        else:
            kept.append(range(start, start + len(copies)))
        messages += copies
    return messages, _joined(kept, len(entries))


def _one_by_one(stretch: Sequence[Json], start: int, desk: Desk) -> tuple[list[JsonObject], list[int]]:
    messages, origins = [], []
    for index, entry in enumerate(stretch, start):
        desk.index = index
        message = flat(entry, desk)
        if message is None:
            desk.tally.drop("coerce", index)
        else:
            messages.append(message)
            origins.append(index)
    return messages, origins


def _joined(kept: list[range | list[int]], size: int) -> Sequence[int]:
    if sum(map(len, kept)) == size:
        return range(size)
    return [index for each in kept for index in each]
