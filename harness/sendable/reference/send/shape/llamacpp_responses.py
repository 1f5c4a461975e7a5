"""Duties for Responses as llama.cpp's server speaks it: its own rules, strict on items and blind to unknown keys."""

from typing import Any

from sendable.model.json import JsonObject
from sendable.model.target import Target
from sendable.reference.send.shape.arguments import as_object_texts
from sendable.reference.send.shape.content import responses_content
from sendable.reference.send.shape.custom import as_functions
from sendable.reference.send.shape.duty import Duties
from sendable.reference.send.shape.item_ids import item_ids
from sendable.reference.send.shape.listed import listed, nothing_else
from sendable.reference.send.shape.media import media, said_media
from sendable.reference.send.shape.models import text_only
from sendable.reference.send.shape.names import names
from sendable.reference.send.shape.plain_texts import refusals
from sendable.reference.send.shape.reasoning import reasoning, text_of
from sendable.reference.send.shape.typed import typed


def duties(target: Target) -> Duties:
    """Return the duties in order.

    Rules: llamacpp-responses-item-unknown, llamacpp-responses-reasoning-content, llamacpp-responses-refusal,
    llamacpp-responses-said-part, llamacpp-responses-result-part, llamacpp-responses-arguments-not-json.
    """

    def takes(part: JsonObject, medium: str) -> bool:
        return medium == "image" and part.get("type") in ("input_image", "image_url") and not text_only(target.model)

    return {
        "reasoning": reasoning(target, place),
        "item-ids": item_ids(target),
        "custom": as_functions,
        "items": listed(nothing_else),
        "media": media(takes),
        "said-media": said_media,
        "refusals": refusals,
        "content": responses_content,
        "types": typed,
        "names": names(128),
        "arguments": as_object_texts,
    }


def place(item: JsonObject) -> JsonObject | None:
    """Place reasoning whose content begins with a text; where that is missing, the summary's text stands in."""
    if _begins_with_text(item.get("content")) and isinstance(item.get("summary"), list):
        return item
    said = text_of(item)
    if not said:
        return None
    summary = item["summary"] if isinstance(item.get("summary"), list) else []
    return {**item, "summary": summary, "content": [{"type": "reasoning_text", "text": said}]}


def _begins_with_text(content: Any) -> bool:
    first = content[0] if isinstance(content, list) and content else None
    return isinstance(first, dict) and isinstance(first.get("text"), str)
