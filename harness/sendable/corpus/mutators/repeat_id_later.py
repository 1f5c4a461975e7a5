"""One id for calls of two turns."""

from collections.abc import Iterator, Sequence

from sendable.corpus.mutator import Messages, Mutator
from sendable.corpus.mutators._table import standing
from sendable.corpus.pairs import CallAt, answer_of, calls, with_call_id, with_id
from sendable.model.json import JsonObject

_RESULT: JsonObject = {"role": "tool", "content": "Done again."}


def breaks(messages: Sequence[JsonObject]) -> Iterator[Messages]:
    """Give each later call the id of the first call and of the call before it; call again at the end with each id."""
    found = calls(messages)
    for number, call in enumerate(found):
        earlier = [each for each in found[:number] if each.turn < call.turn]
        for other in dict.fromkeys([*earlier[:1], *earlier[-1:]]):
            yield _renamed(messages, call, other)
    for call in found:
        again = {
            "role": "assistant",
            "content": "",
            "tool_calls": [dict(messages[call.turn]["tool_calls"][call.nth])],
        }
        yield [*messages, again, with_id(_RESULT, call.id)]


def _renamed(messages: Sequence[JsonObject], call: CallAt, other: CallAt) -> Messages:
    broken = [*messages]
    broken[call.turn] = with_call_id(messages[call.turn], call.nth, other.id)
    at = answer_of(messages, call)
    if at is not None:
        broken[at] = with_id(messages[at], other.id)
    return broken


REPEAT_ID_LATER = Mutator(
    name="repeat-id-later",
    family="repeated-id",
    why="Ids of a model server start again at each turn, or two conversations were joined.",
    evidence=standing("repeat-id-later"),
    breaks=breaks,
)
