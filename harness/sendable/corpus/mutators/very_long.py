"""Very long histories, as recipes."""

from collections.abc import Iterator, Sequence

from sendable.corpus.line import Line, Spot, front
from sendable.corpus.mutator import Bent, Messages, Mutator
from sendable.corpus.mutators._table import standing
from sendable.corpus.pairs import after_system, inserted
from sendable.corpus.recipe import REPEAT
from sendable.model.json import JsonObject

_ROUNDS = (300, 2000)
_CALL = "call_long_{n}"


def _messages(messages: Sequence[JsonObject]) -> Iterator[Messages]:
    """Put many rounds with a call each behind the system messages."""
    for rounds in _ROUNDS:
        called = {"tool_call_id": _CALL, "name": "search", "arguments": "{}"}
        of = [
            {"role": "user", "content": "Question {n}."},
            {"role": "assistant", "content": "", "tool_calls": [called]},
            {"role": "tool", "tool_call_id": _CALL, "content": "Found {n}."},
            {"role": "assistant", "content": "Answer {n}."},
        ]
        yield inserted(messages, after_system(messages), {REPEAT: rounds, "of": of})


def _items(line: Line) -> Iterator[Bent]:
    """Put many rounds with a call each behind the front, in the list of what stands there."""
    start = front(line)
    for rounds in _ROUNDS if start < len(line) else ():
        of = [
            {"type": "message", "role": "user", "content": "Question {n}."},
            {"type": "function_call", "call_id": _CALL, "name": "search", "arguments": "{}"},
            {"type": "function_call_output", "call_id": _CALL, "output": "Found {n}."},
            {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Answer {n}."}]},
        ]
        yield Bent([*line[:start], Spot({REPEAT: rounds, "of": of}, line[start].home), *line[start:]])


VERY_LONG = Mutator(
    name="very-long",
    family="very-long",
    why="An agent worked for days.",
    evidence=standing("very-long"),
    breaks=_messages,
    bends=_items,
)
