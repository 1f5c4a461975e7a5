"""Anthropic Messages: an entry is one message; leading system texts are the top-level ``system``.

Other servers speak this format too; theirs are the same functions with another `maker`, the provider type whose blocks
are restored and noted.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec

from sendable.model.claude_block import is_part, read_block, read_part, write_block, write_part
from sendable.model.entry import Entry
from sendable.model.json import Json, JsonObject
from sendable.model.target import Target
from sendable.wire.items import ANTHROPIC, kept_by, kind, picked
from sendable.wire.system_texts import split_system

MAX_TOKENS: Final = 1024  # the API requires one; no rule about histories reads it
_PLACED: Final = frozenset({"role", "content"})


def body(
    entries: Sequence[Entry], target: Target, tools: Sequence[JsonObject], *, maker: str = ANTHROPIC
) -> JsonObject:
    """Write ``model``, ``max_tokens``, ``system``, ``messages`` and, when there are any, ``tools``."""
    leading, rest = split_system(entries, keyed=maker)
    messages = [_message(entry, maker) for entry in rest]
    return {
        "model": target.model,
        "max_tokens": MAX_TOKENS,
        **({"system": _system(leading, maker)} if leading else {}),
        "messages": messages,
        **({"tools": [_tool(tool) for tool in tools]} if tools else {}),
    }


def _system(leading: list[JsonObject], maker: str) -> str | list[Any]:
    if len(leading) == 1 and isinstance(leading[0]["content"], str):
        return leading[0]["content"]
    return [block for item in leading for block in _blocks(item, maker)]


def _message(entry: Entry, maker: str) -> Json:
    if entry.raw is not msgspec.UNSET:
        return entry.raw
    message: JsonObject = {"role": "user" if entry.role == "tool" else entry.role}
    if len(entry.items) == 1 and kind(entry.items[0]) == "message":
        message.update(_content(entry.items[0], maker))
    else:
        message["content"] = [block for item in entry.items for block in _blocks(item, maker)]
    for item in entry.items:
        if kind(item) == "message":
            message.update(kept_by(item, maker) or {})
            if item.get("tool_calls"):
                message["tool_calls"] = item["tool_calls"]
    return message


def _content(item: JsonObject, maker: str) -> JsonObject:
    if isinstance(content := item.get("content"), list):
        return {"content": [write_part(part, maker) for part in content]}
    return picked(item, {"content": "content"})


def _blocks(item: JsonObject, maker: str) -> list[Any]:
    if kind(item) != "message":
        return [write_block(item, maker)]
    content = item.get("content")
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    if isinstance(content, list):
        return [write_part(part, maker) for part in content]
    return [] if content is None else [content]


def _tool(tool: JsonObject) -> JsonObject:
    return picked(tool, {"name": "name", "description": "description", "parameters": "input_schema"})


def entries(body: JsonObject, *, maker: str = ANTHROPIC) -> list[Entry]:
    """Read ``system`` and ``messages``."""
    system = [Entry("system", (_said("system", body["system"], maker),))] if body.get("system") is not None else []
    messages = body.get("messages")
    return system + ([_entry(each, maker) for each in messages] if isinstance(messages, list) else [])


def _entry(message: Json, maker: str) -> Entry:
    if not isinstance(message, dict) or not isinstance(message.get("role"), str):
        return Entry(None, raw=message)
    role = message["role"]
    rest = {key: value for key, value in message.items() if key not in _PLACED}
    content = message.get("content")
    items = list(_items(role, content, maker)) if isinstance(content, list) and content else []
    if not items:
        items = [{"type": "message", "role": role, **picked(_said(role, content, maker), _if("content" in message))}]
    if rest:
        items = _holding(rest, role, items, maker)
    return Entry(role, tuple(items))


def _items(role: str, content: list[Any], maker: str) -> Iterator[JsonObject]:
    parts: list[Any] = []
    for block in content:
        if is_part(block):
            parts.append(read_part(block, role, maker))
            continue
        if parts:
            yield {"type": "message", "role": role, "content": parts}
            parts = []
        yield read_block(block, maker)
    if parts:
        yield {"type": "message", "role": role, "content": parts}


def _said(role: str, content: Any, maker: str) -> JsonObject:
    held = [read_part(block, role, maker) for block in content] if isinstance(content, list) else content
    return {"type": "message", "role": role, "content": held}


def _if(present: bool) -> dict[str, str]:  # noqa: FBT001 - private, one caller
    return {"content": "content"} if present else {}


def _holding(rest: JsonObject, role: str, items: list[JsonObject], maker: str) -> list[JsonObject]:
    """Let the first message item hold the message's other keys; when there is none, one without content."""
    held = {"provider": maker, "provider_data": rest}
    for place, item in enumerate(items):
        if kind(item) == "message":
            return [*items[:place], {**item, **held}, *items[place + 1 :]]
    return [{"type": "message", "role": role, **held}, *items]
