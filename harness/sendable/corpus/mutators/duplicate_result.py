"""A call with two results."""

from collections.abc import Iterator, Sequence

from sendable.corpus.mutator import Messages, Mutator
from sendable.corpus.mutators._table import standing
from sendable.corpus.pairs import results
from sendable.model.json import JsonObject

_PLACEHOLDER = "The tool was aborted."


def breaks(messages: Sequence[JsonObject]) -> Iterator[Messages]:
    """Put a second result for each result: a copy or a placeholder right after it, a copy at the end of the history."""
    for at in results(messages):
        copy = dict(messages[at])
        placeholder = {**copy, "content": _PLACEHOLDER}
        yield [*messages[: at + 1], copy, *messages[at + 1 :]]
        yield [*messages[: at + 1], placeholder, *messages[at + 1 :]]
        if at + 1 < len(messages):
            yield [*messages, copy]


DUPLICATE_RESULT = Mutator(
    name="duplicate-result",
    family="duplicate-result",
    why="A placeholder was stored beside the real result, or a retry stored the result a second time.",
    evidence=standing("duplicate-result"),
    breaks=breaks,
)
