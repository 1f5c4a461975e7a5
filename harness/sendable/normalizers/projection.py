"""Bring a history to a shape that a normalizer accepts, without repairing anything."""

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from sendable.model.entry import Entry
from sendable.model.errors import UnreadableInput
from sendable.model.json import Json, JsonObject
from sendable.model.node import Conversation, Node, read_conversation, to_plain
from sendable.model.outcome import NotExpressible
from sendable.normalizers.answer import Given
from sendable.reference.send.held import entries_of
from sendable.wire import flat

_CARRIED: Final = frozenset({"message", "function_call", "function_call_output"})
_SHAPES: Final = ("messages", "nodes", "items")


def project(given: Given, accepts: Sequence[str]) -> Given | NotExpressible:
    """Return a request in the first accepted shape that can hold its history; as it is, when its shape is accepted.

    ``items`` is the concatenated context. ``messages`` cannot carry what is neither a message, a call nor a result:
    reasoning, compactions, hosted tools. The script of a ``write`` request has one shape only.
    """
    shape = next((each for each in _SHAPES if each in given.history), None)
    if given.contract == "write" or shape in accepts or shape is None:
        return given
    try:
        to = "messages" if accepts == ("messages",) else "nodes" if "nodes" in accepts and shape == "items" else ""
        return _to_messages(given) if to == "messages" else _to_items(given, in_nodes="items" not in accepts)
    except UnreadableInput as error:
        return NotExpressible(f"the history cannot be brought to {' or '.join(accepts)}: {error.what}")


def _to_items(given: Given, *, in_nodes: bool) -> Given:
    items = _items_of_messages(given.history["messages"]) if "messages" in given.history else _context(given.history)
    history: JsonObject = {"items": items}
    if in_nodes:
        conversation = read_conversation(history)
        history = to_plain(conversation)
    return msgspec.structs.replace(given, history=history, next=_items_of_messages(given.next))


def _to_messages(given: Given) -> Given:
    nodes = _path(given.history)
    entries = [entry for node in nodes for entry in _entries(node)]
    _refuse_uncarried(item for entry in entries for item in entry.items)
    coming = [Entry("user", (item,)) for item in _items_of_messages(given.next)]
    history = {"messages": flat.messages(entries)}
    return msgspec.structs.replace(given, history=history, next=flat.messages(coming))


def _refuse_uncarried(items: Iterable[JsonObject]) -> None:
    strange = next((item for item in items if item.get("type") not in _CARRIED), None)
    if strange is not None:
        raise UnreadableInput(f"flat messages cannot carry an item of type {strange.get('type')!r}")


def _entries(node: Node) -> list[Entry]:
    return [*entries_of(node.sent), *entries_of(node.received)]


def _path(history: JsonObject) -> list[Node]:
    conversation: Conversation = read_conversation(history)
    return conversation.path(conversation.leaf)


def _context(history: JsonObject) -> list[JsonObject]:
    return [item for node in _path(history) for item in (*node.sent, *node.received)]


def _items_of_messages(messages: Json) -> list[JsonObject]:
    """Turn flat messages into items; what is an item already stays as it is."""
    items: list[JsonObject] = []
    for message in messages if isinstance(messages, list) else [messages]:
        if isinstance(message, dict) and "type" in message:
            items.append(message)
            continue
        for entry in flat.entries([message]):
            if entry.raw is not msgspec.UNSET:
                raise UnreadableInput("it holds something that is no message")
            items += entry.items
    return items
