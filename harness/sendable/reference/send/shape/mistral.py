"""Duties for Mistral's chat."""

import re
from typing import Final

from sendable.model.data_url import image_address
from sendable.model.item import MISTRAL
from sendable.model.json import JsonObject
from sendable.model.target import Target
from sendable.reference.send.shape.arguments import as_texts
from sendable.reference.send.shape.content import assistant_says, chat_content
from sendable.reference.send.shape.custom import as_functions
from sendable.reference.send.shape.duty import Duties
from sendable.reference.send.shape.ids import ids, nine
from sendable.reference.send.shape.item_ids import item_ids
from sendable.reference.send.shape.listed import listed, nothing_else
from sendable.reference.send.shape.media import media, said_media
from sendable.reference.send.shape.models import text_only
from sendable.reference.send.shape.names import names
from sendable.reference.send.shape.opening import opened_by_user
from sendable.reference.send.shape.plain_texts import refusals
from sendable.reference.send.shape.reasoning import on_mistral, reasoning
from sendable.reference.send.shape.roles import roles
from sendable.reference.send.shape.system import system

NINE: Final = re.compile("[a-zA-Z0-9]{9}")
_OWN: Final = frozenset({"document_url", "input_audio", "file"})


def duties(target: Target) -> Duties:
    """Return the duties in order.

    Rules: mistral-tool-call-id-format, mistral-assistant-empty, mistral-system-after-others (system messages go to the
    front), mistral-image-text-only-model, mistral-function-name. No role developer is known. A history that begins with
    a call gets a turn ahead: Mistral's published validator overlooks the first message's calls. It takes no image in
    what the assistant said (mistral_common 1.13.1, AssistantMessage).
    """

    def takes(part: JsonObject, _medium: str) -> bool:
        if image_address(part) is not None:
            return not text_only(target.model)
        return part.get("type") in _OWN and part.get("provider") in (None, MISTRAL)

    return {
        "reasoning": reasoning(target, on_mistral),
        "item-ids": item_ids(target),
        "custom": as_functions,
        "items": listed(nothing_else),
        "media": media(takes),
        "said-media": said_media,
        "refusals": refusals,
        "roles": roles({"developer": "system"}),
        "content": chat_content,
        "assistant": assistant_says,
        "system": system(takes=False),
        "names": names(64),
        "arguments": as_texts,
        "ids": ids(NINE, nine),
        "opening": opened_by_user,
    }
