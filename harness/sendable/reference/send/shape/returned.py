"""Fields that responses have and requests do not take (checklist 2.42 to 2.48): left out of what an API made itself.

The list comes from the SDK's types (`sendable drift` holds it to them). Nothing else is touched: what a tool was given
or said is not looked into, for the list names no place there.
"""

from collections.abc import Mapping
from typing import Any

from sendable.model.item import kept_by, kind
from sendable.model.json import Json, JsonObject
from sendable.reference.send.shape.duty import Duty, Notes, Placed, each_item


def returned(tree: Mapping[str, Any], maker: str) -> Duty:
    """Leave out the fields of a tree as `ledger.strip.strip_tree` gives it, in items and parts that `maker` made."""

    def duty(placed: list[Placed], notes: Notes) -> list[Placed]:
        return each_item(placed, lambda item, _: _item(item, notes))

    def _item(item: JsonObject, notes: Notes) -> JsonObject:
        item = _kept(item, item.get("role"), notes)
        parts = item.get("content") if kind(item) == "message" else None
        if not isinstance(parts, list):
            return item
        new = [_kept(part, None, notes) if isinstance(part, dict) else part for part in parts]
        same = all(one is other for one, other in zip(new, parts, strict=True))
        return item if same else {**item, "content": new}

    def _kept(holder: JsonObject, role: Any, notes: Notes) -> JsonObject:
        kept = kept_by(holder, maker)
        name = kept.get("type", role) if kept else None
        fields = tree.get(name) if isinstance(name, str) else None
        if not kept or not fields:
            return holder
        left = _without(kept, fields)
        if left == kept:
            return holder
        notes.count("response_fields_removed")
        return {**holder, "provider_data": left}

    return duty


def _without(value: JsonObject, fields: Mapping[str, Any]) -> JsonObject:
    return {key: _inside(inner, fields.get(key)) for key, inner in value.items() if fields.get(key) != {}}


def _inside(value: Json, tags: Mapping[str, Any] | None) -> Json:
    """Go on into the objects whose tag the list names."""
    if not tags:
        return value
    if isinstance(value, list):
        return [_inside(each, tags) for each in value]
    if not isinstance(value, dict):
        return value
    tag = value.get("type", "")
    fields = tags.get(tag) if isinstance(tag, str) else None
    return _without(value, fields) if fields else value
