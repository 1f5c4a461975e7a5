"""System messages that an API takes beside the history, not in it: the leading ones, when they are texts alone."""

from collections.abc import Sequence
from itertools import takewhile

from sendable.model.entry import Entry
from sendable.model.json import JsonObject
from sendable.wire.items import CHAT, kind
from sendable.wire.parts import is_text


def split_system(entries: Sequence[Entry]) -> tuple[list[JsonObject], Sequence[Entry]]:
    """Return the messages of the leading system texts, and the entries after them."""
    leading = list(takewhile(is_system_text, entries))
    return [item for entry in leading for item in entry.items], entries[len(leading) :]


def is_system_text(entry: Entry) -> bool:
    """Whether the entry is a system message of texts alone, with nothing that its maker's message alone can carry."""
    return entry.role == "system" and bool(entry.items) and all(map(_only_text, entry.items))


def _only_text(item: JsonObject) -> bool:
    content = item.get("content")
    held = isinstance(content, str) or (isinstance(content, list) and all(map(is_text, content)))
    kept = "provider_data" in item and item.get("provider") != CHAT
    return kind(item) == "message" and held and not kept and not item.get("tool_calls")
