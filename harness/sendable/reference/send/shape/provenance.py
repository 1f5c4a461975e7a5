"""Who made an item: by what the history says, never by the look of an id."""

from typing import Final

from sendable.model.entry import Entry
from sendable.model.item import ANTHROPIC, CHAT, CONVERSE
from sendable.model.json import JsonObject
from sendable.model.target import Target

_FORMATS: Final = {CONVERSE: ANTHROPIC}


def maker(item: JsonObject, entry: Entry) -> str | None:
    """Return the provider type that made an item, None when the history does not say.

    Messages in the Chat format, and flat ones, say nothing of their maker: many servers write them.
    """
    provider = item.get("provider")
    if not isinstance(provider, str) or provider == CHAT:
        provider = entry.provider
    return None if provider == CHAT else _FORMATS.get(provider or "", provider)


def is_foreign(item: JsonObject, entry: Entry, target: Target) -> bool:
    """Whether another provider type made the item. Unknown makers count as the target's own."""
    return maker(item, entry) not in (None, target.provider_type)
