"""Calls in the flat form and in Chat's nested one."""

from sendable.model.json import JsonObject
from sendable.wire.items import CALL, CHAT, kept_by, picked


def read_call(call: JsonObject) -> JsonObject:
    """Read either form: ``{"tool_call_id"|"id", "name", "arguments"?}`` or ``{"id", "type", "function": {…}}``."""
    nested = isinstance(call.get("function"), dict)
    said = call["function"] if nested else call
    spelling = "tool_call_id" if "tool_call_id" in call else "id"
    item = {"type": CALL, **picked(call, {spelling: "call_id"}), **picked(said, _SAID)}
    rest = _rest(call, spelling, nested=nested)
    return {**item, "provider": CHAT, "provider_data": rest} if rest else item


_SAID = {"name": "name", "arguments": "arguments"}


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
    """Write ``{"tool_call_id", "name", "arguments"?}``."""
    return {**picked(item, {"call_id": "tool_call_id", **_SAID}), **(kept_by(item, CHAT) or {})}


def chat_call(item: JsonObject) -> JsonObject:
    """Write ``{"id", "type", "function": {"name", "arguments"}}``."""
    rest = dict(kept_by(item, CHAT) or {})
    inner = rest.pop("function", {})
    function = {**picked(item, _SAID), **inner} if isinstance(inner, dict) else inner
    return {**picked(item, {"call_id": "id"}), "type": "function", "function": function, **rest}
