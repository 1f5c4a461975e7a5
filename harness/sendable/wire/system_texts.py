"""System messages that an API takes beside the history, not in it: the leading ones, when they are texts alone."""

from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from sendable.model.entry import Entry
from sendable.model.json import JsonObject
from sendable.wire.items import kept_by, kind
from sendable.wire.parts import is_text


def split_system(
    entries: Sequence[Entry], *, keyed: str = "", parts: str = ""
) -> tuple[list[JsonObject], Sequence[Entry]]:
    """Return the messages of the leading system texts, and the entries after them.

    keyed: a maker whose messages may have keys of their own, which the place beside the history cannot carry.
    parts: a maker whose own parts it can carry beside texts.
    """
    leading = list(takewhile(lambda entry: is_system_text(entry, keyed=keyed, parts=parts), entries))
    return [item for entry in leading for item in entry.items], entries[len(leading) :]


def is_system_text(entry: Entry, *, keyed: str = "", parts: str = "") -> bool:
    """Whether the entry is a system message that can stand beside the history."""
    items = entry.items
    return entry.role == "system" and bool(items) and all(_can_stand(item, keyed, parts) for item in items)


def _can_stand(item: JsonObject, keyed: str, parts: str) -> bool:
    content = item.get("content")
    held = isinstance(content, str) or (isinstance(content, list) and all(_is_carried(part, parts) for part in content))
    return kind(item) == "message" and held and kept_by(item, keyed) is None and not item.get("tool_calls")


def _is_carried(part: Any, maker: str) -> bool:
    return is_text(part) or (isinstance(part, dict) and part.get("provider") == maker)
