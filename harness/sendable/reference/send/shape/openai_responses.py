"""Duties for OpenAI Responses."""

import re
from collections.abc import Mapping
from typing import Final

from sendable.ledger import allowlist
from sendable.model.entry import Entry
from sendable.model.item import CALL, CHAT, CUSTOM_CALL, CUSTOM_RESULT, kind
from sendable.model.json import JsonObject
from sendable.model.target import Target
from sendable.reference.send.shape.allowed import allowed, can_be_sent
from sendable.reference.send.shape.arguments import as_texts
from sendable.reference.send.shape.content import responses_content
from sendable.reference.send.shape.custom import as_functions
from sendable.reference.send.shape.duty import Duties, Notes, Placed, each_item
from sendable.reference.send.shape.ids import ids
from sendable.reference.send.shape.item_ids import item_ids
from sendable.reference.send.shape.listed import Taken, listed
from sendable.reference.send.shape.measured import Fields
from sendable.reference.send.shape.media import media, said_media
from sendable.reference.send.shape.models import text_only
from sendable.reference.send.shape.names import names
from sendable.reference.send.shape.provenance import is_foreign
from sendable.reference.send.shape.reasoning import reasoning
from sendable.reference.send.shape.vendors_responses import can_do_without_id, vendor_duties

_ID: Final = re.compile(r".{1,64}", re.DOTALL)
_WAITS: Final = "gpt-6"  # the family whose recording shows a call that waits (ledger row function_call.async)
_NO_CUSTOM_RESULTS: Final = ("xai", "deepseek")  # rules xai-unknown-item-type, deepseek-call-unanswered
_CUSTOM: Final = (CUSTOM_CALL, CUSTOM_RESULT)
_MEDIA: Final = frozenset({"input_image", "image_url", "input_file"})


def duties(target: Target) -> Duties:
    """Return the duties in order.

    Rules: resp-call-id-too-long (64) and resp-call-id-any-charset, resp-function-name-pattern,
    resp-function-name-too-long (128), resp-content-null, resp-output-missing, resp-item-not-persisted,
    resp-assistant-input-text. Roles need nothing: system and developer may stand anywhere
    (resp-system-developer-anywhere). Fields go by the ledger.
    """
    tree: Mapping[str, Fields] = allowlist("openai-responses")

    def takes(part: JsonObject, medium: str) -> bool:
        seen = medium != "image" or not text_only(target.model)
        return seen and part.get("type") in _MEDIA and part.get("provider") != CHAT

    return {
        "reasoning": reasoning(target, place),
        "item-ids": item_ids(target),
        **({"custom": as_functions} if target.vendor in _NO_CUSTOM_RESULTS else {}),
        "items": listed(_known(tree, target)),
        "media": media(takes),
        "said-media": said_media,
        "fields": allowed(tree),
        **({} if target.model.startswith(_WAITS) else {"async": answered_at_once}),
        **vendor_duties(target),
        "content": responses_content,
        "names": names(128),
        "arguments": as_texts,
        "ids": ids(_ID),
    }


def place(item: JsonObject) -> JsonObject | None:
    """Place reasoning as it came; without its encrypted content it is known by id alone, which nobody has stored.

    Rule resp-item-not-persisted: the body says ``store: false``.
    """
    blob = item.get("encrypted_content")
    return item if isinstance(blob, str) and blob and item.get("provider") != CHAT else None


def answered_at_once(placed: list[Placed], notes: Notes) -> list[Placed]:
    """Take from calls the mark that they may wait for their result: only the GPT-6 family was seen to take it."""

    def change(item: JsonObject, _at: int) -> JsonObject:
        if kind(item) != CALL or "async" not in item:
            return item
        notes.count("fields_removed")
        return {key: value for key, value in item.items() if key != "async"}

    return each_item(placed, change)


def _known(tree: Mapping[str, Fields], target: Target) -> Taken:
    """Take what this provider type made, and custom calls of anyone, when all that the API requires may be sent."""

    def taken(item: JsonObject, entry: Entry) -> bool:
        known = can_be_sent(item, tree) and can_do_without_id(item, target)
        return known and (kind(item) in _CUSTOM or not is_foreign(item, entry, target))

    return taken
