"""A smallest item of a kind, filled in as its declaration asks, to see what becomes of one field."""

from collections.abc import Iterator

from sendable.ledger.surface.record import Field, Side
from sendable.model.json import Json, JsonObject

_TEXT = "x"
_DEEPEST = 8
_NO_FIELD = Field()


def sample(side: Side, path: str) -> JsonObject:
    """Return an item with its required fields and the field at a ledger path.

    Args:
        side: the declarations.
        path: as ``function_call.caller:program.caller_id``; declared there.
    """
    item, *steps = path.split(".")
    return _object(side, item, steps)


def _object(side: Side, place: str, steps: list[str]) -> JsonObject:
    """Build the object at a place; where steps go on, the field they lead to is in it whether required or not."""
    position = side.positions[place]
    wanted = steps[0].partition(":")[0].replace("[]", "") if steps else ""
    built: JsonObject = {}
    for name, field in position.fields.items():
        if field.required or name == wanted:
            inside = f"{place}.{steps[0]}" if name == wanted and len(steps) > 1 else ""
            built[name] = _value(side, f"{place}.{name}", inside, steps[1:])
    for key in ("type", "role"):
        tag = place.rpartition(":")[2] if "." in place else place
        if tag in position.fields.get(key, _NO_FIELD).values:
            built[key] = tag
    return built


def _value(side: Side, path: str, inside: str, steps: list[str]) -> Json:
    place = inside or next(_objects_at(side, path), "")
    if place and place.count(".") <= _DEEPEST:
        value: Json = _object(side, place, steps if inside else [])
        for _ in range(place[len(path) :].count("[]")):
            value = [value]
        return value
    position, _, name = path.rpartition(".")
    return (*side.positions[position].fields[name].values, _TEXT)[0]


def _objects_at(side: Side, path: str) -> Iterator[str]:
    for place in side.positions:
        rest = place.removeprefix(path) if place.startswith(path) else "."
        if "." not in rest and rest[:1] in ("", ":", "["):
            yield place
