"""Compare two values as JSON sees them: ``1`` is not ``true``, key order does not matter, NaN is itself."""

from typing import Any

from sendable.model.json import Path, dotted


def difference(one: Any, two: Any) -> str | None:
    """Return the path of the first difference, as ``$[3].content``, or None. Cycles are borne, and compared by place."""
    found = _find(one, two, (), set())
    return None if found is None else dotted(found)


def _find(one: Any, two: Any, path: Path, above: set[tuple[int, int]]) -> Path | None:
    kind = type(one)
    if kind is not type(two):
        return path
    if kind is not dict and kind is not list and kind is not tuple:
        return None if one == two or (one != one and two != two) else path  # noqa: PLR0124 - NaN
    if one is two or (id(one), id(two)) in above:
        return None
    above.add((id(one), id(two)))
    found = _in_keys(one, two, path, above) if kind is dict else _in_places(one, two, path, above)
    above.discard((id(one), id(two)))
    return found


def _in_keys(one: dict[Any, Any], two: dict[Any, Any], path: Path, above: set[tuple[int, int]]) -> Path | None:
    if one.keys() != two.keys():
        odd = next(key for key in [*one, *two] if (key in one) != (key in two))
        return (*path, odd)
    for key, value in one.items():
        found = _find(value, two[key], (*path, key), above)
        if found is not None:
            return found
    return None


def _in_places(one: list[Any], two: list[Any], path: Path, above: set[tuple[int, int]]) -> Path | None:
    for index, (each, other) in enumerate(zip(one, two, strict=False)):
        found = _find(each, other, (*path, index), above)
        if found is not None:
            return found
    return None if len(one) == len(two) else (*path, min(len(one), len(two)))
