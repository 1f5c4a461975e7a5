"""Duties for Chat Completions as llama.cpp's server speaks it."""

from sendable.model.json import JsonObject
from sendable.model.target import Target
from sendable.reference.send.shape.arguments import as_object_texts
from sendable.reference.send.shape.content import chat_content
from sendable.reference.send.shape.custom import as_functions
from sendable.reference.send.shape.duty import Duties
from sendable.reference.send.shape.item_ids import item_ids
from sendable.reference.send.shape.listed import listed, nothing_else
from sendable.reference.send.shape.media import media
from sendable.reference.send.shape.models import text_only
from sendable.reference.send.shape.names import names
from sendable.reference.send.shape.plain_texts import refusals
from sendable.reference.send.shape.reasoning import as_chat, reasoning


def duties(target: Target) -> Duties:
    """Return the duties in order.

    Rules: llamacpp-arguments-not-json (templates that take objects read the text), llamacpp-chat-content-missing,
    llamacpp-chat-part-type, llamacpp-tool-call-type.
    """

    def takes(part: JsonObject, medium: str) -> bool:
        return medium == "image" and part.get("type") in ("input_image", "image_url") and not text_only(target.model)

    return {
        "reasoning": reasoning(target, as_chat),
        "item-ids": item_ids(target),
        "custom": as_functions,
        "items": listed(nothing_else),
        "media": media(takes),
        "refusals": refusals,
        "content": chat_content,
        "names": names(128),
        "arguments": as_object_texts,
    }
