"""Find calls and results in a flat history, broken ones included."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sendable.model.json import Json, JsonObject

ABSENT = object()
"""Stands for an id that is left out."""


class CallAt(NamedTuple):
    """A call: the index of its message, its number in there, from 0, and its id."""

    turn: int
    nth: int
    id: Json


def calls(messages: Sequence[JsonObject]) -> list[CallAt]:
    """Return all calls in order."""
    return [
        CallAt(turn, nth, call.get("tool_call_id"))
        for turn, message in enumerate(messages)
        for nth, call in enumerate(message["tool_calls"] if calls_of(message) else ())
        if isinstance(call, dict)
    ]


def calls_of(message: JsonObject) -> list[JsonObject]:
    """Return the calls of a message; empty for any but an assistant's."""
    found = message.get("tool_calls") if role_of(message) == "assistant" else None
    return [each for each in found if isinstance(each, dict)] if isinstance(found, list) else []


def role_of(message: Json) -> Json:
    """Return the role of a message, None for what is no message."""
    return message.get("role") if isinstance(message, dict) else None


def is_result(message: JsonObject) -> bool:
    """Whether a message is a tool's."""
    return bool(role_of(message) == "tool")


def results(messages: Sequence[JsonObject]) -> Iterator[int]:
    """Yield the indexes of all results."""
    return (index for index, message in enumerate(messages) if is_result(message))


def after_system(messages: Sequence[JsonObject]) -> int:
    """Return the index after the system messages at the front: what stands before those is a fault of its own."""
    return next((at for at, message in enumerate(messages) if role_of(message) != "system"), len(messages))


def turns_with_calls(messages: Sequence[JsonObject]) -> Iterator[int]:
    """Yield the indexes of all messages with calls."""
    return (index for index, message in enumerate(messages) if calls_of(message))


def block_end(messages: Sequence[JsonObject], turn: int) -> int:
    """Return the index after the last result that stands directly after a turn."""
    end = turn + 1
    while end < len(messages) and is_result(messages[end]):
        end += 1
    return end


def answer_of(messages: Sequence[JsonObject], call: CallAt) -> int | None:
    """Return the index of the first result after a call that carries its id."""
    after = range(call.turn + 1, len(messages))
    return next((at for at in after if is_result(messages[at]) and messages[at].get("tool_call_id") == call.id), None)


def with_call_id(message: JsonObject, nth: int, call_id: object) -> JsonObject:
    """Return a copy of a message whose `nth` call, from 0, has another id, or none."""
    renamed = [with_id(call, call_id) if at == nth else call for at, call in enumerate(message["tool_calls"])]
    return {**message, "tool_calls": renamed}


def with_id(owner: JsonObject, call_id: object) -> JsonObject:
    """Return a copy of a call or a result with another id, or none."""
    if call_id is ABSENT:
        return {key: value for key, value in owner.items() if key != "tool_call_id"}
    return {**owner, "tool_call_id": call_id}


def inserted(messages: Sequence[JsonObject], at: int, *new: Json) -> list[Json]:
    """Return the messages with others put before a place."""
    return [*messages[:at], *new, *messages[at:]]


def replaced(messages: Sequence[JsonObject], at: int, *new: Json) -> list[Json]:
    """Return the messages with others in the place of one; without any, that one is left out."""
    return [*messages[:at], *new, *messages[at + 1 :]]


def without(owner: JsonObject, *keys: str) -> JsonObject:
    """Return a copy without some keys."""
    return {key: value for key, value in owner.items() if key not in keys}


def with_call(message: JsonObject, nth: int, call: Json) -> JsonObject:
    """Return a copy of a message with another call in the place of its `nth`, from 0."""
    return {**message, "tool_calls": replaced(message["tool_calls"], nth, call)}


def in_pair(messages: Sequence[JsonObject], call: CallAt, call_id: object) -> list[Json]:
    """Return the messages with another id in a call and in the result that answers it."""
    renamed = replaced(messages, call.turn, with_call_id(messages[call.turn], call.nth, call_id))
    at = answer_of(messages, call)
    return renamed if at is None else replaced(renamed, at, with_id(messages[at], call_id))
