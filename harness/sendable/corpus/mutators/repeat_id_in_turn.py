"""One id for two calls of a turn."""

from collections.abc import Iterator, Sequence

from sendable.corpus.mutator import Messages, Mutator
from sendable.corpus.mutators._table import standing
from sendable.corpus.pairs import CallAt, answer_of, block_end, calls, calls_of, with_call_id, with_id
from sendable.model.json import JsonObject


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


REPEAT_ID_IN_TURN = Mutator(
    name="repeat-id-in-turn",
    family="repeated-id",
    why="A model server numbers calls badly, or the calls of a turn were converted twice.",
    evidence=standing("repeat-id-in-turn"),
    breaks=breaks,
)
