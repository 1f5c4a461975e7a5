"""A result that no call asked for."""

from collections.abc import Iterator, Sequence

from sendable.corpus.line import Line, append, called, front, is_given, put
from sendable.corpus.mutator import Bent, Messages, Mutator
from sendable.corpus.mutators._table import standing
from sendable.corpus.pairs import after_system, calls
from sendable.model.json import Json, JsonObject

_CONTENT = "Left over."


def breaks(messages: Sequence[JsonObject]) -> Iterator[Messages]:
    """Put a result with an id of its own at every place behind the system messages at the front."""
    orphan = {"role": "tool", "content": _CONTENT, "tool_call_id": _unknown_id(messages)}
    for place in range(after_system(messages), len(messages) + 1):
        yield [*messages[:place], orphan, *messages[place:]]


def _unknown_id(messages: Sequence[JsonObject]) -> str:
    return _unused([call.id for call in calls(messages)])


def _unused(known: list[Json]) -> str:
    number = 1
    while f"call_orphan{number}" in known:
        number += 1
    return f"call_orphan{number}"


def bends(line: Line) -> Iterator[Bent]:
    """Put an answer with an id of its own before each item of the client and at the end."""
    orphan = {
        "type": "function_call_output",
        "call_id": _unused([call.id for call in called(line)]),
        "output": _CONTENT,
    }
    places = [at for at in range(front(line), len(line)) if is_given(line[at].item)]
    for place in places:
        yield Bent(put(line, place, orphan))
    yield Bent(append(line, orphan))


ORPHAN_RESULT = Mutator(
    name="orphan-result",
    family="orphan-result",
    why="The turn that called was edited, summarized or deleted, and its result stayed.",
    evidence=standing("orphan-result"),
    breaks=breaks,
    bends=bends,
    recorded=True,
)
