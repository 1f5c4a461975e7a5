"""Fields of responses whose Python name is not their name on the wire: where echoing an object can go wrong."""

from collections.abc import Iterator

from sendable.ledger.surface.record import Field, Position, Side
from sendable.model.json import Json, JsonObject

_NONE = Field()


def aliased_items(response: Side) -> Iterator[tuple[str, JsonObject]]:
    """Yield, for each such field, its ledger path and a small item that carries it."""
    for place, position in response.positions.items():
        for name, field in position.fields.items():
            if field.attribute:
                # An SDK that finds an item incomplete builds it another way, and then writes it another way too.
                item = place.partition(".")[0]
                yield f"{place}.{name}", _required(item, response.positions[item]) | _inside(place, name)


def _required(item: str, position: Position) -> JsonObject:
    """Fill in what an item needs; among several tags or roles, its own."""
    needed = {name: (*field.values, "x")[0] for name, field in position.fields.items() if field.required}
    tag = "role" if item in position.fields.get("role", _NONE).values else "type"
    return needed | {tag: item}


def _inside(place: str, name: str) -> JsonObject:
    """Build the part of an item that leads to a field, down a place as ``fallback.trigger:refusal``."""
    value: Json = {name: True}
    for step in reversed(place.split(".")[1:]):
        key, colon, tag = step.partition(":")
        holder: Json = {"type": tag, **value} if colon else value
        for _ in range(key.count("[]")):
            holder = [holder]
        value = {key.replace("[]", ""): holder}
    return value  # type: ignore[no-any-return]  # an object, whatever stands in it
