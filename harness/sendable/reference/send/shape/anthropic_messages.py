"""Duties for Anthropic Messages."""

import re
from typing import Final

from sendable.ledger import allowlist
from sendable.model.claude_block import PARTS
from sendable.model.data_url import image_address
from sendable.model.entry import Entry
from sendable.model.item import ANTHROPIC, kept_by, kind
from sendable.model.json import JsonObject
from sendable.model.target import Target
from sendable.reference.send.shape.arguments import as_objects
from sendable.reference.send.shape.blank import blank
from sendable.reference.send.shape.custom import as_functions
from sendable.reference.send.shape.duty import Duties
from sendable.reference.send.shape.ids import ids
from sendable.reference.send.shape.item_ids import item_ids
from sendable.reference.send.shape.joined import joined
from sendable.reference.send.shape.kept import kept_measured
from sendable.reference.send.shape.listed import kept_block, listed
from sendable.reference.send.shape.measured import Fields, tag_of
from sendable.reference.send.shape.media import media
from sendable.reference.send.shape.names import names
from sendable.reference.send.shape.plain_texts import refusals
from sendable.reference.send.shape.reasoning import on_anthropic, reasoning
from sendable.reference.send.shape.roles import roles
from sendable.reference.send.shape.server_pairs import server_pairs
from sendable.reference.send.shape.system import system, takes_system

_API: Final = "anthropic-messages"
_ID: Final = re.compile("[a-zA-Z0-9_-]+")
_MEDIA: Final = PARTS - {"text"}
_NO_SYSTEM: Final = "deepseek"  # rule deepseek-anthropic-system-role


def duties(target: Target) -> Duties:
    """Return the duties in order.

    Blank comes before system, which moves texts alone, and before joined, lest a message be emptied by joining it.
    Rules: anthropic-tool-use-id-pattern, anthropic-tool-use-name-length (a definition's name has at most 128
    characters of the alphabet), anthropic-tool-use-input-not-object, and those that the duties' files name.
    """
    return {
        "reasoning": reasoning(target, on_anthropic),
        "item-ids": item_ids(target),
        "custom": as_functions,
        "items": listed(_taken),
        "server-pairs": server_pairs,
        "fields": kept_measured(_API, ANTHROPIC, _placing, bare=frozenset({"text"})),
        "media": media(_takes),
        "refusals": refusals,
        "roles": roles({"developer": "system"}),
        "blank": blank,
        "system": system(takes=_takes_system(target), keyed=ANTHROPIC),
        "names": names(128),
        "arguments": as_objects,
        "ids": ids(_ID),
        "joined": joined,
    }


def _taken(item: JsonObject, entry: Entry) -> bool:
    """Take Claude's own blocks; a compaction of nothing is none (rule anthropic-compaction-empty-string)."""
    return kept_block(ANTHROPIC)(item, entry) and not (kind(item) == "compaction" and item.get("content") == "")


def _takes_system(target: Target) -> bool:
    return takes_system(target.model) and target.vendor != _NO_SYSTEM


def _placing(holder: JsonObject, block: JsonObject) -> tuple[str, Fields | None]:
    """Place a block by its type; what has none is the message itself."""
    place = tag_of(block) or str(holder.get("role"))
    return place, allowlist(_API).get(place)


def _takes(part: JsonObject, _medium: str) -> bool:
    own = part.get("type") in _MEDIA and part.get("provider") in (None, ANTHROPIC)
    return own or kept_by(part, ANTHROPIC) is not None or image_address(part) is not None
