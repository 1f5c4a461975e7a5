"""Values as plain JSON: fresh copies and compact text, without recursion, strict about what JSON cannot hold."""

from json.encoder import encode_basestring
from math import isfinite
from typing import Final

from sendable.model.json import Json, JsonObject

DEEPEST: Final = 512  # a fixed limit, else it would depend on the interpreter (checklist 1.10)
LONGEST_INTEGER: Final = 2048  # bits; Python refuses to write integers of thousands of digits
LARGEST: Final = 10_000_000  # values; one list put into itself over and over has no end in practice


class NotSerializable(Exception):
    """JSON cannot hold this value: NaN, a cycle, bytes, a custom object, a lone surrogate, too deep, too large."""


def scalar(value: Json) -> str | int | float | bool | None:
    """Return a scalar as the plain Python type.

    Raises:
        NotSerializable: for everything that is no JSON scalar, and for NaN, infinities and lone surrogates.
    """
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return text(value)
    if isinstance(value, int) and value.bit_length() <= LONGEST_INTEGER:
        return int(value)
    if isinstance(value, float) and isfinite(value):
        return float(value)
    raise NotSerializable


def text(value: str) -> str:
    """Return a string as a plain one; raise `NotSerializable` when it has a lone surrogate."""
    try:
        value.encode()
    except UnicodeEncodeError:
        raise NotSerializable from None
    return str.__str__(value)


def scalar_text(value: Json) -> str:
    """Write a scalar as JSON text; raise `NotSerializable` as `scalar` does."""
    plain = scalar(value)
    if isinstance(plain, str):
        return encode_basestring(plain)
    if plain is None or isinstance(plain, bool):
        return {None: "null", True: "true", False: "false"}[plain]
    return repr(plain)


def key(value: Json) -> str:
    """Return a map key as text: text stays, a number is written; raise `NotSerializable` for every other."""
    if isinstance(value, str):
        return text(value)
    if value is None or isinstance(value, bool):
        raise NotSerializable
    return scalar_text(value)


def compact(value: Json) -> str:
    """Write a value as compact JSON text in insertion order, escaping neither slashes nor other scripts.

    Raises:
        NotSerializable: when JSON cannot hold it.
    """
    pieces: list[str] = []
    todo: list[tuple[str | None, Json, int]] = [(None, value, 0)]
    while todo:
        verbatim, each, depth = todo.pop()
        if verbatim is not None:
            pieces.append(verbatim)
        elif isinstance(each, dict):
            inner = [(key(name), entry) for name, entry in each.items()]
            todo.append(("}", None, depth))
            for place in range(len(inner) - 1, -1, -1):
                todo.append((None, inner[place][1], depth + 1))
                todo.append((("," if place else "") + encode_basestring(inner[place][0]) + ":", None, depth))
            pieces.append("{")
        elif isinstance(each, list | tuple):
            todo.append(("]", None, depth))
            for place in range(len(each) - 1, -1, -1):
                todo.append((None, each[place], depth + 1))
                if place:
                    todo.append((",", None, depth))
            pieces.append("[")
        else:
            pieces.append(scalar_text(each))
            continue
        _bounded(depth, len(pieces))
    return "".join(pieces)


def fresh(value: Json) -> Json:
    """Copy a value so that nothing mutable is shared; tuples become lists, number keys become text.

    Raises:
        NotSerializable: when JSON cannot hold it.
    """
    top: list[Json] = [None]
    todo: list[tuple[list[Json] | JsonObject, int | str, Json, int]] = [(top, 0, value, 0)]
    made = 0
    while todo:
        home, place, each, depth = todo.pop()
        made += 1
        if isinstance(each, dict):
            names = {key(name): entry for name, entry in each.items()}
            home[place] = copy = dict.fromkeys(names)  # type: ignore[index]  # place fits home: an index or a name
            todo.extend((copy, name, entry, depth + 1) for name, entry in names.items())
        elif isinstance(each, list | tuple):
            home[place] = row = [None] * len(each)  # type: ignore[index]  # as above
            todo.extend((row, index, entry, depth + 1) for index, entry in enumerate(each))
        else:
            home[place] = scalar(each)  # type: ignore[index]  # as above
            continue
        _bounded(depth, made)
    return top[0]


def _bounded(depth: int, size: int) -> None:
    if depth >= DEEPEST or size > LARGEST:
        raise NotSerializable
