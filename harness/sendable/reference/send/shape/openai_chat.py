"""Duties for OpenAI Chat Completions, and for vendors that speak it."""

import re
from typing import Final

from sendable.ledger import allowlist
from sendable.model.data_url import image_address, inline
from sendable.model.item import CALL, CHAT, RESULT, kept_by, kind
from sendable.model.json import JsonObject
from sendable.model.target import Target
from sendable.reference.send.shape.arguments import as_texts
from sendable.reference.send.shape.content import any_content, assistant_says, chat_content, filled_outputs
from sendable.reference.send.shape.custom import as_functions
from sendable.reference.send.shape.duty import Duties, Duty, Notes, Placed
from sendable.reference.send.shape.ids import ids
from sendable.reference.send.shape.item_ids import item_ids
from sendable.reference.send.shape.joined import turns_joined
from sendable.reference.send.shape.kept import kept_measured
from sendable.reference.send.shape.listed import listed, nothing_else
from sendable.reference.send.shape.measured import Fields, tag_of
from sendable.reference.send.shape.media import media
from sendable.reference.send.shape.models import text_only
from sendable.reference.send.shape.names import names
from sendable.reference.send.shape.reasoning import nowhere, on_openai_chat, reasoning
from sendable.reference.send.shape.roles import roles

_API: Final = "openai-chat"
_ID: Final = re.compile(r".{1,64}", re.DOTALL)
_ONLY_USER: Final = {"system": "user", "developer": "user"}
_MEDIA: Final = frozenset({"input_image", "image_url", "input_audio", "file", "audio"})
_WITHOUT_REASONING: Final = frozenset({"groq", "cerebras"})
_WITH_REASONING: Final = frozenset({"deepseek", "moonshot"})


def duties(target: Target) -> Duties:
    """Return the duties in order.

    Rules: chat-tool-call-id-64 (any characters, at most 64), chat-function-name-pattern (a definition's name has at
    most 64), chat-arguments-object, chat-content-null, chat-o1-mini-system and chat-o1-mini-developer,
    chat-image-text-only-model. Of vendors: groq- and cerebras-reasoning-content-unsupported,
    deepseek- and moonshot-reasoning-content-missing, xai-empty-content,
    ollama-image-address, ollama-part-unknown, zai-messages-illegal.
    """

    def takes(part: JsonObject, medium: str) -> bool:
        seen = not (text_only(target.model) if medium == "image" else medium == "audio" and _is_deaf(target))
        if target.vendor == "ollama":
            return seen and inline(image_address(part)) is not None
        return seen and part.get("type") in _MEDIA

    return {
        "reasoning": reasoning(target, nowhere if target.vendor in _WITHOUT_REASONING else on_openai_chat),
        "item-ids": item_ids(target),
        "custom": as_functions,
        "items": listed(nothing_else),
        **({} if target.vendor else {"fields": kept_measured(_API, CHAT, _placing)}),
        "media": media(takes),
        "tool-media": tool_media(target.model),
        "roles": roles(_ONLY_USER if target.model.startswith("o1-mini") else {}),
        "content": chat_content,
        **({"lists": any_content, "outputs": filled_outputs} if target.vendor == "xai" else {}),
        **({"thoughts": thoughts} if target.vendor in _WITH_REASONING else {}),
        "names": names(64),
        "arguments": as_texts,
        "ids": ids(_ID),
        **({"assistant": assistant_says, "joined": turns_joined} if target.vendor == "zai" else {}),
    }


def _placing(holder: JsonObject, kept: JsonObject) -> tuple[str, Fields | None]:
    """Place what is kept of a call by the call's type, anything else as a part of the message."""
    fields = allowlist(_API)["assistant"]
    if kind(holder) != CALL:
        return "assistant", fields
    made = tag_of(kept) or "function"
    return f"assistant.tool_calls[]:{made}", fields["tool_calls"].get(made)


def _is_deaf(target: Target) -> bool:
    """Whether the model is OpenAI's and has no ears (rule chat-audio-model)."""
    return target.vendor in (None, "azure") and "audio" not in target.model


def tool_media(model: str) -> Duty:
    """Write images in results and in what the assistant said as notes, for models that take them from users alone.

    Rule chat-image-in-tool: the models of the gpt-4o and gpt-4 lines.
    """
    if not re.match(r"(?:.*gpt-4o|gpt-4$|gpt-4-)", model):
        return lambda placed, _notes: placed
    noted = media(lambda _part, medium: medium != "image")

    def duty(placed: list[Placed], notes: Notes) -> list[Placed]:
        return [noted([each], notes)[0] if _is_answer(each) else each for each in placed]

    return duty


def _is_answer(each: Placed) -> bool:
    return each.entry.role == "assistant" or any(kind(item) == RESULT for item in each.entry.items)


def thoughts(placed: list[Placed], notes: Notes) -> list[Placed]:
    """Give every message with calls a ``reasoning_content``, an empty one where none was kept."""
    return [_thoughtful(each, notes) for each in placed]


def _thoughtful(each: Placed, notes: Notes) -> Placed:
    items = each.entry.items
    has_calls = each.entry.role == "assistant" and any(kind(item) == CALL for item in items)
    if not has_calls or any((kept_by(item, CHAT) or {}).get("reasoning_content") is not None for item in items):
        return each
    notes.count("reasoning_content_filled")
    kept = {"provider": CHAT, "provider_data": {"reasoning_content": ""}}
    empty = {"type": "reasoning", "id": "", "summary": [], "content": [], **kept}
    return each.holding((empty, *items))
