"""An id that cannot link a call to its result."""

from collections.abc import Iterator, Sequence

from sendable.corpus.line import Line, answered_at, called, changed, swap
from sendable.corpus.mutator import Bent, Messages, Mutator
from sendable.corpus.mutators._table import standing
from sendable.corpus.pairs import ABSENT, CallAt, answer_of, calls, with_call_id, with_id
from sendable.model.json import JsonObject

_IDS: tuple[object, ...] = ("", "0", 0, None, False, ABSENT, " ")


def breaks(messages: Sequence[JsonObject]) -> Iterator[Messages]:
    """Replace the id of each pair by each unusable one: on both sides, on the call alone, on the result alone."""
    for call in calls(messages):
        at = answer_of(messages, call)
        for call_id in _IDS:
            broken_call = _on_call(messages, call, call_id)
            yield from [] if at is None else [_on_result(broken_call, at, call_id)]
            yield broken_call
            yield from [] if at is None else [_on_result(list(messages), at, call_id)]


def _on_call(messages: Sequence[JsonObject], call: CallAt, call_id: object) -> Messages:
    broken = with_call_id(messages[call.turn], call.nth, call_id)
    return [*messages[: call.turn], broken, *messages[call.turn + 1 :]]


def _on_result(messages: Messages, at: int, call_id: object) -> Messages:
    return [*messages[:at], with_id(messages[at], call_id), *messages[at + 1 :]]


def bends(line: Line) -> Iterator[Bent]:
    """Replace the id of each pair by each unusable one: on both sides, on the call alone, on the answer alone."""
    for call in called(line):
        at = answered_at(line, call)
        for call_id in _IDS:
            on_call = swap(line, call.at, changed(call.item, call_id=call_id))
            if at is not None:
                answer = changed(line[at].item, call_id=call_id)
                yield Bent(swap(on_call, at, answer))
                yield Bent(swap(line, at, answer))
            yield Bent(on_call)


UNUSABLE_ID = Mutator(
    name="unusable-id",
    family="unusable-id",
    why="A model server gave no id, a counter started at zero, or a column's default was stored.",
    evidence=standing("unusable-id"),
    breaks=breaks,
    bends=bends,
    recorded=True,
)
