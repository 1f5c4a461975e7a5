"""An item with one field and the same item without it."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Final

import msgspec

from sendable.ledger.surface.record import Position, Side
from sendable.model.errors import BadUsage
from sendable.model.json import Json, JsonObject
from sendable.tasks.field_value import field_value

_DEEPEST: Final = 8


class Items(msgspec.Struct, frozen=True):
    """Two items that differ in one thing. model: that made their blobs. without: None when it is the whole item."""

    name: str
    model: str
    field: JsonObject
    without: JsonObject | None


def two_items(side: Side, path: str, model: str, value: Json | msgspec.UnsetType = msgspec.UNSET) -> Items:
    """Build an item that has the field at a ledger path, and the same without it.

    Where the object cannot be without the field, both differ in the whole object; where the item cannot, in the item.

    Args:
        side: what the SDK declares for requests.
        path: as ``function_call.caller:program.caller_id``.
        model: that made the blobs.
        value: of the field, instead of one that its declaration tells.

    Raises:
        BadUsage: the object that the field stands in is not declared, or no value is known for it.
    """
    place, _, name = path.rpartition(".")
    item, *steps = path.split(".")
    if place not in side.positions:
        raise BadUsage(
            f"the installed SDK declares no {place or path!r}",
            hint="install the release that drift names, or give a request with --body and the field with --value",
        )
    whole = _Built(side, item, model, path, value).object(item, steps)
    if name not in side.positions[place].fields:
        _set(whole, steps, _given(path, value))
    elif value is not msgspec.UNSET:
        _set(whole, steps, value)
    unit = _optional(side, path)
    if "." not in unit:
        return Items(item, model, whole, None)
    return Items(item, model, whole, _removed(whole, unit.split(".")[1:]))


class _Built:
    """Builds the objects of one item."""

    def __init__(self, side: Side, item: str, model: str, path: str, value: Json | msgspec.UnsetType) -> None:
        self._side = side
        self._item = item
        self._model = model
        self._path = path
        self._given = value

    def object(self, place: str, steps: list[str]) -> JsonObject:
        """Build the object at a place with what it requires; where steps go on, with the field that they lead to."""
        position = self._side.positions[place]
        wanted = _name(steps[0]) if steps else ""
        built: JsonObject = {}
        for name, field in position.fields.items():
            if field.required or name == wanted:
                inside = f"{place}.{steps[0]}" if name == wanted and len(steps) > 1 else ""
                built[name] = self._value(place, position, name, inside, steps[1:])
        return built | _tags(place, position)

    def _value(self, place: str, position: Position, name: str, inside: str, steps: list[str]) -> Json:
        path = f"{place}.{name}"
        if path == self._path and self._given is not msgspec.UNSET:
            return self._given
        field = position.fields[name]
        at = inside or next(_objects_at(self._side, path), "")
        plain = field_value(self._item, position.where, name, field, self._model)
        if at and at.count(".") <= _DEEPEST and (inside or plain is msgspec.UNSET or isinstance(plain, list | dict)):
            found: Json = self.object(at, steps if inside else [])
            for _ in range(at[len(path) :].count("[]")):
                found = [found]
            return found
        if plain is msgspec.UNSET:
            raise BadUsage(f"the SDK's types do not tell a value for {path}", hint="give one with --value JSON")
        return plain


def _given(path: str, value: Json | msgspec.UnsetType) -> Json:
    if value is msgspec.UNSET:
        raise BadUsage(f"no SDK declares {path}, so that no value is known", hint="give one with --value JSON")
    return value


def _tags(place: str, position: Position) -> JsonObject:
    """Return what names the object: its type or its role."""
    tag = place.rpartition(":")[2] if "." in place else place
    fields = position.fields
    return {key: tag for key in ("type", "role") if key in fields and tag in fields[key].values}


def _optional(side: Side, path: str) -> str:
    """Return the path of what can be left out: the field, or the smallest thing around it that is not required."""
    place, _, name = path.rpartition(".")
    position = side.positions.get(place)
    field = position.fields.get(name) if position else None
    if field is None or not field.required:
        return path
    if "." not in place:
        return place
    outer, _, step = place.rpartition(".")
    return _optional(side, f"{outer}.{_name(step)}")


def _removed(item: JsonObject, steps: list[str]) -> JsonObject:
    without = deepcopy(item)
    holder = _holder(without, steps)
    holder.pop(_name(steps[-1]), None)
    return without


def _set(item: JsonObject, steps: list[str], value: Json) -> None:
    _holder(item, steps)[_name(steps[-1])] = value


def _holder(value: Json, steps: list[str]) -> JsonObject:
    """Return the object that the last step is a field of."""
    for step in steps[:-1]:
        value = value[_name(step)]
        while isinstance(value, list):
            value = value[0]
    return value  # type: ignore[no-any-return]  # the steps lead through objects, as they were built


def _name(step: str) -> str:
    return step.partition(":")[0].replace("[]", "")


def _objects_at(side: Side, path: str) -> Iterator[str]:
    for place in side.positions:
        rest = place.removeprefix(path) if place.startswith(path) else "."
        if "." not in rest and rest[:1] in ("", ":", "["):
            yield place
