"""Something between a call and its result: a system message, an image, words of the model."""

from collections.abc import Callable, Iterator, Sequence

from sendable.corpus.line import Line, answered_at, called, put
from sendable.corpus.mutator import Bends, Bent, Breaks, Messages, Mutator
from sendable.corpus.mutators._table import standing
from sendable.corpus.pairs import block_end, inserted, turns_with_calls
from sendable.model.json import Json, JsonObject

_NOTE = "Answer in one sentence."
_SAID = "One moment."
_ASKED = "And what is this?"
_PIXEL = (
    "data:image/png;base64,"
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="
)
_IMAGE = [{"type": "text", "text": _ASKED}, {"type": "image_url", "image_url": {"url": _PIXEL}}]
_IMAGE_ITEM = [{"type": "input_text", "text": _ASKED}, {"type": "input_image", "image_url": _PIXEL}]


def _messages(role: str, *contents: Json) -> Breaks:
    def breaks(messages: Sequence[JsonObject]) -> Iterator[Messages]:
        """Put the message before each result that stands right after its turn."""
        for turn in turns_with_calls(messages):
            for place in range(turn + 1, block_end(messages, turn)):
                for content in contents:
                    yield inserted(messages, place, {"role": role, "content": content})

    return breaks


def _items(role: str, content: Json, placed: Callable[[Line, int, JsonObject], Line] = put) -> Bends:
    def bends(line: Line) -> Iterator[Bent]:
        """Put the message before each answer."""
        for call in called(line):
            at = answered_at(line, call)
            if at is not None:
                yield Bent(placed(line, at, {"type": "message", "role": role, "content": content}))

    return bends


SYSTEM_BETWEEN = Mutator(
    name="system-between",
    family="separated-result",
    why="A reminder or a changed instruction was stored while a tool was running.",
    evidence=standing("system-between"),
    breaks=_messages("system", _NOTE),
    bends=_items("system", _NOTE),
)
IMAGE_BETWEEN = Mutator(
    name="image-between",
    family="separated-result",
    why="The picture that a tool returned was stored as a message of the user, before the tool's result.",
    evidence=standing("image-between"),
    breaks=_messages("user", _IMAGE),
    bends=_items("user", _IMAGE_ITEM),
)
ASSISTANT_BETWEEN = Mutator(
    name="assistant-between",
    family="separated-result",
    why="The model went on speaking while a tool was running in the background, and both were stored as they came.",
    evidence=standing("assistant-between"),
    breaks=_messages("assistant", _SAID),
    bends=_items("assistant", [{"type": "output_text", "text": _SAID}]),
)
