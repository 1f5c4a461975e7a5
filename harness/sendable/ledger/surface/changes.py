"""What became different between two surfaces of one API, by place on the wire; Python names never count."""

from collections.abc import Iterator
from typing import Literal

import msgspec

from sendable.ledger.surface.record import Field, Side

Kind = Literal[
    "added",
    "removed",
    "required",
    "optional",
    "nullable",
    "not-nullable",
    "more-values",
    "fewer-values",
    "open",
    "closed",
]


class Change(msgspec.Struct, frozen=True, omit_defaults=True):
    """One difference. path: of a field. detail: the values that came or went."""

    path: str
    what: Kind
    detail: str = ""


def changes(before: Side, after: Side) -> tuple[Change, ...]:
    """Return the differences in the order of their paths."""
    old, new = _by_path(before), _by_path(after)
    found: list[Change] = []
    for path in sorted(old.keys() | new.keys()):
        if path not in old:
            found.append(Change(path, "added"))
        elif path not in new:
            found.append(Change(path, "removed"))
        else:
            found.extend(_of_field(path, old[path], new[path]))
    return tuple(found)


def _by_path(side: Side) -> dict[str, Field]:
    return {f"{place}.{name}": field for place, at in side.positions.items() for name, field in at.fields.items()}


def _of_field(path: str, old: Field, new: Field) -> Iterator[Change]:
    if old.required != new.required:
        yield Change(path, "required" if new.required else "optional")
    if old.nullable != new.nullable:
        yield Change(path, "nullable" if new.nullable else "not-nullable")
    if bool(old.values) != bool(new.values):
        yield Change(path, "closed" if new.values else "open")
        return
    came, went = sorted({*new.values} - {*old.values}), sorted({*old.values} - {*new.values})
    if came:
        yield Change(path, "more-values", ", ".join(came))
    if went:
        yield Change(path, "fewer-values", ", ".join(went))
