"""Rule (1): each entry becomes a flat message, or is dropped."""

from collections.abc import Sequence

from sendable.model.json import Json, JsonObject
from sendable.reference.flat.entry import Desk, flat
from sendable.reference.flat.result import Tally
from sendable.reference.flat.rules import NOTHING


def coerce(
    entries: Sequence[Json], tally: Tally, without: frozenset[str] = NOTHING, *, start: Sequence[JsonObject] = ()
) -> tuple[list[JsonObject], Sequence[int]]:
    """Coerce every entry to the flat shape (seed 1, rule 1); drop those that are no map or have no role.

    Args:
        entries: the input.
        tally: counts each dropped entry as ``coerce``, and takes the notes.
        without: rules left out.
        start: flat copies of the first entries, when they were flat already.

    Returns:
        The messages, each a fresh copy, and the index that each had in the input.
    """
    desk = Desk(tally, without)
    messages = list(start)
    gone = set()
    for index in range(len(messages), len(entries)):
        desk.index = index
        message = flat(entries[index], desk)
        if message is None:
            tally.drop("coerce", index)
            gone.add(index)
        else:
            messages.append(message)
    return messages, [index for index in range(len(entries)) if index not in gone] if gone else range(len(entries))
