"""What an item is, whoever made it: its kind, its maker, what its maker alone can read of it (design, section 4)."""

from typing import Any, Final

from sendable.model.json import JsonObject

CHAT: Final = "openai-chat"  # maker of what only a Chat message or a flat one can carry
CONVERSE: Final = "bedrock-converse"  # maker of what only a Converse block can carry
ANTHROPIC: Final = "anthropic"
GOOGLE: Final = "google"
MISTRAL: Final = "mistral"
NEUTRAL: Final = frozenset({"provider", "model", "provider_data"})
CALL: Final = "function_call"
RESULT: Final = "function_call_output"
CUSTOM_CALL: Final = "custom_tool_call"
CUSTOM_RESULT: Final = "custom_tool_call_output"
CARRIERS: Final = {"message": "content", RESULT: "output", CUSTOM_RESULT: "output"}
"""The key under which an item holds content, a text or a list of parts, by the item's type."""
TEXTS: Final = frozenset({"text", "input_text", "output_text"})


def kind(item: JsonObject) -> Any:
    """Return the item's type; an item with a role and no type is a message, as on the Responses API."""
    return item.get("type", "message" if "role" in item else None)


def kept_by(item: JsonObject, maker: str) -> JsonObject | None:
    """Return what this maker alone can read of an item or part, or None."""
    data = item.get("provider_data")
    return data if item.get("provider") == maker and isinstance(data, dict) else None


def maker_named(item: JsonObject) -> str | None:
    """Return the provider type that an item names as its maker, None where it names none.

    Messages in the Chat format say nothing of their maker: many servers write them. Converse is Claude's.
    """
    named = item.get("provider")
    if not isinstance(named, str) or not named or named == CHAT:
        return None
    return ANTHROPIC if named == CONVERSE else named


def plain(item: JsonObject) -> JsonObject:
    """Return the item without the keys that no provider knows."""
    return {key: value for key, value in item.items() if key not in NEUTRAL}


def picked(source: JsonObject, names: dict[str, str]) -> JsonObject:
    """Return the named keys under their new names; a key that is absent stays absent."""
    return {new: source[old] for old, new in names.items() if old in source}


def is_text(part: Any) -> bool:
    """Whether the part is a text in the words of any API."""
    return (
        isinstance(part, dict)
        and isinstance(part.get("type"), str)
        and part["type"] in TEXTS
        and isinstance(part.get("text"), str)
    )


def text_type(role: Any) -> str:
    """Return the Responses type of a text said by this role."""
    return "output_text" if role == "assistant" else "input_text"


def thought(text: Any, seal: JsonObject, kept: JsonObject) -> JsonObject:
    """Return a reasoning item of a maker that gives no item ids.

    text: what was thought; goes to ``summary`` unless it is empty. seal: ``{"encrypted_content": …}`` or nothing.
    kept: the keys ``provider`` and ``provider_data``.
    """
    summary = [{"type": "summary_text", "text": text}] if isinstance(text, str) and text else []
    return {"type": "reasoning", "id": "", "summary": summary, **seal, **kept}
