"""One id for calls of two turns."""

from collections.abc import Iterator, Sequence

from sendable.corpus.line import Line, answered_at, append, called, changed, in_pair, response
from sendable.corpus.mutator import Bent, Messages, Mutator
from sendable.corpus.mutators._table import standing
from sendable.corpus.pairs import ABSENT, CallAt, answer_of, calls, with_call_id, with_id
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


def bends(line: Line) -> Iterator[Bent]:
    """Do the same to the calls of later responses, and call again at the end with each id."""
    found = called(line)
    for call in found:
        earlier = [each for each in found if each.at < response(line, call.at).start]
        for other in dict.fromkeys(each.at for each in [*earlier[:1], *earlier[-1:]]):
            yield Bent(in_pair(line, call, line[other].item.get("call_id")))
    for call in found:
        at = answered_at(line, call)
        if at is not None:
            again = [changed(line[each].item, id=ABSENT) for each in (call.at, at)]
            yield Bent(append(line, *again))


REPEAT_ID_LATER = Mutator(
    name="repeat-id-later",
    family="repeated-id",
    why="Ids of a model server start again at each turn, or two conversations were joined.",
    evidence=standing("repeat-id-later"),
    breaks=breaks,
    bends=bends,
    recorded=True,
)
