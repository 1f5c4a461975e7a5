"""A call with two results."""

from collections.abc import Iterator, Sequence

from sendable.corpus.line import Line, answers, append, changed, put
from sendable.corpus.mutator import Bent, Messages, Mutator
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


def bends(line: Line) -> Iterator[Bent]:
    """Put a second answer for each: a copy or a placeholder right after it, a copy at the end of the context."""
    for at in answers(line):
        copy = changed(line[at].item)
        yield Bent(put(line, at + 1, copy))
        yield Bent(put(line, at + 1, changed(copy, output=_PLACEHOLDER)))
        if at + 1 < len(line):
            yield Bent(append(line, copy))


DUPLICATE_RESULT = Mutator(
    name="duplicate-result",
    family="duplicate-result",
    why="A placeholder was stored beside the real result, or a retry stored the result a second time.",
    evidence=standing("duplicate-result"),
    breaks=breaks,
    bends=bends,
    recorded=True,
)
