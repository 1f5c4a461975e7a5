"""Reading fields out of files that others wrote, with an error that says where."""

from collections.abc import Iterator

from sendable.model.errors import UnreadableInput
from sendable.model.json import Json, JsonObject


def objects(values: Json, place: str) -> Iterator[tuple[int, JsonObject]]:
    """Yield the objects of a list, counted from 1.

    Raises:
        UnreadableInput: it is no list, or an element is no object.
    """
    if not isinstance(values, list):
        raise UnreadableInput("this must be a list of interactions", where=place)
    for n, each in enumerate(values, start=1):
        if not isinstance(each, dict):
            raise UnreadableInput("an interaction must be an object", where=f"{place}, number {n}")
        yield n, each


def within(container: JsonObject, key: str, place: str) -> JsonObject:
    """Return the object under a key.

    Raises:
        UnreadableInput: it is missing or no object.
    """
    value = container.get(key)
    if not isinstance(value, dict):
        raise UnreadableInput(f"`{key}` is missing or no object", where=place)
    return value


def whole(value: Json, name: str, place: str) -> int:
    """Return a whole number, which some formats write as text.

    Raises:
        UnreadableInput: it is none.
    """
    if isinstance(value, str) and value.isascii() and value.isdigit():
        return int(value)
    if not isinstance(value, int) or isinstance(value, bool):
        raise UnreadableInput(f"`{name}` must be a whole number, not {value!r:.40}", where=place)
    return value
