"""What every wire format asks of an item."""

from typing import Any, Final

from sendable.model.json import JsonObject

CHAT: Final = "openai-chat"  # maker of what only a Chat message or a flat one can carry
ANTHROPIC: Final = "anthropic"
NEUTRAL: Final = frozenset({"provider", "model", "provider_data"})
CALL: Final = "function_call"
RESULT: Final = "function_call_output"


def kind(item: JsonObject) -> Any:
    """Return the item's type; an item with a role and no type is a message, as on the Responses API."""
    return item.get("type", "message" if "role" in item else None)


def kept_by(item: JsonObject, maker: str) -> JsonObject | None:
    """Return what this maker alone can read of an item or part, or None."""
    data = item.get("provider_data")
    return data if item.get("provider") == maker and isinstance(data, dict) else None


def plain(item: JsonObject) -> JsonObject:
    """Return the item without the keys that no provider knows."""
    return {key: value for key, value in item.items() if key not in NEUTRAL}


def picked(source: JsonObject, names: dict[str, str]) -> JsonObject:
    """Return the named keys under their new names; a key that is absent stays absent."""
    return {new: source[old] for old, new in names.items() if old in source}
