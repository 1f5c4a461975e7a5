"""Item ids of other providers: removed, and the call_id that links a call to its result kept (checklist 2.34, 2.38)."""

from sendable.model.item import kind
from sendable.model.json import JsonObject
from sendable.model.target import Target
from sendable.reference.send.shape.duty import Duty, Notes, Placed
from sendable.reference.send.shape.provenance import is_foreign


def item_ids(target: Target) -> Duty:
    """Remove the ids that another provider type gave; those of unknown makers stay."""

    def duty(placed: list[Placed], notes: Notes) -> list[Placed]:
        return [_entry(each, target, notes) for each in placed]

    return duty


def _entry(each: Placed, target: Target, notes: Notes) -> Placed:
    foreign = [_removable(item) and is_foreign(item, each.entry, target) for item in each.entry.items]
    if not any(foreign):
        return each
    items = tuple(
        _without_id(item, notes) if gone else item for item, gone in zip(each.entry.items, foreign, strict=True)
    )
    return each.holding(items)


def _removable(item: JsonObject) -> bool:
    return "id" in item and kind(item) != "reasoning"


def _without_id(item: JsonObject, notes: Notes) -> JsonObject:
    notes.count("foreign_ids_removed")
    return {key: value for key, value in item.items() if key != "id"}
