"""Mistral chat: the messages of Chat Completions; thoughts are parts of the content, in their place."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec

from sendable.model.entry import Entry
from sendable.model.item import CHAT, MISTRAL, kept_by, kind, picked, thought
from sendable.model.json import JsonObject
from sendable.model.target import Target
from sendable.wire import openai_chat

_THINKING: Final = "thinking"


def body(entries: Sequence[Entry], target: Target, tools: Sequence[JsonObject]) -> JsonObject:
    """Write ``model``, ``messages`` and, when there are any, ``tools``."""
    return openai_chat.body([_folded(entry) for entry in entries], target, tools)


def _folded(entry: Entry) -> Entry:
    """Put Mistral's own thoughts back into the content of the message they came from."""
    if not any(_is_thought(item) for item in entry.items):
        return entry
    said = [item for item in entry.items if kind(item) == "message" or _is_thought(item)]
    message: JsonObject = {"type": "message", "role": entry.role, "content": [p for each in said for p in _parts(each)]}
    rest = {key: value for each in said for key, value in (kept_by(each, CHAT) or {}).items()}
    for each in said:
        message.update(picked(each, {"tool_calls": "tool_calls"}))
    if rest:
        message.update(provider=CHAT, provider_data=rest)
    others = tuple(item for item in entry.items if item not in said)
    return msgspec.structs.replace(entry, items=(message, *others))


def _is_thought(item: JsonObject) -> bool:
    return kind(item) == "reasoning" and kept_by(item, MISTRAL) is not None


def _parts(item: JsonObject) -> list[Any]:
    if (part := kept_by(item, MISTRAL)) is not None:
        return [part]
    content = item.get("content")
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    return content if isinstance(content, list) else []


def entries(body: JsonObject) -> list[Entry]:
    """Read ``messages``; one that is no list holds no history."""
    return [_unfolded(entry) for entry in openai_chat.entries(body)]


def _unfolded(entry: Entry) -> Entry:
    items = tuple(each for item in entry.items for each in _split(item))
    return entry if items == entry.items else msgspec.structs.replace(entry, items=items)


def _split(item: JsonObject) -> Iterator[JsonObject]:
    """Cut a message at its thoughts: each is a reasoning item, the texts around it are messages."""
    content = item.get("content")
    if kind(item) != "message" or not isinstance(content, list) or not any(map(_thinks, content)):
        yield item
        return
    run: list[Any] = []
    rest = {**item, "content": []}
    for part in content:
        if not _thinks(part):
            run.append(part)
            continue
        if run:
            yield {"type": "message", "role": item.get("role"), "content": run}
            run = []
        yield thought(_text(part), {}, {"provider": MISTRAL, "provider_data": part})
    if run or "provider_data" in item or "tool_calls" in item:
        yield {**rest, "content": run}


def _thinks(part: Any) -> bool:
    return isinstance(part, dict) and part.get("type") == _THINKING


def _text(part: JsonObject) -> str:
    said = part.get(_THINKING)
    if isinstance(said, str):
        return said
    parts = said if isinstance(said, list) else []
    return "\n".join(each["text"] for each in parts if isinstance(each, dict) and isinstance(each.get("text"), str))
