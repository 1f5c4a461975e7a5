"""Duties for Gemini."""

import re
from functools import cache
from typing import Final

from sendable.ledger import allowlist
from sendable.model.data_url import image_address
from sendable.model.item import CALL, GOOGLE, kept_by, kind
from sendable.model.json import JsonObject
from sendable.model.target import Target
from sendable.reference.send.shape.arguments import as_objects
from sendable.reference.send.shape.asked import asked
from sendable.reference.send.shape.content import any_content
from sendable.reference.send.shape.custom import as_functions
from sendable.reference.send.shape.duty import Duties, Notes, Placed
from sendable.reference.send.shape.item_ids import item_ids
from sendable.reference.send.shape.joined import results_joined
from sendable.reference.send.shape.kept import kept_measured
from sendable.reference.send.shape.listed import kept_block, listed
from sendable.reference.send.shape.measured import Fields
from sendable.reference.send.shape.media import media
from sendable.reference.send.shape.names import names
from sendable.reference.send.shape.plain_texts import refusals
from sendable.reference.send.shape.reasoning import on_gemini, reasoning
from sendable.reference.send.shape.roles import roles
from sendable.reference.send.shape.system import system

_SKIP: Final = {"thoughtSignature": "skip_thought_signature_validator"}
_NAME: Final = re.compile("[^a-zA-Z0-9_.:-]")
_CAPITAL: Final = re.compile("[A-Z]")
_UNSIGNED: Final = re.compile(r"gemini-[12]\b")


def duties(target: Target) -> Duties:
    """Return the duties in order.

    Rules: gemini-role-invalid, gemini-empty-parts, gemini-function-response-count, gemini-function-call-turn-order,
    gemini-thought-signature-missing, gemini-unknown-name.
    Names keep what Gemini's own tools have (dots, colons). The model is no part of the body.
    """
    return {
        "reasoning": reasoning(target, on_gemini),
        "item-ids": item_ids(target),
        "custom": as_functions,
        "items": listed(kept_block(GOOGLE)),
        "fields": kept_measured("gemini", GOOGLE, _placing),
        "media": media(_takes),
        "refusals": refusals,
        "roles": roles({"developer": "system", "function": "tool"}),
        "content": any_content,
        "system": system(takes=False, parts=GOOGLE),
        "names": names(64, _NAME),
        "arguments": as_objects,
        "joined": results_joined,
        "asked": asked,
        **({} if _UNSIGNED.match(target.model) else {"signatures": signatures}),
    }


def _placing(_holder: JsonObject, part: JsonObject) -> tuple[str, Fields | None]:
    """Place a part among those of a content; one of which no key is known is none."""
    fields = _part_fields()
    return "content.parts[]", fields if fields.keys() & part.keys() else None


@cache
def _part_fields() -> Fields:
    """Return the fields of a part as the ledger lists them, in both spellings; protobuf reads either in JSON."""
    fields: Fields = allowlist("gemini")["content"]["parts"][""]
    return {**{_CAPITAL.sub(lambda each: f"_{each[0].lower()}", key): inner for key, inner in fields.items()}, **fields}


def _takes(part: JsonObject, _medium: str) -> bool:
    return kept_by(part, GOOGLE) is not None or image_address(part) is not None


def signatures(placed: list[Placed], notes: Notes) -> list[Placed]:
    """Mark the first call of each step that has no signature as one not to be verified: Gemini 3 and later ask for one.

    The mark is the one that Google documents for histories of other models; recordings show it accepted.
    """
    return [_step(each, notes) for each in placed]


def _step(each: Placed, notes: Notes) -> Placed:
    items = each.entry.items
    first = next((nth for nth, item in enumerate(items) if kind(item) == CALL), None)
    if first is None:
        return each
    kept = kept_by(items[first], GOOGLE) or {}
    if "thoughtSignature" in kept or "thought_signature" in kept:
        return each
    notes.count("signatures_skipped")
    marked = {**items[first], "provider": GOOGLE, "provider_data": {**kept, **_SKIP}}
    return each.holding((*items[:first], marked, *items[first + 1 :]))
