"""See the history of a case and the output for it as pieces that can be compared."""

from collections.abc import Iterator

from sendable import wire
from sendable.checks.answered import Answered
from sendable.checks.flat_pieces import flat_pieces
from sendable.checks.item_pieces import item_pieces
from sendable.checks.lineage import lineage
from sendable.checks.piece import Piece
from sendable.model.json import Json, JsonObject, Path

# Places inside a message or an entry: so many are left to the parts of one item.
_PLACES = 1000


def views(answered: Answered) -> tuple[list[Piece], list[Piece]] | None:
    """Return the pieces of history and output; None where there is no output, or no history to compare it with."""
    if answered.output is None:
        return None
    match answered.case.contract:
        case "flat":
            given = flat_pieces(answered.given.get("messages"), ("messages",), split=False)
            return given, flat_pieces(answered.output.value, (), split=False)
        case "send" if isinstance(answered.output.value, dict):
            return _given_to_send(answered), _sent(answered.target.api, answered.output.value)
    return None


def _given_to_send(answered: Answered) -> list[Piece]:
    """Return the pieces of the history and of the coming user turn, which a body must hold too."""
    history = answered.given
    if "messages" in history:
        pieces = flat_pieces(history["messages"], ("messages",), split=True)
    else:
        placed = enumerate(_items(history, answered.target.api))
        pieces = item_pieces((path, (number, 0), item) for number, (path, item) in placed)
    coming = list(answered.case.next)
    first = pieces[-1].at[0] + 1 if pieces else 0
    if any("type" in each for each in coming):
        return pieces + item_pieces((("next", at), (first + at, 0), item) for at, item in enumerate(coming))
    return pieces + flat_pieces(coming, ("next",), split=True, first=first)


def _items(history: JsonObject, api: str) -> Iterator[tuple[Path, JsonObject]]:
    """Yield the items of a history with their paths: those of one node, or of what a tree's leaf stands for."""
    if "items" in history:
        yield from _placed(history["items"], ("items",))
        return
    for index, node in lineage(history, api):
        for key in ("sent", "received"):
            yield from _placed(node.get(key), ("nodes", index, key))


def _placed(items: Json, path: Path) -> Iterator[tuple[Path, JsonObject]]:
    for index, item in enumerate(items if isinstance(items, list) else []):
        if isinstance(item, dict):
            yield (*path, index), item


def _sent(api: str, body: JsonObject) -> list[Piece]:
    items = [
        ((number, nth * _PLACES), item)
        for number, entry in enumerate(wire.from_body(api, body), start=1)
        for nth, item in enumerate(entry.items)
    ]
    # Responses takes the system's words beside the items too.
    if isinstance(body.get("instructions"), str):
        items.insert(0, ((0, 0), {"type": "message", "role": "system", "content": body["instructions"]}))
    return item_pieces(((), at, item) for at, item in items)
