"""Walk through JSON, and copy it, without recursion: what could be read can be walked, however deep it is."""

from collections.abc import Callable, Iterator
from typing import TypeAlias

from sendable.model.json import Json, Path

Todo: TypeAlias = list[tuple[Json, Json]]
"""Containers with their copies, which are still to be filled."""


def containers(value: Json) -> Iterator[Json]:
    """Yield every object and list of a value, itself included, a container before what it holds."""
    todo = [value]
    while todo:
        each = todo.pop()
        if isinstance(each, dict | list):
            yield each
            todo.extend(each.values() if isinstance(each, dict) else each)


def levels(value: Json) -> int:
    """Count how many objects and lists stand in each other at the deepest place of a value."""
    count, level = 0, [value]
    while found := [each for each in level if isinstance(each, dict | list)]:
        count += 1
        level = [part for each in found for part in (each.values() if isinstance(each, dict) else each)]
    return count


def placed(value: Json, path: Path = ()) -> Iterator[tuple[Path, Json]]:
    """Yield every object and list of a value with its path, in the order in which they are written."""
    todo = [(path, value)] if isinstance(value, dict | list) else []
    while todo:
        path, each = todo.pop()
        yield path, each
        parts = each.items() if isinstance(each, dict) else enumerate(each)
        todo.extend(reversed([((*path, step), part) for step, part in parts if isinstance(part, dict | list)]))


def copied(value: Json, made: Callable[[Json, Todo], Json]) -> Json:
    """Return a copy that shares no container with `value`.

    Args:
        value: is never changed.
        made: returns what stands for one value in the copy: itself, another, or `begun` of it.
    """
    todo: Todo = []
    top = made(value, todo)
    while todo:
        source, copy = todo.pop()
        if isinstance(copy, dict):
            copy.update((key, made(each, todo)) for key, each in source.items())
        else:
            copy.extend(made(each, todo) for each in source)
    return top


def begun(value: Json, todo: Todo) -> Json:
    """Return the empty copy of a container, which `copied` fills later; anything else as it is."""
    if not isinstance(value, dict | list):
        return value
    copy: Json = {} if isinstance(value, dict) else []
    todo.append((value, copy))
    return copy
