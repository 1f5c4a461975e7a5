"""The first pass over a Mistral history: calls, and the tool messages that follow them."""

from typing import Any

import msgspec

from sendable.model.json import JsonObject
from sendable.oracle.settings import Settings


class Turn(msgspec.Struct):
    """An assistant message with tool calls.

    at: its index. ids: the calls' ids. calls: their number. results: the number of tool messages that directly follow.
    first: id to the index of the tool message that names it first.
    """

    at: int
    ids: set[str]
    calls: int
    results: int
    first: dict[str, int]


class Facts(msgspec.Struct):
    """What order and pairing rules look up.

    turn_of: index of a tool message to the turn it stands in. uneven: index of the message (or the history's length)
    at which a turn ends with more or fewer results than calls.
    """

    turn_of: dict[int, Turn]
    uneven: dict[int, Turn]


def index(body: JsonObject, _settings: Settings) -> Facts:
    """Count calls and results in one pass; bears any JSON."""
    facts = Facts(turn_of={}, uneven={})
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
    turn.results += 1
    if isinstance(call_id, str):
        turn.first.setdefault(call_id, at)


def _close(facts: Facts, turn: Turn | None, at: int) -> None:
    if turn is not None and turn.calls != turn.results:
        facts.uneven[at] = turn


def _opened(at: int, message: Any) -> Turn | None:
    calls = message.get("tool_calls") if isinstance(message, dict) and message.get("role") == "assistant" else None
    if not isinstance(calls, list) or not calls:
        return None
    ids = (call.get("id") for call in calls if isinstance(call, dict))
    return Turn(at=at, ids={each for each in ids if isinstance(each, str)}, calls=len(calls), results=0, first={})
