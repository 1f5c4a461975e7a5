"""Calls in the flat form and in Chat's nested one."""

from typing import Final

from sendable.model.json import JsonObject
from sendable.wire.items import CALL, CHAT, kept_by, picked

_SAID: Final = {"name": "name", "arguments": "arguments"}
_FLAT: Final = frozenset({"tool_call_id", *_SAID})


def read_call(call: JsonObject) -> JsonObject:
    """Read either form: ``{"tool_call_id"|"id", "name", "arguments"?}`` or ``{"id", "type", "function": {…}}``.

    A call with both spellings of the id is known by the one of its form; the other is kept beside it.
    """
    nested = isinstance(call.get("function"), dict)
    said = call["function"] if nested else call
    first, second = ("id", "tool_call_id") if nested else ("tool_call_id", "id")
    spelling = first if first in call else second
    item = {"type": CALL, **picked(call, {spelling: "call_id"}), **picked(said, _SAID)}
    rest = _rest(call, spelling, nested=nested)
    return {**item, "provider": CHAT, "provider_data": rest} if rest else item


def _rest(call: JsonObject, spelling: str, *, nested: bool) -> JsonObject:
    """Return what the item has no key for, as it lay in the call."""
    if not nested:
        return {key: value for key, value in call.items() if key not in (spelling, *_SAID)}
    rest = {key: value for key, value in call.items() if key not in (spelling, "function")}
    if rest.get("type") == "function":
        del rest["type"]
    inner = {key: value for key, value in call["function"].items() if key not in _SAID}
    return {**rest, "function": inner} if inner else rest


def flat_call(item: JsonObject) -> JsonObject:
    """Write ``{"tool_call_id", "name", "arguments"?}``; a nested call whose other keys would collide stays nested."""
    rest = kept_by(item, CHAT) or {}
    if isinstance(rest.get("function"), dict) or not _FLAT.isdisjoint(rest):
        return chat_call(item)
    return {**picked(item, {"call_id": "tool_call_id", **_SAID}), **rest}


def chat_call(item: JsonObject) -> JsonObject:
    """Write ``{"id", "type", "function": {"name", "arguments"}}``; the id is the item's, whatever else was kept."""
    rest = dict(kept_by(item, CHAT) or {})
    inner = rest.pop("function", {})
    function = {**picked(item, _SAID), **inner} if isinstance(inner, dict) else inner
    known = picked(item, {"call_id": "id"})
    return {**known, "type": "function", "function": function, **rest, **known}
