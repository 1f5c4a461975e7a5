"""A result before its call."""

from collections.abc import Iterator, Sequence

from sendable.corpus.line import Line, answered_at, called, front, put, response, swap
from sendable.corpus.mutator import Bent, Messages, Mutator
from sendable.corpus.mutators._table import standing
from sendable.corpus.pairs import after_system, answer_of, calls
from sendable.model.json import JsonObject


def breaks(messages: Sequence[JsonObject]) -> Iterator[Messages]:
    """Move the result of each call right before the call's message, and to the front, behind the system messages."""
    front = after_system(messages)
    for call in calls(messages):
        at = answer_of(messages, call)
        if at is None:
            continue
        rest = [*messages[:at], *messages[at + 1 :]]
        for place in sorted({call.turn, min(front, call.turn)}, reverse=True):
            yield [*rest[:place], messages[at], *rest[place:]]


def bends(line: Line) -> Iterator[Bent]:
    """Move the answer of each call right before the response that called, and to the front of the context."""
    for call in called(line):
        at = answered_at(line, call)
        if at is None:
            continue
        rest = swap(line, at)
        start = response(line, call.at).start
        for place in sorted({start, min(front(line), start)}, reverse=True):
            yield Bent(put(rest, place, line[at].item))


EARLY_RESULT = Mutator(
    name="early-result",
    family="result-before-call",
    why="Messages were sorted by a clock that two writers did not share, or merged from two stores.",
    evidence=standing("early-result"),
    breaks=breaks,
    bends=bends,
    recorded=True,
)
