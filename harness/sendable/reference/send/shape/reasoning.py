"""Reasoning: only its maker can read it (checklist 2.31 to 2.33, 2.35, 2.37, 2.52).

What another provider type made is dropped and counted; the target's own is sent back as that API writes it, identical
wherever the API that made it is the API that is asked.
"""

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from sendable.model.claude_block import read_block
from sendable.model.item import ANTHROPIC, CHAT, GOOGLE, MISTRAL, kept_by, kind
from sendable.model.json import JsonObject
from sendable.model.target import Target
from sendable.reference.send.shape.duty import Duty, Notes, Placed
from sendable.reference.send.shape.provenance import is_foreign

Place: TypeAlias = Callable[[JsonObject], JsonObject | None]
"""Returns own reasoning as the API takes it, the same object when it does, None when the API has no place for it."""
_IDENTITY: Final = ("id", "encrypted_content")
_UNSENDABLE: Final = "Own reasoning that this API cannot take back is left out."


def reasoning(target: Target, place: Place) -> Duty:
    """Drop foreign reasoning, and send own reasoning where `place` puts it."""

    def duty(placed: list[Placed], notes: Notes) -> list[Placed]:
        kept = [_entry(each, target, place, notes) if _has_any(each) else each for each in placed]
        return [new for new, old in zip(kept, placed, strict=True) if new.entry.items or new is old]

    return duty


def _has_any(each: Placed) -> bool:
    return any(kind(item) == "reasoning" for item in each.entry.items)


def _entry(each: Placed, target: Target, place: Place, notes: Notes) -> Placed:
    items: list[JsonObject] = []
    in_part = target.provider_type == ANTHROPIC and _some_have_no_place(each, target, place)
    for item in each.entry.items:
        if kind(item) != "reasoning":
            items.append(item)
        elif is_foreign(item, each.entry, target) or ((own := place(item)) is None and item.get("provider") == CHAT):
            notes.count("foreign_reasoning_dropped")
        elif own is None or in_part:
            notes.note("reasoning-left-out", _UNSENDABLE, each.at, item)
        elif any(_is_same(own, each) for each in items):
            notes.count("reasoning_repeated")
        else:
            if own is not item:
                notes.count("reasoning_rewritten")
            items.append(own)
    return each.holding(tuple(items))


def _is_same(thought: JsonObject, other: JsonObject) -> bool:
    """Whether two items are one thought: equal, or of one id and one blob, whatever else was stored with them."""
    blob = thought.get("encrypted_content")
    sealed = isinstance(blob, str) and bool(blob) and kind(other) == "reasoning"
    return thought == other or (sealed and all(thought.get(key) == other.get(key) for key in _IDENTITY))


def _some_have_no_place(each: Placed, target: Target, place: Place) -> bool:
    """Whether the API has no place for one of its own thoughts: of one answer it takes all back or none.

    Rule anthropic-thinking-latest-turn-modified.
    """
    thoughts = [item for item in each.entry.items if kind(item) == "reasoning"]
    return any(not is_foreign(item, each.entry, target) and place(item) is None for item in thoughts)


def nowhere(_item: JsonObject) -> None:
    """Place no reasoning at all."""


def as_chat(item: JsonObject) -> JsonObject | None:
    """Place the text under ``reasoning_content``, where compatible servers read it."""
    if kept_by(item, CHAT) is not None:
        return item
    said = text_of(item)
    return {**item, "provider": CHAT, "provider_data": {"reasoning_content": said}} if said else None


def on_openai_chat(item: JsonObject) -> JsonObject | None:
    """Leave what a Chat message carried; the Responses API's reasoning has no place in Chat."""
    return item if kept_by(item, CHAT) is not None else None


def on_anthropic(item: JsonObject) -> JsonObject | None:
    """Place Claude's block: the kept one, else one made of summary and signature; one that nobody signed has no place.

    Rules anthropic-thinking-signature-missing, -bare, anthropic-redacted-thinking-data-invalid.
    """
    if (block := kept_by(item, ANTHROPIC)) is not None:
        signed = block.get("data" if block.get("type") == "redacted_thinking" else "signature")
        return item if isinstance(signed, str) and signed else None
    said, seal = text_of(item), item.get("encrypted_content")
    if item.get("provider") == CHAT or not (said and isinstance(seal, str) and seal):
        return None
    return read_block({"type": "thinking", "thinking": said, "signature": seal})


def kept_part(provider: str) -> Place:
    """Place only what still has its original beside it."""
    return lambda item: item if kept_by(item, provider) is not None else None


on_gemini: Final = kept_part(GOOGLE)
on_mistral: Final = kept_part(MISTRAL)


def text_of(item: JsonObject) -> str:
    """Return what was thought, as far as it is text: the content's parts, else the summary's, else the kept text."""
    for key in ("content", "summary"):
        parts = item.get(key)
        texts = [_text(part) for part in parts] if isinstance(parts, list) else []
        if any(texts):
            return "\n".join(text for text in texts if text)
    kept = item.get("provider_data")
    found = kept.values() if isinstance(kept, dict) and item.get("provider") == CHAT else ()
    return next((value for value in found if isinstance(value, str) and value), "")


def _text(part: Any) -> str:
    said = part.get("text") if isinstance(part, dict) else None
    return said if isinstance(said, str) else ""
