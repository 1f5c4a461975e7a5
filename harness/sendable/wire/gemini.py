"""Gemini generateContent: an entry is one content; leading system texts are ``systemInstruction``.

The model is no part of the body: it stands in the address of the request.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec

from sendable.model.entry import Entry
from sendable.model.gemini_part import is_part, read_item, read_part, write_items, write_part
from sendable.model.item import CALL, GOOGLE, RESULT, kept_by, kind
from sendable.model.json import Json, JsonObject
from sendable.model.target import Target
from sendable.wire.system_texts import split_system

_WRITTEN: Final = {"assistant": "model", "tool": "user"}
_READ: Final = {"model": "assistant", "function": "tool"}


def body(entries: Sequence[Entry], _target: Target, tools: Sequence[JsonObject]) -> JsonObject:
    """Write ``systemInstruction``, ``contents`` and, when there are any, ``tools``."""
    leading, rest = split_system(entries, parts=GOOGLE)
    names: dict[str, Any] = {}
    contents = [_content(entry, names) for entry in rest]
    system = {"parts": [part for item in leading for part in _parts(item, names)]}
    system.update(*(kept_by(item, GOOGLE) or {} for item in leading[:1]))
    return {
        **({"systemInstruction": system} if leading else {}),
        "contents": contents,
        **({"tools": [{"functionDeclarations": list(tools)}]} if tools else {}),
    }


def _content(entry: Entry, names: dict[str, Any]) -> Json:
    """Write one content; `names` learns the tools' names by call id, for the results that come later."""
    if entry.raw is not msgspec.UNSET:
        return entry.raw
    content: JsonObject = {"role": _WRITTEN.get(entry.role or "", entry.role)}
    content["parts"] = [part for item in entry.items for part in _parts(item, names)]
    for item in entry.items:
        if kind(item) == "message":
            content.update(kept_by(item, GOOGLE) or {})
            if item.get("tool_calls"):
                content["tool_calls"] = item["tool_calls"]
    return content


def _parts(item: JsonObject, names: dict[str, Any]) -> list[Any]:
    if kind(item) == "message":
        said = item.get("content")
        if isinstance(said, list):
            return [write_part(part) for part in said]
        return [] if said is None else [{"text": said}]
    call_id = item.get("call_id")
    if kind(item) == CALL and isinstance(call_id, str):
        names[call_id] = item.get("name")
    return list(write_items(item, names.get(call_id) if isinstance(call_id, str) else None))


def entries(body: JsonObject) -> list[Entry]:
    """Read ``systemInstruction`` and ``contents``.

    A call without an id gets one, and the next result of its tool without an id gets the same (or, when no result
    names the tool, the next one at all, as Gemini pairs them). Three older ways to say a thing come back in today's:
    role ``function`` and no role at all as ``user``, a single part as a list of one.
    """
    contents = body.get("contents")
    system = body.get("systemInstruction", body.get("system_instruction"))
    first = [_said("system", system)] if isinstance(system, dict) else []
    return first + _linked([_entry(each) for each in contents] if isinstance(contents, list) else [])


def _said(role: str, content: JsonObject) -> Entry:
    parts = content.get("parts")
    item: JsonObject = {"type": "message", "role": role}
    item["content"] = [read_part(part, role) for part in parts] if isinstance(parts, list) else []
    rest = {key: value for key, value in content.items() if key != "parts"}
    return Entry(role, ({**item, "provider": GOOGLE, "provider_data": rest} if rest else item,))


def _entry(content: Json) -> Entry:
    said = content.get("role", "user") if isinstance(content, dict) else None
    parts = content.get("parts") if isinstance(content, dict) else None
    parts = [parts] if isinstance(parts, dict) else parts
    if not isinstance(said, str) or not isinstance(parts, list):
        return Entry(None, raw=content)
    role: str = _READ.get(said, said)
    items = tuple(_items(role, parts))
    answers = role == "user" and bool(items) and all(kind(item) == RESULT for item in items)
    rest = {key: value for key, value in content.items() if key not in ("role", "parts")}
    kept = {"provider": GOOGLE, "provider_data": rest}
    if rest:
        items = ({"type": "message", "role": role, **kept}, *items)
    return Entry("tool" if answers else role, items or ({"type": "message", "role": role, "content": []},))


def _items(role: str, parts: list[Any]) -> Iterator[JsonObject]:
    said: list[Any] = []
    for part in parts:
        if is_part(part):
            said.append(read_part(part, role))
            continue
        if said:
            yield {"type": "message", "role": role, "content": said}
            said = []
        yield read_item(part)
    if said:
        yield {"type": "message", "role": role, "content": said}


def _linked(read: list[Entry]) -> list[Entry]:
    """Give calls without an id one, and to the results without an id those of the calls that wait, by name."""
    waiting: list[tuple[str, str]] = []
    count = 0
    linked = []
    for entry in read:
        items = []
        for item in entry.items:
            if kind(item) == CALL and "call_id" not in item:
                count += 1
                waiting.append((repr(item.get("name")), f"gemini_{count}"))
                items.append({**item, "call_id": f"gemini_{count}"})
            elif kind(item) == RESULT and "call_id" not in item and waiting:
                named = next((at for at, (name, _) in enumerate(waiting) if name == _named(item)), 0)
                items.append({**item, "call_id": waiting.pop(named)[1]})
            else:
                items.append(item)
        linked.append(msgspec.structs.replace(entry, items=tuple(items)))
    return linked


def _named(item: JsonObject) -> str:
    kept = kept_by(item, GOOGLE) or {}
    response = kept.get("functionResponse", kept.get("function_response"))
    return repr(response.get("name") if isinstance(response, dict) else None)
