"""The strip list: what responses have and requests do not take, by types alone."""

from collections.abc import Iterator

from sendable.ledger.surface.record import ApiSurface, Side


def strip_list(surface: ApiSurface) -> tuple[str, ...]:
    """Return the ledger paths of the fields that responses have and requests lack, each at its highest place.

    What stands inside a field that is itself on the list is not named, nor what stands inside one that requests
    declare as any object.
    """
    return tuple(_stripped(surface))


def _stripped(surface: ApiSurface) -> Iterator[str]:
    taken = frozenset(surface.request.paths())
    for path in sorted(surface.response.paths()):
        place = path.rpartition(".")[0]
        if path not in taken and (place in surface.request.positions or _is_highest(place, surface.request, taken)):
            yield path


def _is_highest(place: str, request: Side, taken: frozenset[str]) -> bool:
    """Tell whether the object at a place that requests lack is missing by itself, and not with a field around it."""
    if "." not in place:
        return True
    outer, _, step = place.rpartition(".")
    around = f"{outer}.{step.partition(':')[0].replace('[]', '')}"
    has_objects = any(each.startswith((f"{around}:", f"{around}[]")) for each in request.positions)
    return around in taken and has_objects
