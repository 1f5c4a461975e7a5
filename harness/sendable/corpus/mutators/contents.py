"""Contents that are no text: maps, numbers, what JSON cannot hold, and what is nested too deep."""

from collections.abc import Iterator, Sequence

from sendable.corpus.line import Line, answers, changed, swap
from sendable.corpus.mutator import Bends, Bent, Breaks, Messages, Mutator
from sendable.corpus.mutators._table import standing
from sendable.corpus.pairs import replaced, role_of
from sendable.corpus.tagged import TAG, TAG_NAMES
from sendable.model.json import Json, JsonObject

_VALUES: tuple[Json, ...] = (
    {"rows": [1, 2], "more": None},
    {},
    ["one", "two"],
    [{"type": "text", "text": "one"}, {"type": "text", "text": "two"}],
    0,
    1.5,
    True,
    False,
)
_UNSERIALIZABLE: tuple[Json, ...] = tuple(
    value for name in TAG_NAMES for tagged in [{TAG: name}] for value in (tagged, {"inside": [tagged]})
)
_DEPTHS = (100, 300)
_SPOKEN = ("user", "assistant", "tool")


def nested(depth: int) -> Json:
    """Return an empty list in so many lists."""
    value: list[Json] = []
    for _ in range(depth):
        value = [value]
    return value


def _of_messages(values: Sequence[Json], roles: Sequence[str] = _SPOKEN) -> Breaks:
    def breaks(messages: Sequence[JsonObject]) -> Iterator[Messages]:
        """Put each value in the place of each content."""
        for at, message in enumerate(messages):
            for value in values if role_of(message) in roles else ():
                yield replaced(messages, at, {**message, "content": value})

    return breaks


def _of_answers(values: Sequence[Json]) -> Bends:
    def bends(line: Line) -> Iterator[Bent]:
        """Put each value in the place of each output."""
        for at in answers(line):
            for value in values:
                yield Bent(swap(line, at, changed(line[at].item, output=value)))

    return bends


CONTENT_NO_TEXT = Mutator(
    name="content-no-text",
    family="content-not-text",
    why="A tool returned data, and the loop stored it as it was.",
    evidence=standing("content-no-text"),
    breaks=_of_messages(_VALUES),
    bends=_of_answers([value for value in _VALUES if not isinstance(value, list)]),
)
NOT_SERIALIZABLE = Mutator(
    name="not-serializable",
    family="content-not-serializable",
    why="A tool returned an object of its language, a number that JSON does not know, or half a character.",
    evidence=standing("not-serializable"),
    breaks=_of_messages(_UNSERIALIZABLE),
)
DEEP_NESTING = Mutator(
    name="deep-nesting",
    family="deep-nesting",
    why="A tool returned a tree, or a history was stored inside a history again and again.",
    evidence=standing("deep-nesting"),
    breaks=_of_messages([nested(depth) for depth in _DEPTHS], ("tool",)),
    bends=_of_answers([nested(depth) for depth in _DEPTHS]),
)
