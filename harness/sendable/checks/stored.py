"""What a loop stored, as pieces, beside what the script says must be there."""

from collections.abc import Iterator

import msgspec

from sendable.checks.answered import Answered
from sendable.checks.content import text_of
from sendable.checks.course import Course, Destined, course
from sendable.checks.flat_pieces import flat_pieces
from sendable.checks.item_pieces import item_pieces
from sendable.checks.piece import Piece
from sendable.model.json import Json, JsonObject
from sendable.model.node import read_conversation
from sendable.model.script import read_script


class Stored(msgspec.Struct, frozen=True):
    """The stored pieces in order, what waits in the queue, and the course of the script."""

    pieces: tuple[Piece, ...]
    queued: tuple[str, ...]
    course: Course

    def called(self) -> Iterator[tuple[Destined, Piece | None, list[Piece]]]:
        """Yield each call that must be there, the call that is, and the results that stand right behind it."""
        calls = [each for each in self.pieces if each.kind == "call"]
        for wanted in self.course.calls:
            found = next((each for each in calls if each.call_id == wanted.call_id), None)
            if found is not None:
                calls = calls[calls.index(found) + 1 :]
            yield wanted, found, [] if found is None else self._results_of(found)

    def _results_of(self, call: Piece) -> list[Piece]:
        return [each for each in self.pieces if each.kind == "result" and each.answers == call.at]


def stored(answered: Answered) -> Stored | None:
    """Return what is to be judged; None for another contract, or where nothing was stored."""
    if answered.case.contract != "write" or answered.output is None or not isinstance(answered.output.value, dict):
        return None
    value = answered.output.value
    queued = tuple(text_of(item.get("content")) for item in value.get("queued") or ())
    return Stored(tuple(_pieces(value["stored"])), queued, course(read_script(answered.given)))


def _pieces(history: JsonObject) -> list[Piece]:
    if "messages" in history:
        return flat_pieces(history["messages"], ("messages",), split=True)
    conversation = read_conversation(history)
    path = conversation.path(conversation.leaf)
    items: list[tuple[tuple[str | int, ...], Json]] = [
        ((node.id, key, at), item)
        for node in path
        for key, held in (("sent", node.sent), ("received", node.received))
        for at, item in enumerate(held)
    ]
    return item_pieces((place, (number, 0), item) for number, (place, item) in enumerate(items))
