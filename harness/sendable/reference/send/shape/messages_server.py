"""Duties for Anthropic Messages as vLLM and llama.cpp speak it: few blocks are known, and nobody signs a thought."""

from collections.abc import Mapping
from typing import Final

from sendable.model.entry import Entry
from sendable.model.item import kept_by, kind
from sendable.model.json import JsonObject
from sendable.model.target import Target
from sendable.reference.send.shape.arguments import as_objects
from sendable.reference.send.shape.blank import blank
from sendable.reference.send.shape.custom import as_functions
from sendable.reference.send.shape.duty import Duties, Duty
from sendable.reference.send.shape.item_ids import item_ids
from sendable.reference.send.shape.joined import joined
from sendable.reference.send.shape.listed import Taken, listed
from sendable.reference.send.shape.media import media
from sendable.reference.send.shape.models import text_only
from sendable.reference.send.shape.names import names
from sendable.reference.send.shape.plain_texts import refusals
from sendable.reference.send.shape.reasoning import Place, nowhere, reasoning, text_of
from sendable.reference.send.shape.roles import roles

_IMAGES: Final = ("input_image", "image_url", "image")


def messages_duties(
    target: Target,
    blocks: frozenset[str],
    *,
    thinks: bool,
    longest: int = 128,
    further: Mapping[str, Duty] | None = None,
) -> Duties:
    """Return the duties in order.

    blocks: further blocks of its own that the server takes back. thinks: whether thoughts may be in the history.
    longest: how many characters a tool's name may have. further: duties that come last but for the joining of results.
    """
    maker = target.provider_type

    def takes(part: JsonObject, medium: str) -> bool:
        return medium == "image" and part.get("type") in _IMAGES and not text_only(target.model)

    return {
        "reasoning": reasoning(target, as_thinking(maker) if thinks else nowhere),
        "item-ids": item_ids(target),
        "custom": as_functions,
        "items": listed(_own(maker, blocks)),
        "media": media(takes),
        "refusals": refusals,
        "roles": roles({"developer": "system"}),
        "blank": blank,
        "names": names(longest),
        "arguments": as_objects,
        **(further or {}),
        "joined": joined,
    }


def as_thinking(maker: str) -> Place:
    """Place a thought as a ``thinking`` block without a signature, the way that every server of this kind takes it."""

    def place(item: JsonObject) -> JsonObject | None:
        kept = kept_by(item, maker)
        if kept is not None and kept.get("type") in ("thinking", "redacted_thinking") and "signature" not in kept:
            return item
        said = text_of(item)
        block = {"type": "thinking", "thinking": said}
        return {**item, "provider": maker, "provider_data": block} if said else None

    return place


def _own(maker: str, blocks: frozenset[str]) -> Taken:
    def taken(item: JsonObject, _entry: Entry) -> bool:
        return kept_by(item, maker) is not None and kind(item) in blocks

    return taken
