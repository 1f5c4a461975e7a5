"""Anthropic Messages: an entry is one message; leading system texts are the top-level ``system``."""

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Any, Final

import msgspec

from sendable.model.entry import Entry
from sendable.model.json import Json, JsonObject
from sendable.model.target import Target
from sendable.wire.anthropic_blocks import is_part, read_block, read_part, write_block, write_part
from sendable.wire.items import ANTHROPIC, kept_by, kind, picked
from sendable.wire.parts import is_text

MAX_TOKENS: Final = 1024  # the API requires one; no rule about histories reads it
_PLACED: Final = frozenset({"role", "content"})


def body(entries: Sequence[Entry], target: Target, tools: Sequence[JsonObject]) -> JsonObject:
    """Write ``model``, ``max_tokens``, ``system``, ``messages`` and, when there are any, ``tools``."""
    leading = list(takewhile(is_system_text, entries))
    messages = [_message(entry) for entry in entries[len(leading) :]]
    return {
        "model": target.model,
        "max_tokens": MAX_TOKENS,
        **({"system": _system(leading)} if leading else {}),
        "messages": messages,
        **({"tools": [_tool(tool) for tool in tools]} if tools else {}),
    }


def is_system_text(entry: Entry) -> bool:
    """Whether the entry is a system message of texts alone, which the top-level ``system`` can hold."""
    return entry.role == "system" and bool(entry.items) and all(map(_only_text, entry.items))


def _only_text(item: JsonObject) -> bool:
    content = item.get("content")
    held = isinstance(content, str) or (isinstance(content, list) and all(map(is_text, content)))
    return kind(item) == "message" and held and kept_by(item, ANTHROPIC) is None and not item.get("tool_calls")


def _system(leading: list[Entry]) -> str | list[Any]:
    items = [item for entry in leading for item in entry.items]
    if len(items) == 1 and isinstance(items[0]["content"], str):
        return items[0]["content"]
    return [block for item in items for block in _blocks(item)]


def _message(entry: Entry) -> Json:
    if entry.raw is not msgspec.UNSET:
        return entry.raw
    message: JsonObject = {"role": "user" if entry.role == "tool" else entry.role}
    if len(entry.items) == 1 and kind(entry.items[0]) == "message":
        message.update(_content(entry.items[0]))
    else:
        message["content"] = [block for item in entry.items for block in _blocks(item)]
    for item in entry.items:
        if kind(item) == "message":
            message.update(kept_by(item, ANTHROPIC) or {})
            if item.get("tool_calls"):
                message["tool_calls"] = item["tool_calls"]
    return message


def _content(item: JsonObject) -> JsonObject:
    if isinstance(content := item.get("content"), list):
        return {"content": [write_part(part) for part in content]}
    return picked(item, {"content": "content"})


def _blocks(item: JsonObject) -> list[Any]:
    if kind(item) != "message":
        return [write_block(item)]
    content = item.get("content")
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    if isinstance(content, list):
        return [write_part(part) for part in content]
    return [] if content is None else [content]


def _tool(tool: JsonObject) -> JsonObject:
    return picked(tool, {"name": "name", "description": "description", "parameters": "input_schema"})


def entries(body: JsonObject) -> list[Entry]:
    """Read ``system`` and ``messages``."""
    system = [Entry("system", (_said("system", body["system"]),))] if body.get("system") is not None else []
    messages = body.get("messages")
    return system + ([_entry(each) for each in messages] if isinstance(messages, list) else [])


def _entry(message: Json) -> Entry:
    if not isinstance(message, dict) or not isinstance(message.get("role"), str):
        return Entry(None, raw=message)
    role = message["role"]
    rest = {key: value for key, value in message.items() if key not in _PLACED}
    content = message.get("content")
    items = list(_items(role, content)) if isinstance(content, list) and content else []
    if not items:
        items = [{"type": "message", "role": role, **picked(_said(role, content), _if("content" in message))}]
    if rest:
        items = _holding(rest, role, items)
    return Entry(role, tuple(items))


def _items(role: str, content: list[Any]) -> Iterator[JsonObject]:
    parts: list[Any] = []
    for block in content:
        if is_part(block):
            parts.append(read_part(block, role))
            continue
        if parts:
            yield {"type": "message", "role": role, "content": parts}
            parts = []
        yield read_block(block)
    if parts:
        yield {"type": "message", "role": role, "content": parts}


def _said(role: str, content: Any) -> JsonObject:
    held = [read_part(block, role) for block in content] if isinstance(content, list) else content
    return {"type": "message", "role": role, "content": held}


def _if(present: bool) -> dict[str, str]:  # noqa: FBT001 - private, one caller
    return {"content": "content"} if present else {}


def _holding(rest: JsonObject, role: str, items: list[JsonObject]) -> list[JsonObject]:
    """Let the first message item hold the message's other keys; when there is none, one without content."""
    held = {"provider": ANTHROPIC, "provider_data": rest}
    for place, item in enumerate(items):
        if kind(item) == "message":
            return [*items[:place], {**item, **held}, *items[place + 1 :]]
    return [{"type": "message", "role": role, **held}, *items]
