"""The head of a history cut off inside a pair."""

from collections.abc import Iterator, Sequence

from sendable.corpus.mutator import Messages, Mutator
from sendable.corpus.mutators._table import standing
from sendable.corpus.pairs import block_end, turns_with_calls
from sendable.model.json import JsonObject


def breaks(messages: Sequence[JsonObject]) -> Iterator[Messages]:
    """Cut before each result, so that its call is gone; with the system messages gone too, and kept."""
    for turn in turns_with_calls(messages):
        for cut in range(turn + 1, block_end(messages, turn)):
            kept = [each for each in messages[:cut] if each.get("role") == "system"]
            yield list(messages[cut:])
            if kept:
                yield [*kept, *messages[cut:]]


CUT_HEAD = Mutator(
    name="cut-head",
    family="cut-head",
    why="The oldest messages were dropped by number or by tokens, without looking at pairs.",
    evidence=standing("cut-head"),
    breaks=breaks,
)
