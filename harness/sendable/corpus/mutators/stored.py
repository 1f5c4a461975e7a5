"""Flat messages as other stores write them: ids elsewhere, calls that are none, keys of responses."""

from collections.abc import Iterator, Sequence
from typing import Any

from sendable.corpus.mutator import Messages, Mutator
from sendable.corpus.mutators._table import standing
from sendable.corpus.pairs import ABSENT, calls, calls_of, is_result, replaced, role_of, with_call, without
from sendable.model.json import Json, JsonObject

_NO_CALLS: tuple[Json, ...] = ([], None, "", {})
_NO_OBJECTS: tuple[Json, ...] = (None, "call_1", 7, [])
_NOT_CALLS: tuple[Json, ...] = ("call_1", 7, ["call_1"], [None], [[]])


def _spelled(messages: Sequence[JsonObject]) -> Iterator[Messages]:
    """Write all ids as `id`, or under `metadata`."""
    if any(map(calls_of, messages)):
        yield [_with_id_key(message) for message in messages]
        yield [_nested(message) for message in messages]


def _with_id_key(message: Any) -> Any:
    if not calls_of(message):
        return message
    return {**message, "tool_calls": [_renamed(call) for call in message["tool_calls"]]}


def _renamed(call: Any) -> Any:
    if not isinstance(call, dict) or "tool_call_id" not in call:
        return call
    return {"id": call["tool_call_id"], **without(call, "tool_call_id")}


def _nested(message: Any) -> Any:
    key = "tool_call_id" if is_result(message) else "tool_calls" if calls_of(message) else None
    if key is None or key not in message:
        return message
    return {**without(message, key), "metadata": {key: message[key]}}


def _no_calls(messages: Sequence[JsonObject]) -> Iterator[Messages]:
    """Give each answer without calls a list of none, or something that is no list."""
    for at, message in enumerate(messages):
        if role_of(message) == "assistant" and not calls_of(message):
            for value in (*_NO_CALLS, *_NOT_CALLS):
                yield replaced(messages, at, {**message, "tool_calls": value})


def _no_objects(messages: Sequence[JsonObject]) -> Iterator[Messages]:
    """Put something that is no call in each call's place, its result gone with it."""
    for turn, nth, call_id in calls(messages):
        kept = [each for each in messages if not (is_result(each) and each.get("tool_call_id", ABSENT) == call_id)]
        for value in _NO_OBJECTS:
            yield replaced(kept, kept.index(messages[turn]), with_call(messages[turn], nth, value))


STORED_FORM = Mutator(
    name="stored-form",
    family="stored-form",
    why="The store spells ids as its own provider does, or keeps them apart from the content.",
    evidence=standing("stored-form"),
    breaks=_spelled,
)
EMPTY_CALLS = Mutator(
    name="empty-calls",
    family="empty-calls",
    why="A column for calls is there for every message, whatever it holds.",
    evidence=standing("empty-calls"),
    breaks=_no_calls,
)
CALL_NO_OBJECT = Mutator(
    name="call-no-object",
    family="call-no-object",
    why="A call could not be read back, or only its id was stored.",
    evidence=standing("call-no-object"),
    breaks=_no_objects,
)
