"""Messages with a role, as Chat and the flat shape write them, to one entry each and back.

Keys that have no place in an entry (``name``, ``refusal``, …) are kept in ``provider_data``: Chat and the flat shape
get them back, no other API sees them. The reasoning keys of compatible servers become a reasoning item.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import msgspec

from sendable.model.entry import Entry
from sendable.model.json import Json, JsonObject
from sendable.wire.calls import read_call
from sendable.wire.items import CALL, CHAT, RESULT, kept_by, kind, picked, plain

WriteCall = Callable[[JsonObject], JsonObject]
WritePart = Callable[[Any], Any]
_PLACED: Final = frozenset({"role", "content", "tool_calls"})
_REASONING: Final = ("reasoning", "reasoning_content", "reasoning_details")


def read_message(message: Json) -> Entry:
    """Read one message; what is none (no object, or without a role in words) goes to ``raw``."""
    if not isinstance(message, dict) or not isinstance(message.get("role"), str):
        return Entry(None, raw=message)
    calls = _calls(message)
    rest = {key: value for key, value in message.items() if key not in _PLACED}
    if not calls and "tool_calls" in message:
        rest["tool_calls"] = message["tool_calls"]
    if message["role"] == "tool":
        return Entry("tool", (_result(message, rest), *calls))
    thoughts = {key: rest.pop(key) for key in _REASONING if key in rest}
    said = [_said(message, rest)] if "content" in message or rest or not (calls or thoughts) else []
    return Entry(message["role"], (*([_thought(thoughts)] if thoughts else []), *said, *calls))


def _calls(message: JsonObject) -> list[JsonObject]:
    """Read the calls when every one is an object; anything else stays as it is, for the provider to judge."""
    stored = message.get("tool_calls")
    if not isinstance(stored, list) or not all(isinstance(call, dict) for call in stored):
        return []
    return [read_call(call) for call in stored]


def _said(message: JsonObject, rest: JsonObject) -> JsonObject:
    item = {"type": "message", "role": message["role"], **picked(message, {"content": "content"})}
    return _with_rest(item, rest)


def _result(message: JsonObject, rest: JsonObject) -> JsonObject:
    item = {"type": RESULT, **picked(message, {"tool_call_id": "call_id", "content": "output"})}
    rest.pop("tool_call_id", None)
    return _with_rest(item, rest)


def _with_rest(item: JsonObject, rest: JsonObject) -> JsonObject:
    """Keep the other keys; calls that could not be read stay on the item, for every provider to judge."""
    item.update(picked(rest, {"tool_calls": "tool_calls"}))
    others = {key: value for key, value in rest.items() if key != "tool_calls"}
    return {**item, "provider": CHAT, "provider_data": others} if others else item


def _thought(thoughts: JsonObject) -> JsonObject:
    said = next((value for value in thoughts.values() if isinstance(value, str)), None)
    content = [] if said is None else [{"type": "reasoning_text", "text": said}]
    return {
        "type": "reasoning",
        "id": "",
        "summary": [],
        "content": content,
        "provider": CHAT,
        "provider_data": thoughts,
    }


def write_messages(entries: Sequence[Entry], call: WriteCall, part: WritePart) -> Iterator[Json]:
    """Write each entry as one message; several results in one entry are one ``tool`` message each, in order."""
    for entry in entries:
        if entry.raw is not msgspec.UNSET:
            yield entry.raw
            continue
        if not entry.items:
            yield {"role": entry.role}
        for group in _groups(entry.items):
            yield _tool(group, call, part) if kind(group[0]) == RESULT else _message(entry.role, group, call, part)


def _groups(items: tuple[JsonObject, ...]) -> Iterator[list[JsonObject]]:
    """Cut before each result, and after one before anything but the calls that its message carried."""
    group: list[JsonObject] = []
    for item in items:
        if group and (kind(item) == RESULT or (kind(group[0]) == RESULT and kind(item) != CALL)):
            yield group
            group = []
        group.append(item)
    if group:
        yield group


def _tool(group: list[JsonObject], call: WriteCall, part: WritePart) -> JsonObject:
    result, *calls = group
    message = {"role": "tool", **picked(result, {"call_id": "tool_call_id"})}
    if "output" in result:
        message["content"] = _content(result["output"], part)
    message.update(kept_by(result, CHAT) or {})
    message.update(picked(result, {"tool_calls": "tool_calls"}))
    return {**message, "tool_calls": [call(each) for each in calls]} if calls else message


def _message(role: str | None, group: list[JsonObject], call: WriteCall, part: WritePart) -> JsonObject:
    said = [item for item in group if kind(item) == "message"]
    calls = [call(item) for item in group if kind(item) == CALL]
    strange = [item for item in group if kind(item) not in ("message", CALL) and kept_by(item, CHAT) is None]
    message: JsonObject = {"role": said[0].get("role", role) if said else role}
    contents = [item["content"] for item in said if "content" in item]
    if len(contents) == 1 and not strange:
        message["content"] = _content(contents[0], part)
    elif contents or strange:
        message["content"] = [part(each) for content in contents for each in _parts(content)] + list(
            map(plain, strange)
        )
    for item in group:
        if kind(item) != CALL:
            message.update(kept_by(item, CHAT) or {})
        message.update(picked(item, {"tool_calls": "tool_calls"}))
    return {**message, "tool_calls": calls} if calls else message


def _content(content: Any, part: WritePart) -> Any:
    return [part(each) for each in content] if isinstance(content, list) else content


def _parts(content: Any) -> list[Any]:
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    return content if isinstance(content, list) else [] if content is None else [content]
