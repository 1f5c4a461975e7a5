"""What a scripted conversation is made of: the one table that the tiny model, the recorder and the check all read.

The model answers what stands here, the recorder hands back the results that stand here, and what the server parsed is
held against what stands here.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Call:
    """A tool call of the model, and the result that its tool gives.

    result: a text, or several (sent as a list of text parts). failed: the tool reports an error.
    """

    name: str
    arguments: Mapping[str, Any] = field(default_factory=dict)
    result: str | tuple[str, ...] = ""
    failed: bool = False


@dataclass(frozen=True)
class Answer:
    """What the model says in one round: a thought, a text, calls, or several of them."""

    text: str = ""
    calls: tuple[Call, ...] = ()
    thought: str = ""

    @property
    def spoken(self) -> str:
        """The very characters that the model generates, in the Hermes form of tool calls."""
        thought = f"<think>\n{self.thought}\n</think>\n\n" if self.thought else ""
        calls = "\n".join(_spoken_call(call) for call in self.calls)
        return thought + "\n".join(part for part in (self.text, calls) if part)


@dataclass(frozen=True)
class Turn:
    """A user's message and the answers to it: all but the last one call tools."""

    user: str
    answers: tuple[Answer, ...]


@dataclass(frozen=True)
class Conversation:
    """A whole conversation; `slug` names its cassettes."""

    slug: str
    turns: tuple[Turn, ...]
    system: str = ""

    @property
    def tool_names(self) -> list[str]:
        """The tools that it calls, in order of first use: these are offered, no others."""
        answers = (answer for turn in self.turns for answer in turn.answers)
        return list(dict.fromkeys(call.name for answer in answers for call in answer.calls))

    @property
    def rounds(self) -> int:
        """How many requests it takes."""
        return sum(len(turn.answers) for turn in self.turns)


def _spoken_call(call: Call) -> str:
    arguments = json.dumps(call.arguments, ensure_ascii=False)
    return f'<tool_call>\n{{"name": "{call.name}", "arguments": {arguments}}}\n</tool_call>'
