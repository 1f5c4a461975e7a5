"""The step `path`: from the leaf up through the parents; the context is all that was sent and received on the way."""

from collections.abc import Sequence

from sendable.model.errors import UnreadableInput
from sendable.model.json import Json, dotted
from sendable.model.node import Node
from sendable.reference.send.held import Held, entries_of, held_by
from sendable.wire import flat


def context(nodes: Sequence[Node]) -> list[Held]:
    """Return what the nodes of a path hold, from the root to the leaf; nothing is copied, nothing is changed."""
    return [held for node in nodes for held in held_by(node)]


def flat_context(messages: Sequence[Json]) -> list[Held]:
    """Return what flat messages hold; they say nothing of who made them."""
    return [Held(entry) for entry in flat.entries(messages)]


def coming(turn: Sequence[Json]) -> list[Held]:
    """Return the coming user turn, in items or in flat messages; it opens a turn of its own.

    Raises:
        UnreadableInput: something in it is neither.
    """
    for index, each in enumerate(turn):
        if not isinstance(each, dict):
            raise UnreadableInput(f"not an item: found {type(each).__name__}", where=dotted(("next", index)))
    in_items = any("type" in each for each in turn)
    entries = list(entries_of(turn) if in_items else flat.entries(turn))
    return [Held(entry, opens=at == 0) for at, entry in enumerate(entries)]
