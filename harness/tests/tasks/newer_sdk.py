"""Releases that do not exist yet: the dated reading with something more, kept where readings are kept."""

from pathlib import Path

import msgspec

from sendable.ledger.surface import ApiSurface, Field, Position, Side, Surface
from sendable.tasks.dated import dated_reading
from sendable.tasks.readings import _keep
from sendable.tasks.sdk_reading import Reading


def surface_with(sdk: str, version: str, api: str, **sides: dict[str, tuple[str, ...]]) -> Surface:
    """Return the dated surface with more fields: by side (``request``, ``response``, ``tools``), by place."""
    surface = dated_reading(sdk).surface
    apis = tuple(_grown(each, sides) if each.name == api else each for each in surface.apis)
    return msgspec.structs.replace(surface, version=version, apis=apis)


def keep(folder: Path, surface: Surface, **changes: object) -> Reading:
    """Keep a reading of a surface, its other parts as the dated one has them."""
    reading = msgspec.structs.replace(dated_reading(surface.sdk), surface=surface, **changes)
    _keep(reading, folder)
    return reading


def _grown(surface: ApiSurface, sides: dict[str, dict[str, tuple[str, ...]]]) -> ApiSurface:
    return msgspec.structs.replace(
        surface, **{name: _side(getattr(surface, name), places) for name, places in sides.items()}
    )


def _side(side: Side, places: dict[str, tuple[str, ...]]) -> Side:
    positions = dict(side.positions)
    for place, names in places.items():
        known = positions.get(place, Position("new.Type", {}))
        positions[place] = Position(known.where, {**known.fields, **{name: Field() for name in names}})
    return Side(positions, side.unread)
