"""Duties for Chat Completions as vLLM speaks it."""

from sendable.model.json import JsonObject
from sendable.model.target import Target
from sendable.reference.send.shape.apart import apart
from sendable.reference.send.shape.arguments import as_object_texts
from sendable.reference.send.shape.content import assistant_says, chat_content
from sendable.reference.send.shape.custom import as_functions
from sendable.reference.send.shape.duty import Duties
from sendable.reference.send.shape.item_ids import item_ids
from sendable.reference.send.shape.listed import listed, nothing_else
from sendable.reference.send.shape.media import media
from sendable.reference.send.shape.models import text_only, vllm_way
from sendable.reference.send.shape.names import names
from sendable.reference.send.shape.plain_texts import plain_texts, refusals
from sendable.reference.send.shape.reasoning import as_chat, nowhere, reasoning
from sendable.reference.send.shape.vllm import for_the_way, longest_name


def duties(target: Target) -> Duties:
    """Return the duties in order.

    Rules: vllm-chat-arguments-object, vllm-chat-arguments-not-json (older releases, so that arguments are always a JSON
    object's text), vllm-chat-content-part-type, and those of mistral-common: vllm-chat-mistral-order, -id-format,
    -thinking, -empty-assistant, -content-or-calls.
    """
    way = vllm_way(target.model)

    def takes(part: JsonObject, medium: str) -> bool:
        return medium == "image" and part.get("type") in ("input_image", "image_url") and not text_only(target.model)

    return {
        "reasoning": reasoning(target, nowhere if way == "mistral-v3" else as_chat),
        "item-ids": item_ids(target),
        "custom": as_functions,
        "items": listed(nothing_else),
        "media": media(takes),
        "refusals": refusals,
        "content": chat_content,
        **({"plain-texts": plain_texts, "assistant": assistant_says} if way != "template" else {}),
        "names": names(longest_name(way)),
        "arguments": as_object_texts,
        **for_the_way(way),
        **({"apart": apart} if way == "mistral-v3" else {}),
    }
