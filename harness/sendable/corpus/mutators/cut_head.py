"""The head of a history cut off inside a pair."""

from collections.abc import Iterator, Sequence

from sendable.corpus.line import Line, answers, front
from sendable.corpus.mutator import Bent, Messages, Mutator
from sendable.corpus.mutators._table import standing
from sendable.corpus.pairs import block_end, role_of, turns_with_calls
from sendable.model.json import JsonObject


def breaks(messages: Sequence[JsonObject]) -> Iterator[Messages]:
    """Cut before each result, so that its call is gone; with the system messages gone too, and kept."""
    for turn in turns_with_calls(messages):
        for cut in range(turn + 1, block_end(messages, turn)):
            kept = [each for each in messages[:cut] if role_of(each) == "system"]
            yield list(messages[cut:])
            if kept:
                yield [*kept, *messages[cut:]]


def bends(line: Line) -> Iterator[Bent]:
    """Cut before each answer, so that its call is gone; with what stands at the front gone too, and kept."""
    for cut in answers(line):
        kept = line[: front(line)]
        yield Bent(line[cut:])
        if kept:
            yield Bent([*kept, *line[cut:]])


CUT_HEAD = Mutator(
    name="cut-head",
    family="cut-head",
    why="The oldest messages were dropped by number or by tokens, without looking at pairs.",
    evidence=standing("cut-head"),
    breaks=breaks,
    bends=bends,
    recorded=True,
)
