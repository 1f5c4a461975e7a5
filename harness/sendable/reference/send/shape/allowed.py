"""OpenAI's field allowlist: what a round trip has shown to pass, at every level of every item (checklist 2.42 to 2.48).

The tree comes from the ledger. Keys that it lacks are removed and counted; content parts whose type it lacks are left
out with a warning, except a refusal, which is what the model said and goes out as text.
"""

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from sendable.model.item import NEUTRAL, RESULT, kind
from sendable.model.json import JsonObject
from sendable.reference.send.shape.duty import Duty, Notes, Placed
from sendable.wire.parts import responses_part

Fields: TypeAlias = Mapping[str, Any]
"""A field to the tags of its value to their fields; no tags: the value goes out as it stands."""
_PART: Final = "A content part of a type that this API is not known to take is left out."
_CARRIERS: Final = {"message": "content", RESULT: "output", "custom_tool_call_output": "output"}
_KEPT: Final = NEUTRAL | {"tool_calls"}  # calls in the place of no item stay, for the API to refuse


def allowed(tree: Mapping[str, Fields]) -> Duty:
    """Send only the fields that the tree lists. Items without a list are another duty's."""

    def duty(placed: list[Placed], notes: Notes) -> list[Placed]:
        return [each.holding(tuple(_item(item, each.at, tree, notes) for item in each.entry.items)) for each in placed]

    return duty


def _item(item: JsonObject, at: int, tree: Mapping[str, Fields], notes: Notes) -> JsonObject:
    made = kind(item)
    fields = tree.get(made) if isinstance(made, str) else None
    if fields is None:
        return item
    carrier = _CARRIERS.get(made)
    if carrier and isinstance(item.get(carrier), list):
        item = _with_parts(item, carrier, at, fields, notes)
    apart = _KEPT | {carrier} if carrier else _KEPT
    kept: JsonObject = {}
    for key, value in item.items():
        if key in apart:
            kept[key] = value
        elif key in fields:
            kept[key] = _value(value, fields[key], notes)
        else:
            notes.count("fields_removed")
    return item if kept == item else kept


def _value(value: Any, tags: Fields, notes: Notes) -> Any:
    """Return a value without the objects and keys that are not listed inside it."""
    if not tags:
        return value
    if isinstance(value, list):
        return [_value(each, tags, notes) for each in value if _is_listed(each, tags, notes)]
    if not isinstance(value, dict):
        return value
    fields = tags.get(_tag(value), {})
    for key in value:
        if key not in fields:
            notes.count("fields_removed")
    return {key: _value(inner, fields[key], notes) for key, inner in value.items() if key in fields}


def _is_listed(value: Any, tags: Fields, notes: Notes) -> bool:
    unknown = isinstance(value, dict) and _tag(value) not in tags
    if unknown:
        notes.count("fields_removed")
    return not unknown


def _tag(value: JsonObject) -> str:
    tag = value.get("type")
    return tag if isinstance(tag, str) else ""


def _with_parts(item: JsonObject, carrier: str, at: int, fields: Fields, notes: Notes) -> JsonObject:
    tags = fields.get(carrier, {})
    parts = [_part(part, item, at, tags, notes) for part in item[carrier]]
    kept = [part for part in parts if part is not None]
    same = len(kept) == len(item[carrier]) and all(new is old for new, old in zip(kept, item[carrier], strict=True))
    return item if same else {**item, carrier: kept or ""}


def _part(part: Any, item: JsonObject, at: int, tags: Fields, notes: Notes) -> Any:
    """Return a part with its listed fields, the same object when all are listed, None for one of no listed type."""
    match part:
        case {"type": "refusal", "refusal": str(said)}:
            notes.count("refusals_as_text")
            return {"type": "output_text", "text": said}
    written = responses_part(part, item.get("role", "tool"))
    if not isinstance(written, dict) or not tags:
        return part
    if _tag(written) not in tags:
        notes.note("part-left-out", _PART, at, item)
        return None
    kept = _value(written, tags, notes)
    return part if kept == written else kept
