"""The first pass over a Chat history: which tool message answers which call."""

from typing import Any

import msgspec

from sendable.model.json import JsonObject
from sendable.oracle.settings import Settings


class Turn(msgspec.Struct):
    """An assistant message with tool calls and the tool messages that directly follow it.

    at: index of the assistant message. ids: its calls' ids in order (as keys).
    answered: id to the index of its first answer.
    """

    at: int
    ids: dict[str, None]
    answered: dict[str, int]

    @property
    def unanswered(self) -> list[str]:
        """The ids that no tool message of this turn names."""
        return [each for each in self.ids if each not in self.answered]


class Facts(msgspec.Struct):
    """What pairing rules look up.

    turn_of: index of a tool message to the turn whose tool messages it stands among. broken: index of the message
    (or the history's length) at which a turn ends with calls still open.
    """

    turn_of: dict[int, Turn]
    broken: dict[int, Turn]


def index(body: JsonObject, _settings: Settings) -> Facts:
    """Pair calls and results in one pass; bears any JSON."""
    facts = Facts(turn_of={}, broken={})
    messages = body.get("messages")
    if not isinstance(messages, list):
        return facts
    turn: Turn | None = None
    for at, message in enumerate(messages):
        if isinstance(message, dict) and message.get("role") == "tool":
            if turn is not None:
                _answer(facts, turn, at, message.get("tool_call_id"))
            continue
        _close(facts, turn, at)
        turn = _opened(at, message)
    _close(facts, turn, len(messages))
    return facts


def _answer(facts: Facts, turn: Turn, at: int, call_id: Any) -> None:
    facts.turn_of[at] = turn
    if isinstance(call_id, str):
        turn.answered.setdefault(call_id, at)


def _close(facts: Facts, turn: Turn | None, at: int) -> None:
    if turn is not None and any(each not in turn.answered for each in turn.ids):
        facts.broken[at] = turn


def _opened(at: int, message: Any) -> Turn | None:
    if not isinstance(message, dict) or message.get("role") != "assistant":
        return None
    calls = message.get("tool_calls")
    if not isinstance(calls, list) or not calls:
        return None
    ids = [call.get("id") for call in calls if isinstance(call, dict)]
    return Turn(at=at, ids={each: None for each in ids if isinstance(each, str)}, answered={})
