"""OpenAI's field allowlist: what a round trip has shown to pass, at every level of every item (checklist 2.42 to 2.48).

The tree comes from the ledger. Keys that it lacks are removed and counted; content parts whose type it lacks are left
out with a warning, except a refusal, which is what the model said and goes out as text.
"""

from collections.abc import Mapping
from typing import Any, Final

from sendable.model.item import CARRIERS, NEUTRAL, is_text, kind
from sendable.model.json import JsonObject
from sendable.reference.send.shape.duty import Duty, Notes, Placed
from sendable.reference.send.shape.measured import GONE, Fields, Measured, tag_of
from sendable.wire.parts import responses_part

_API: Final = "openai-responses"
_PART: Final = "A content part of a type that this API is not known to take is left out."
_KEPT: Final = NEUTRAL | {"tool_calls"}  # calls in the place of no item stay, for the API to refuse


def allowed(tree: Mapping[str, Fields]) -> Duty:
    """Send only the fields that the tree lists. Items without a list are another duty's."""

    def duty(placed: list[Placed], notes: Notes) -> list[Placed]:
        cut = Measured(_API, lambda: notes.count("fields_removed"))
        return [
            each.holding(tuple(_item(item, each.at, tree, cut, notes) for item in each.entry.items)) for each in placed
        ]

    return duty


def can_be_sent(item: JsonObject, tree: Mapping[str, Fields]) -> bool:
    """Tell whether an item is of a listed type, and all that the API requires of it is listed too."""
    made = kind(item)
    fields = tree.get(made) if isinstance(made, str) else None
    return (
        fields is not None and Measured(_API, lambda: None).of_object(_apart(item, made)[1], made, fields) is not GONE
    )


def _item(item: JsonObject, at: int, tree: Mapping[str, Fields], cut: Measured, notes: Notes) -> JsonObject:
    made = kind(item)
    fields = tree.get(made) if isinstance(made, str) else None
    if fields is None:
        return item
    kept, rest = _apart(item, made)
    new = cut.of_object(rest, made, fields)
    carrier = CARRIERS.get(made)
    if carrier and isinstance(item.get(carrier), list):
        kept = _with_parts(kept, at, made, fields, cut, notes)
    if new is GONE or (new is rest and all(kept[key] is item[key] for key in kept)):
        return item
    return {key: new.get(key, kept.get(key)) for key in item if key in new or key in kept}


def _apart(item: JsonObject, made: str) -> tuple[JsonObject, JsonObject]:
    """Split off what the list says nothing of, and lists of content parts, which are taken one by one."""
    carrier = CARRIERS.get(made)
    apart = {key for key, value in item.items() if key in _KEPT or (key == carrier and isinstance(value, list))}
    return {key: item[key] for key in item if key in apart}, {key: item[key] for key in item if key not in apart}


def _with_parts(item: JsonObject, at: int, made: str, fields: Fields, cut: Measured, notes: Notes) -> JsonObject:
    carrier = CARRIERS[made]
    tags = fields.get(carrier, {})
    parts = [_part(part, item, at, f"{made}.{carrier}[]", tags, cut, notes) for part in item[carrier]]
    kept = [part for part in parts if part is not None]
    if not tags and all(isinstance(part, str) for part in kept):
        return {**item, carrier: "\n".join(kept)}
    same = len(kept) == len(item[carrier]) and all(new is old for new, old in zip(kept, item[carrier], strict=True))
    return item if same else {**item, carrier: kept or ""}


def _part(part: Any, item: JsonObject, at: int, path: str, tags: Fields, cut: Measured, notes: Notes) -> Any:
    """Return a part with its listed fields, the same object when all are listed, None for one of no listed type.

    Where no type at all is listed, a text is the part's words alone.
    """
    match part:
        case {"type": "refusal", "refusal": str(said)}:
            notes.count("refusals_as_text")
            return {"type": "output_text", "text": said} if tags else said
    if not tags and is_text(part):
        notes.count("texts_joined")
        return part["text"]
    written = responses_part(part, item.get("role", "tool"))
    if not isinstance(written, dict):
        return part
    tag = tag_of(written)
    kept = cut.of_object(written, f"{path}:{tag}", tags[tag]) if tag in tags else GONE
    if kept is GONE:
        notes.note("part-left-out", _PART, at, item)
        return None
    return part if kept == written else kept
