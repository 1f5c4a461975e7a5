"""A value's measured part: what of it a round trip has shown to pass, at every level (design, section 6.3).

The tree is the ledger's allowlist, the places are the SDK's declarations. What may not be sent is removed in the
smallest whole that can do without it: a field, an element of a list, or, where the API requires what is missing, the
object around it.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final, TypeAlias

from sendable.ledger.declared import declared
from sendable.model.json import Json, JsonObject

Fields: TypeAlias = Mapping[str, Any]
"""A field to the tags of its value to their fields; no tags: the value goes out as it stands."""
Removed: TypeAlias = Callable[[], None]
"""Told of every field, element and object that is removed."""
GONE: Final = object()
"""Stands for a value that cannot be sent."""


class Measured:
    """Cuts the values of one API down to their measured part.

    api: whose declarations say what is required where. removed: told of what is removed.
    """

    def __init__(self, api: str, removed: Removed) -> None:
        self._api = api
        self._removed = removed

    def of_object(self, value: JsonObject, place: str, fields: Fields) -> Any:
        """Return an object's sendable part, `GONE` when a field that the API requires of it cannot be sent.

        Args:
            value: the object; returned itself when all of it may be sent.
            place: its position in the ledger's spelling, as ``text.citations[]:char_location``.
            fields: the allowlist at this place.
        """
        at = declared(self._api).positions.get(place)
        required = at.required if at else ()
        new = {key: self._field(f"{place}.{key}", key, inner, fields) for key, inner in value.items()}
        if any(new.get(key) is GONE for key in required):
            return GONE
        kept = {key: each for key, each in new.items() if not self._is_left_out(key, each, value, required)}
        same = len(kept) == len(value) and all(kept[key] is inner for key, inner in value.items())
        return value if same else kept

    def of_value(self, value: Json, path: str, tags: Fields) -> Any:
        """Return the sendable part of what stands at a field: `GONE` when it is an object of no known form."""
        if isinstance(value, list):
            return self._list(value, f"{path}[]", tags)
        if not isinstance(value, dict) or not (tags or path in _holders(self._api)):
            return value
        tag = tag_of(value)
        return self.of_object(value, f"{path}:{tag}" if tag else path, tags[tag]) if tag in tags else GONE

    def _field(self, path: str, key: str, value: Json, fields: Fields) -> Any:
        return self.of_value(value, path, fields[key]) if key in fields else GONE

    def _is_left_out(self, key: str, new: Any, value: JsonObject, required: tuple[str, ...]) -> bool:
        """Leave out what cannot be sent, and a list that lost all its elements where the API can do without it."""
        left_out = new is GONE or (new == [] and value[key] != [] and key not in required)
        if left_out:
            self._removed()
        return left_out

    def _list(self, values: list[Json], path: str, tags: Fields) -> list[Json]:
        new = [self.of_value(each, path, tags) for each in values]
        kept = [each for each in new if each is not GONE]
        for _ in range(len(values) - len(kept)):
            self._removed()
        same = len(kept) == len(values) and all(one is other for one, other in zip(kept, values, strict=True))
        return values if same else kept


def tag_of(value: JsonObject) -> str:
    """Return the type that an object says it has, ``""`` for none."""
    tag = value.get("type")
    return tag if isinstance(tag, str) else ""


@cache
def _holders(api: str) -> frozenset[str]:
    """Return the paths at which the API declares objects, whatever their tag."""
    return frozenset(map(_untagged, declared(api).positions))


def _untagged(place: str) -> str:
    """Return a position without the tag at its end; a step after the last ``:`` means that it has none there."""
    before, _, tag = place.rpartition(":")
    return before if before and "." not in tag else place
