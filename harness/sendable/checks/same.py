"""Compare two values as JSON sees them: ``1`` is not ``true``, key order does not matter, NaN is itself."""

from typing import Any

import msgspec

from sendable.model.json import Path, dotted


def difference(one: Any, two: Any) -> str | None:
    """Return the path of the first difference, as ``$[3].content``, or None. Any depth and any cycle is borne."""
    found = None if _clearly_same(one, two) else _first(one, two)
    return None if found is None else dotted(found)


def _clearly_same(one: Any, two: Any) -> bool:
    """Whether two values are equal to Python and as JSON; the usual case, and fast."""
    try:
        return bool(one == two) and msgspec.json.encode(one) == msgspec.json.encode(two)
    except (TypeError, ValueError, RecursionError):
        return False


def _first(one: Any, two: Any) -> Path | None:
    waiting: list[tuple[Any, Any, Path]] = [(one, two, ())]
    met: set[tuple[int, int]] = set()
    while waiting:
        one, two, path = waiting.pop()
        if type(one) is not type(two):
            return path
        if not isinstance(one, dict | list | tuple):
            if one != two and (one == one or two == two):  # noqa: PLR0124 - NaN
                return path
        elif (id(one), id(two)) not in met:
            met.add((id(one), id(two)))
            inside, odd = _in_keys(one, two) if isinstance(one, dict) else _in_places(one, two)
            if odd is not None:
                return (*path, odd)
            waiting += [(each, other, (*path, step)) for step, each, other in reversed(inside)]
    return None


def _in_keys(one: dict[Any, Any], two: dict[Any, Any]) -> tuple[list[tuple[Any, Any, Any]], Any]:
    """Return (key, value, other value) of each key, and a key that only one has."""
    odd = next((key for key in [*one, *two] if (key in one) != (key in two)), None)
    return [(key, value, two[key]) for key, value in one.items() if key in two], odd


def _in_places(one: Any, two: Any) -> tuple[list[tuple[Any, Any, Any]], int | None]:
    """Return (index, element, other element) of each place both have, and the first place that only one has.

    Where a list lost an element in the middle, the first place that differs says more than the one that is missing.
    """
    shared = [(index, each, other) for index, (each, other) in enumerate(zip(one, two, strict=False))]
    if len(one) == len(two):
        return shared, None
    differing = (index for index, each, other in shared if _first(each, other) is not None)
    return shared, next(differing, len(shared))
