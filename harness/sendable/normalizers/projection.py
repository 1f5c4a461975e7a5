"""Bring a history to a shape that a normalizer accepts, without repairing anything."""

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from sendable.model.entry import Entry
from sendable.model.errors import UnreadableInput
from sendable.model.item import kind
from sendable.model.json import Json, JsonObject
from sendable.model.node import Node, read_conversation
from sendable.model.outcome import NotExpressible
from sendable.normalizers.answer import Given
from sendable.reference.send.held import entries_of
from sendable.wire import flat

_CARRIED: Final = frozenset({"message", "function_call", "function_call_output"})
_SHAPES: Final = ("messages", "nodes", "items")
_TEXTS: Final = frozenset({"text", "input_text", "output_text"})


def project(given: Given, accepts: Sequence[str]) -> Given | NotExpressible:
    """Return a request in the first accepted shape that can hold its history; as it is, when its shape is accepted.

    ``items`` is the concatenated context. ``messages`` cannot carry what is neither a message, a call nor a result:
    reasoning, compactions, hosted tools. The script of a ``write`` request has one shape only.
    """
    shape = next((each for each in _SHAPES if each in given.history), None)
    if given.contract == "write" or shape in accepts or shape is None:
        return given
    try:
        if "items" in accepts or "nodes" in accepts:
            return _to_items(given, in_nodes="items" not in accepts)
        return _to_messages(given)
    except UnreadableInput as error:
        return NotExpressible(f"the history cannot be brought to {' or '.join(accepts)}: {error.what}")


def _to_items(given: Given, *, in_nodes: bool) -> Given:
    history = given.history
    items = _items_of_messages(history["messages"]) if "messages" in history else _context(history)
    brought: JsonObject = {"items": items, **_tools(history)}
    if in_nodes:
        brought = {"nodes": [{"id": "items", "sent": items}], "leaf": "items"}
    return msgspec.structs.replace(given, history=brought, next=_items_of_messages(given.next))


def _context(history: JsonObject) -> list[JsonObject]:
    return [item for node in _path(history) for item in (*node.sent, *node.received)]


def _path(history: JsonObject) -> list[Node]:
    conversation = read_conversation(history)
    return conversation.path(conversation.leaf)


def _items_of_messages(messages: list[Json]) -> list[JsonObject]:
    """Turn flat messages into items; what is an item already stays as it is."""
    items: list[JsonObject] = []
    for message in messages:
        if isinstance(message, dict) and "type" in message:
            items.append(message)
            continue
        (entry,) = flat.entries([message])
        if entry.raw is not msgspec.UNSET:
            raise UnreadableInput("it holds something that is no message")
        items += entry.items
    return items


def _to_messages(given: Given) -> Given:
    entries = [entry for node in _path(given.history) for entry in (*entries_of(node.sent), *entries_of(node.received))]
    coming = entries_of(_items_of_messages(given.next))
    brought = {"messages": _messages(entries), **_tools(given.history)}
    return msgspec.structs.replace(given, history=brought, next=_messages(coming))


def _tools(history: JsonObject) -> JsonObject:
    return {"tools": history["tools"]} if "tools" in history else {}


def _messages(entries: Iterable[Entry]) -> list[JsonObject]:
    return flat.messages([msgspec.structs.replace(each, items=tuple(map(_carried, each.items))) for each in entries])


def _carried(item: JsonObject) -> JsonObject:
    """Return the item with its content in plain text, or in parts of type ``text``.

    Raises:
        UnreadableInput: flat messages have no place for it.
    """
    if kind(item) not in _CARRIED:
        raise UnreadableInput(f"flat messages cannot carry an item of type {kind(item)!r}")
    return item | {key: _plain_text(item[key]) for key in ("content", "output") if key in item}


def _plain_text(content: Json) -> Json:
    if not isinstance(content, list):
        return content
    strange = next((part for part in content if not isinstance(part, dict) or part.get("type") not in _TEXTS), None)
    if strange is not None:
        found = strange.get("type") if isinstance(strange, dict) else strange
        raise UnreadableInput(f"flat messages cannot carry a part of type {found!r}")
    texts = [part.get("text") for part in content]
    return texts[0] if len(texts) == 1 else [{"type": "text", "text": text} for text in texts]
