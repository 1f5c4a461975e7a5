"""One id for two calls of a turn."""

from collections.abc import Iterator, Sequence

from sendable.corpus.line import Called, Line, answered_at, called, changed, put, response, swap
from sendable.corpus.mutator import Bent, Messages, Mutator
from sendable.corpus.mutators._table import standing
from sendable.corpus.pairs import ABSENT, CallAt, answer_of, block_end, calls, calls_of, with_call_id, with_id
from sendable.model.json import Json, JsonObject


def breaks(messages: Sequence[JsonObject]) -> Iterator[Messages]:
    """Give each call the id of the first of its turn, and put a second call with the same id beside each call.

    Both with a result for either call, and with one result for the two.
    """
    for call in calls(messages):
        yield from _renamed(messages, call) if call.nth else _doubled(messages, call)


def _renamed(messages: Sequence[JsonObject], call: CallAt) -> Iterator[Messages]:
    first = calls_of(messages[call.turn])[0].get("tool_call_id")
    at = answer_of(messages, call)
    broken = [*messages]
    broken[call.turn] = with_call_id(messages[call.turn], call.nth, first)
    if at is not None:
        yield [*broken[:at], with_id(messages[at], first), *broken[at + 1 :]]
        yield [*broken[:at], *broken[at + 1 :]]


def _doubled(messages: Sequence[JsonObject], call: CallAt) -> Iterator[Messages]:
    turn = messages[call.turn]
    twice = {**turn, "tool_calls": [*turn["tool_calls"], dict(turn["tool_calls"][call.nth])]}
    broken = [*messages[: call.turn], twice, *messages[call.turn + 1 :]]
    at, end = answer_of(messages, call), block_end(messages, call.turn)
    if at is not None:
        yield [*broken[:end], dict(messages[at]), *broken[end:]]
    yield broken


def bends(line: Line) -> Iterator[Bent]:
    """Do the same to the calls of each response: the first of it gives its id, or a second one is put beside it."""
    for call in called(line):
        others = [each for each in called(line) if each.at in response(line, call.at) and each.at < call.at]
        yield from _taking(line, call, others[0].id) if others else _beside(line, call)


def _taking(line: Line, call: Called, call_id: Json) -> Iterator[Bent]:
    at = answered_at(line, call)
    if at is not None:
        renamed = swap(line, call.at, changed(call.item, call_id=call_id))
        yield Bent(swap(renamed, at, changed(line[at].item, call_id=call_id)))
        yield Bent(swap(renamed, at))


def _beside(line: Line, call: Called) -> Iterator[Bent]:
    at = answered_at(line, call)
    second = changed(call.item, id=ABSENT)
    if at is not None:
        answered = put(line, at + 1, changed(line[at].item, id=ABSENT))
        yield Bent(put(answered, call.at + 1, second))
    yield Bent(put(line, call.at + 1, second))


REPEAT_ID_IN_TURN = Mutator(
    name="repeat-id-in-turn",
    family="repeated-id",
    why="A model server numbers calls badly, or the calls of a turn were converted twice.",
    evidence=standing("repeat-id-in-turn"),
    breaks=breaks,
    bends=bends,
    recorded=True,
)
