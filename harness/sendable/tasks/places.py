"""The places of a body that can be taken away one by one, and the body without one."""

import re
from collections.abc import Iterator

import msgspec

from sendable.model.json import Json, JsonObject, Path

_STEP = re.compile(r"\.([^.\[]+)|\[(\d+)\]")
# Without these a thing is not less, it is nothing: to take one away is no repair, unless it is itself the fault.
_IDENTITY = frozenset({"type", "role", "call_id", "tool_call_id", "tool_use_id", "toolUseId"})
_WHOLE = frozenset({"model", "messages", "input", "contents"})


class Place(msgspec.Struct, frozen=True):
    """An element of a list or a field of an object. values: how many single values stand in it."""

    path: Path
    values: int


def places(body: JsonObject, limit: int) -> list[Place]:
    """Return the places of a body, at most `limit`: every element, and every field but those that say what it is.

    The model's name and the history as a whole are no places either.
    """
    found: list[Place] = []
    stack: list[tuple[Path, Json]] = [((), body)]
    while stack and len(found) < limit:
        path, value = stack.pop()
        for step, inner in _parts(value):
            if not _says_what((*path, step)):
                found.append(Place((*path, step), count(inner)))
            stack.append(((*path, step), inner))
    return found[:limit]


def near(body: JsonObject, fault: Path) -> list[Place]:
    """Return the places around a fault: it, what it stands in, its parts, its neighbours, and what shares its ids."""
    paths = [fault[:length] for length in range(len(fault), 0, -1) if length > 1 or fault[0] not in _WHOLE]
    paths += [(*fault, step) for step, _ in _parts(at(body, fault)) if not _says_what((*fault, step))]
    if len(fault) > 1 and isinstance(fault[1], int):
        paths += [(fault[0], fault[1] + 1), (fault[0], fault[1] - 1)]
        paths += _sharing(body, fault[:2])
    known = ((path, at(body, path)) for path in dict.fromkeys(paths))
    return [Place(path, count(value)) for path, value in known if value is not msgspec.UNSET]


def without(body: Json, path: Path) -> Json:
    """Return the body without one place; what is not on the way there is shared with the original."""
    step, rest = path[0], path[1:]
    if isinstance(body, list):
        assert isinstance(step, int)
        inner = [without(body[step], rest)] if rest else []
        return [*body[:step], *inner, *body[step + 1 :]]
    if rest:
        return {**body, step: without(body[step], rest)}
    return {key: value for key, value in body.items() if key != step}


def at(body: Json, path: Path) -> Json:
    """Return what stands at a place, ``UNSET`` when the body has no such place."""
    for step in path:
        inside = 0 <= step < len(body) if isinstance(body, list) and isinstance(step, int) else False
        if not inside and not (isinstance(body, dict) and step in body):
            return msgspec.UNSET
        body = body[step]
    return body


def count(value: Json) -> int:
    """Count the single values in a value; an empty container is one."""
    total, stack = 0, [value]
    while stack:
        inner = [part for _, part in _parts(stack.pop())]
        total += not inner
        stack += inner
    return total


def parse_path(text: str) -> Path:
    """Read what `model.json.dotted` wrote."""
    return tuple(key or int(index) for key, index in _STEP.findall(text))


def _says_what(path: Path) -> bool:
    return path[-1] in _IDENTITY or (len(path) == 1 and path[0] in _WHOLE)


def _parts(value: Json) -> Iterator[tuple[str | int, Json]]:
    if isinstance(value, dict):
        yield from value.items()
    elif isinstance(value, list):
        yield from enumerate(value)


def _sharing(body: JsonObject, item: Path) -> list[Path]:
    """Return the other items in which an id of this one stands too."""
    ids = set(_ids(at(body, item)))
    history = at(body, item[:1])
    others = enumerate(history) if ids and isinstance(history, list) else ()
    return [(*item[:1], n) for n, each in others if n != item[1] and not ids.isdisjoint(_ids(each))]


def _ids(value: Json) -> Iterator[str]:
    stack = [value]
    while stack:
        for step, inner in _parts(stack.pop()):
            if isinstance(inner, str) and str(step).lower().endswith("id"):
                yield inner
            else:
                stack.append(inner)
