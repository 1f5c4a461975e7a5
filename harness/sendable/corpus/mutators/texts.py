"""Texts that are not there: empty, blank, null, or a list of nothing."""

from collections.abc import Iterator, Sequence
from typing import Any

from sendable.corpus.line import Line, changed, is_answer, is_said, kind, swap
from sendable.corpus.mutator import Bent, Messages, Mutator
from sendable.corpus.mutators._table import standing
from sendable.corpus.pairs import ABSENT, replaced, role_of, without
from sendable.model.json import Json, JsonObject

_BLANKS = (" ", "\n", "\t \n")
_EMPTY_PARTS: tuple[Json, ...] = ([], [{"type": "text", "text": ""}], [{"type": "text", "text": " "}])
_SPOKEN = ("user", "assistant", "tool")


def _contents(*values: Any) -> tuple[Any, Any]:
    """Return what puts each value in the place of each content."""

    def breaks(messages: Sequence[JsonObject]) -> Iterator[Messages]:
        for at, message in enumerate(messages):
            if role_of(message) in _SPOKEN:
                for value in values:
                    broken = without(message, "content") if value is ABSENT else {**message, "content": value}
                    if broken != message:
                        yield replaced(messages, at, broken)

    def bends(line: Line) -> Iterator[Bent]:
        for at, (item, _) in enumerate(line):
            key = "output" if is_answer(item) else "content"
            if key == "output" or kind(item) == "message":
                for value in values:
                    yield Bent(swap(line, at, changed(item, **{key: _in_parts(value, item)})))

    return breaks, bends


def _in_parts(value: Any, item: JsonObject) -> Any:
    """Return the value with its parts in the words of an item."""
    if not isinstance(value, list):
        return value
    made = "output_text" if is_said(item, "assistant") else "input_text"
    return [{"type": made, "text": part["text"]} for part in value]


_EMPTY = _contents("")
_BLANK = _contents(*_BLANKS)
_NULL = _contents(None, ABSENT)
_PARTS = _contents(*_EMPTY_PARTS)

EMPTY_TEXT = Mutator(
    name="empty-text",
    family="empty-text",
    why="The model answered with nothing, the stream broke off before the first word, or a tool returned nothing.",
    evidence=standing("empty-text"),
    breaks=_EMPTY[0],
    bends=_EMPTY[1],
)
BLANK_TEXT = Mutator(
    name="blank-text",
    family="blank-text",
    why="The model wrote a line feed before its call, or the user sent a blank.",
    evidence=standing("blank-text"),
    breaks=_BLANK[0],
    bends=_BLANK[1],
)
NULL_CONTENT = Mutator(
    name="null-content",
    family="content-null",
    why="A provider answers null where there is no text, and the store keeps it, or leaves the key out.",
    evidence=standing("null-content"),
    breaks=_NULL[0],
    bends=_NULL[1],
)
EMPTY_PARTS = Mutator(
    name="empty-parts",
    family="empty-text",
    why="The parts of a message were filtered and none was left, or one without a word.",
    evidence=standing("empty-parts"),
    breaks=_PARTS[0],
    bends=_PARTS[1],
)
