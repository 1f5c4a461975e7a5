"""A user message between a call and its result."""

from collections.abc import Iterator, Sequence

from sendable.corpus.line import Line, answered_at, called, put
from sendable.corpus.mutator import Bent, Messages, Mutator
from sendable.corpus.mutators._table import standing
from sendable.corpus.pairs import block_end, turns_with_calls
from sendable.model.json import JsonObject

_TEXTS = ("This year, not last year.", "")


def breaks(messages: Sequence[JsonObject]) -> Iterator[Messages]:
    """Put a user message, with text and empty, before each result that stands right after its turn."""
    for turn in turns_with_calls(messages):
        for place in range(turn + 1, block_end(messages, turn)):
            for text in _TEXTS:
                yield [*messages[:place], {"role": "user", "content": text}, *messages[place:]]


def bends(line: Line) -> Iterator[Bent]:
    """Put a user message, with text and empty, before each answer."""
    for call in called(line):
        at = answered_at(line, call)
        if at is not None:
            for text in _TEXTS:
                yield Bent(put(line, at, {"type": "message", "role": "user", "content": text}))


USER_BETWEEN = Mutator(
    name="user-between",
    family="separated-result",
    why="The user wrote while a tool was running, and the message was stored at once.",
    evidence=standing("user-between"),
    breaks=breaks,
    bends=bends,
    recorded=True,
)
