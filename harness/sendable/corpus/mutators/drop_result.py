"""A call without a result."""

from collections.abc import Iterator, Sequence

from sendable.corpus.line import Line, answers, swap
from sendable.corpus.mutator import Bent, Messages, Mutator
from sendable.corpus.mutators._table import standing
from sendable.corpus.pairs import results
from sendable.model.json import JsonObject


def breaks(messages: Sequence[JsonObject]) -> Iterator[Messages]:
    """Leave out each result in turn."""
    for at in results(messages):
        yield [*messages[:at], *messages[at + 1 :]]


def bends(line: Line) -> Iterator[Bent]:
    """Leave out each answer in turn."""
    for at in answers(line):
        yield Bent(swap(line, at))


DROP_RESULT = Mutator(
    name="drop-result",
    family="unanswered-call",
    why="A cap, a stop or a dying process left a call of the turn without a result.",
    evidence=standing("drop-result"),
    breaks=breaks,
    bends=bends,
    recorded=True,
)
