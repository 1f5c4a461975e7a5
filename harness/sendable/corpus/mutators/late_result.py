"""A placeholder for a result, and the real one later."""

from collections.abc import Iterator, Sequence

from sendable.corpus.line import Line, answers, append, changed, is_given, put, swap
from sendable.corpus.mutator import Bent, Messages, Mutator
from sendable.corpus.mutators._table import standing
from sendable.corpus.pairs import inserted, replaced, results, role_of
from sendable.model.json import JsonObject

_PLACEHOLDER = "Tool call was interrupted; no result."


def breaks(messages: Sequence[JsonObject]) -> Iterator[Messages]:
    """Put a placeholder in each result's place, and the result behind the next other message and at the end."""
    for at in results(messages):
        closed = replaced(messages, at, {**messages[at], "content": _PLACEHOLDER})
        others = [place for place in range(at + 1, len(messages)) if role_of(messages[place]) != "tool"]
        for place in dict.fromkeys([*(each + 1 for each in others[:1]), len(messages)] if others else []):
            yield inserted(closed, place, messages[at])


def bends(line: Line) -> Iterator[Bent]:
    """Do the same to each answer: behind the next response, and at the end."""
    for at in answers(line):
        closed = swap(line, at, changed(line[at].item, output=_PLACEHOLDER))
        said = [place for place in range(at + 1, len(line)) if not is_given(line[place].item)]
        given = [place for place in range(said[0] + 1, len(line)) if is_given(line[place].item)] if said else []
        if given:
            yield Bent(put(closed, given[0], line[at].item))
        if said:
            yield Bent(append(closed, line[at].item))


LATE_RESULT = Mutator(
    name="late-result",
    family="duplicate-result",
    why="The call was closed with a placeholder when the user stopped the turn; then the tool came back after all.",
    evidence=standing("late-result"),
    breaks=breaks,
    bends=bends,
)
