"""What a call says: its arguments and the name of its tool."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from sendable.corpus.line import Line, called, changed, swap
from sendable.corpus.mutator import Bends, Bent, Breaks, Messages, Mutator
from sendable.corpus.mutators._table import standing
from sendable.corpus.pairs import ABSENT, calls, replaced, with_call, without
from sendable.model.json import Json, JsonObject

_SAID = '{"query": "the oldest file"}'
_OTHER_JSON = ("[]", "null", "7", '"text"', "", " ")
_OBJECTS: tuple[Json, ...] = ({"query": "the oldest file"}, {}, None, [], 7)
_NAMES = ("", " ", None, ABSENT)
_LENGTHS = (65, 129, 201)
_STRANGE_NAMES = ("files.search", "files search", "mcp__files::search", "suche_straße")


def _on_calls(values: Callable[[Any], Sequence[Any]], key: str) -> tuple[Breaks, Bends]:
    """Return what puts each value, made of the one that stands there, in the place of one key of each call."""

    def breaks(messages: Sequence[JsonObject]) -> Iterator[Messages]:
        for turn, nth, _ in calls(messages):
            call = messages[turn]["tool_calls"][nth]
            for value in values(call.get(key)):
                broken = without(call, key) if value is ABSENT else {**call, key: value}
                yield replaced(messages, turn, with_call(messages[turn], nth, broken))

    def bends(line: Line) -> Iterator[Bent]:
        for call in called(line):
            if key in call.item or key == "name":
                for value in values(call.item.get(key)):
                    yield Bent(swap(line, call.at, changed(call.item, **{key: value})))

    return breaks, bends


def _cut_off(arguments: Any) -> list[str]:
    """Return the arguments cut off in the middle, before the last character, and after the first."""
    said = arguments if isinstance(arguments, str) and len(arguments) > 2 else _SAID  # noqa: PLR2004 - more than {}
    return list(dict.fromkeys([said[: len(said) // 2], said[:-1], said[:1]]))


_CUT = _on_calls(_cut_off, "arguments")
_OTHER = _on_calls(lambda _: _OTHER_JSON, "arguments")
_NOT_TEXT = _on_calls(lambda _: (*_OBJECTS, ABSENT), "arguments")
_NAMELESS = _on_calls(lambda _: _NAMES, "name")
_OVER_LONG = _on_calls(lambda name: [(f"{name}_" * 201)[:length] for length in _LENGTHS], "name")
_STRANGE = _on_calls(lambda _: _STRANGE_NAMES, "name")

CUT_OFF_ARGUMENTS = Mutator(
    name="cut-off-arguments",
    family="cut-off-arguments",
    why="The answer reached its token limit, or the stream broke off, in the middle of a call.",
    evidence=standing("cut-off-arguments"),
    breaks=_CUT[0],
    bends=_CUT[1],
)
ARGUMENTS_NO_OBJECT = Mutator(
    name="arguments-no-object",
    family="arguments-no-object",
    why="The model wrote other JSON than an object, or nothing at all for a tool without parameters.",
    evidence=standing("arguments-no-object"),
    breaks=_OTHER[0],
    bends=_OTHER[1],
)
ARGUMENTS_NO_TEXT = Mutator(
    name="arguments-no-text",
    family="arguments-no-text",
    why="The store keeps the arguments parsed, as another provider's API has them, or not at all.",
    evidence=standing("arguments-no-text"),
    breaks=_NOT_TEXT[0],
    bends=_NOT_TEXT[1],
)
MISSING_NAME = Mutator(
    name="missing-name",
    family="unusable-name",
    why="Only the first piece of a streamed call carries the name of its tool, and that piece was lost.",
    evidence=standing("missing-name"),
    breaks=_NAMELESS[0],
    bends=_NAMELESS[1],
)
LONG_NAME = Mutator(
    name="long-name",
    family="unusable-name",
    why="A gateway puts the server's name before the tool's, and another provider takes longer names.",
    evidence=standing("long-name"),
    breaks=_OVER_LONG[0],
    bends=_OVER_LONG[1],
)
STRANGE_NAME = Mutator(
    name="strange-name",
    family="unusable-name",
    why="The tool's name has characters that only its maker's API takes, or the model invented it.",
    evidence=standing("strange-name"),
    breaks=_STRANGE[0],
    bends=_STRANGE[1],
)
