"""Bedrock Converse: an entry is one message; leading system texts are the top-level ``system``.

The model is no part of the body: it stands in the address of the request.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from sendable.model.converse_block import is_part, read_block, read_part, write_block, write_part
from sendable.model.entry import Entry
from sendable.model.item import CONVERSE, kept_by, kind, picked
from sendable.model.json import Json, JsonObject
from sendable.model.target import Target
from sendable.wire.system_texts import split_system


def body(entries: Sequence[Entry], _target: Target, tools: Sequence[JsonObject]) -> JsonObject:
    """Write ``messages``, ``system`` and, when there are any, ``toolConfig``."""
    leading, rest = split_system(entries, parts=CONVERSE)
    return {
        "messages": [_message(entry) for entry in rest],
        **({"system": [block for item in leading for block in _blocks(item)]} if leading else {}),
        **({"toolConfig": {"tools": [_tool(tool) for tool in tools]}} if tools else {}),
    }


def _message(entry: Entry) -> Json:
    if entry.raw is not msgspec.UNSET:
        return entry.raw
    message: JsonObject = {"role": "user" if entry.role == "tool" else entry.role}
    if any("content" in item or kind(item) != "message" for item in entry.items):
        message["content"] = [block for item in entry.items for block in _blocks(item)]
    for item in entry.items:
        if kind(item) == "message":
            message.update(kept_by(item, CONVERSE) or {})
            if item.get("tool_calls"):
                message["tool_calls"] = item["tool_calls"]
    return message


def _blocks(item: JsonObject) -> list[Any]:
    if kind(item) != "message":
        return [write_block(item)]
    said = item.get("content")
    if isinstance(said, list):
        return [write_part(part) for part in said]
    return [] if said is None else [{"text": said}]


def _tool(tool: JsonObject) -> JsonObject:
    said = picked(tool, {"name": "name", "description": "description"})
    return {"toolSpec": {**said, "inputSchema": {"json": tool.get("parameters", {"type": "object"})}}}


def entries(body: JsonObject) -> list[Entry]:
    """Read ``system`` and ``messages``."""
    messages, system = body.get("messages"), body.get("system")
    first = [_said("system", system)] if isinstance(system, list) and system else []
    return first + ([_entry(each) for each in messages] if isinstance(messages, list) else [])


def _said(role: str, blocks: list[Any]) -> Entry:
    return Entry(role, ({"type": "message", "role": role, "content": [read_part(each, role) for each in blocks]},))


def _entry(message: Json) -> Entry:
    if not isinstance(message, dict) or not isinstance(message.get("role"), str):
        return Entry(None, raw=message)
    if not isinstance(message.get("content"), list):
        return Entry(None, raw=message)
    role = message["role"]
    items = list(_items(role, message["content"]))
    rest = {key: value for key, value in message.items() if key not in ("role", "content")}
    if rest:
        items.insert(0, {"type": "message", "role": role, "provider": CONVERSE, "provider_data": rest})
    return Entry(role, tuple(items) or ({"type": "message", "role": role, "content": []},))


def _items(role: str, blocks: list[Any]) -> Iterator[JsonObject]:
    said: list[Any] = []
    for block in blocks:
        if is_part(block):
            said.append(read_part(block, role))
            continue
        if said:
            yield {"type": "message", "role": role, "content": said}
            said = []
        yield read_block(block)
    if said:
        yield {"type": "message", "role": role, "content": said}
