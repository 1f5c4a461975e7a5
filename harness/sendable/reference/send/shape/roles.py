"""Roles that an API does not know, said in those that it does. Roles that nobody knows stay, for the API to refuse."""

from collections.abc import Mapping

import msgspec

from sendable.model.json import JsonObject
from sendable.reference.send.shape.duty import Duty, Notes, Placed
from sendable.wire.items import kind


def roles(renamed: Mapping[str, str]) -> Duty:
    """Rename roles in place, for example ``developer`` to ``system``."""

    def duty(placed: list[Placed], notes: Notes) -> list[Placed]:
        return [_renamed(each, renamed, notes) if each.entry.role in renamed else each for each in placed]

    return duty


def _renamed(each: Placed, renamed: Mapping[str, str], notes: Notes) -> Placed:
    old = each.entry.role or ""
    new = renamed[old]
    notes.note("role-renamed", f"This API has no role {old!r}; the text is sent as {new!r}.", each.at, {"role": old})
    items = tuple(_item(item, old, new) for item in each.entry.items)
    return Placed(each.at, msgspec.structs.replace(each.entry, role=new, items=items))


def _item(item: JsonObject, old: str, new: str) -> JsonObject:
    return {**item, "role": new} if kind(item) == "message" and item.get("role") == old else item
