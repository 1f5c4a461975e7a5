"""Item ids of other providers: removed, and the call_id that links a call to its result kept (checklist 2.34, 2.38).

So is an id of a message or a call that is no text, or an empty one: rules resp-id-type, resp-id-charset,
vllm-responses-assistant-id-null, vllm-responses-function-call-no-call-id.
"""

from typing import Final

from sendable.model.item import kind
from sendable.model.json import JsonObject
from sendable.model.target import Target
from sendable.reference.send.shape.duty import Duty, Notes, Placed
from sendable.reference.send.shape.provenance import is_foreign

_NEEDED_AS_TEXT: Final = ("message", "function_call", "custom_tool_call")


def item_ids(target: Target) -> Duty:
    """Remove the ids that another provider type gave, or that are no text; those of unknown makers stay."""

    def duty(placed: list[Placed], notes: Notes) -> list[Placed]:
        return [_entry(each, target, notes) for each in placed]

    return duty


def _entry(each: Placed, target: Target, notes: Notes) -> Placed:
    foreign = [
        _removable(item) and (is_foreign(item, each.entry, target) or _is_no_text(item)) for item in each.entry.items
    ]
    if not any(foreign):
        return each
    items = tuple(
        _without_id(item, notes) if gone else item for item, gone in zip(each.entry.items, foreign, strict=True)
    )
    return each.holding(items)


def _removable(item: JsonObject) -> bool:
    return "id" in item and kind(item) != "reasoning"


def _is_no_text(item: JsonObject) -> bool:
    return kind(item) in _NEEDED_AS_TEXT and not (isinstance(item["id"], str) and item["id"])


def _without_id(item: JsonObject, notes: Notes) -> JsonObject:
    notes.count("foreign_ids_removed")
    return {key: value for key, value in item.items() if key != "id"}
