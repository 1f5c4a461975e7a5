"""Who made an item: by what the history says, never by the look of an id."""

from sendable.model.entry import Entry
from sendable.model.item import maker_named
from sendable.model.json import JsonObject
from sendable.model.target import Target


def maker(item: JsonObject, entry: Entry) -> str | None:
    """Return the provider type that made an item, None when neither it nor its entry says."""
    named = maker_named(item)
    return named if named is not None else maker_named({"provider": entry.provider})


def is_foreign(item: JsonObject, entry: Entry, target: Target) -> bool:
    """Whether another provider type made the item. Unknown makers count as the target's own."""
    return maker(item, entry) not in (None, target.provider_type)
