"""Duties for Bedrock Converse."""

import re
from typing import Final

from sendable.model.data_url import image_address, inline
from sendable.model.item import ANTHROPIC, CONVERSE, kept_by
from sendable.model.json import JsonObject
from sendable.model.target import Target
from sendable.reference.send.shape.apart import apart
from sendable.reference.send.shape.arguments import as_objects
from sendable.reference.send.shape.blank import blank, blank_results
from sendable.reference.send.shape.custom import as_functions
from sendable.reference.send.shape.duty import Duties, Notes, Placed
from sendable.reference.send.shape.ids import ids
from sendable.reference.send.shape.item_ids import item_ids
from sendable.reference.send.shape.joined import results_joined
from sendable.reference.send.shape.listed import kept_block, listed
from sendable.reference.send.shape.media import Takes, media
from sendable.reference.send.shape.names import names
from sendable.reference.send.shape.plain_texts import refusals
from sendable.reference.send.shape.reasoning import on_anthropic, reasoning
from sendable.reference.send.shape.roles import roles
from sendable.reference.send.shape.system import system

_ID: Final = re.compile("[a-zA-Z0-9_.:-]{1,64}")


def duties(target: Target) -> Duties:
    """Return the duties in order.

    Rules: bedrock-tool-use-id-pattern, bedrock-tool-name-pattern, bedrock-blank-text, bedrock-whitespace-text,
    bedrock-result-blank-text, bedrock-toolresult-missing (all results of a turn in one message), bedrock-content-null,
    bedrock-mixed-tool-and-text.
    Claude's reasoning goes to Claude alone. The model is no part of the body.
    """
    place = on_anthropic if "claude" in target.model.lower() else _of_converse
    return {
        "reasoning": reasoning(target, place),
        "item-ids": item_ids(target),
        "custom": as_functions,
        "items": listed(kept_block(CONVERSE)),
        "media": media(_takes_on(target)),
        "refusals": refusals,
        "roles": roles({"developer": "system"}),
        "blank": _all_blank,
        "system": system(takes=False, parts=CONVERSE),
        "names": names(64),
        "arguments": as_objects,
        "ids": ids(_ID),
        "joined": results_joined,
        **({"apart": apart} if "llama" in target.model.lower() else {}),
    }


def _of_converse(item: JsonObject) -> JsonObject | None:
    return item if kept_by(item, CONVERSE) is not None and kept_by(item, ANTHROPIC) is None else None


def _takes_on(target: Target) -> Takes:
    """Converse holds the bytes of an image, and no address on the web; Claude sees no films (bedrock-video-model)."""
    blind = {"video"} if "claude" in target.model.lower() else set()

    def takes(part: JsonObject, medium: str) -> bool:
        return medium not in blind and (kept_by(part, CONVERSE) is not None or inline(image_address(part)) is not None)

    return takes


def _all_blank(placed: list[Placed], notes: Notes) -> list[Placed]:
    return blank_results(blank(placed, notes), notes)
