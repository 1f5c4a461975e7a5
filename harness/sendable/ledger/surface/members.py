"""The fields of a TypedDict or a pydantic model, by their names on the wire."""

import sys
import typing
from functools import cache
from typing import Any

import msgspec

from sendable.ledger.surface.annotation import Unfolded, is_typed_dict, unfold


class Member(msgspec.Struct, frozen=True):
    """One field: its name on the wire, its Python name, whether it is required, what it may hold."""

    name: str
    attribute: str
    required: bool
    holds: Unfolded


@cache
def members(declaring: type) -> dict[str, Member]:
    """Return the fields of a class that is an object on the wire."""
    found = _of_typed_dict(declaring) if is_typed_dict(declaring) else _of_model(declaring)
    return {each.name: each for each in found}


def name_of(declaring: type) -> str:
    """Return where a class is declared."""
    return f"{declaring.__module__}.{declaring.__qualname__}"


def literals(declaring: type, field: str) -> list[str]:
    """Return the values that a field is closed to, none when it has no such field or takes anything."""
    member = members(declaring).get(field)
    return [] if member is None or member.holds.open else member.holds.values


def _of_typed_dict(declaring: Any) -> list[Member]:
    names = _names(declaring)
    found = []
    for key, annotation in _hints(declaring).items():
        holds = unfold(annotation, names)
        # `Required[...]` is a text when the class is made, and so not among its own required keys.
        required = holds.required if holds.required is not None else key in declaring.__required_keys__
        found.append(Member(holds.alias or key, key, required, holds))
    return found


def _hints(declaring: Any) -> dict[str, Any]:
    try:
        return typing.get_type_hints(declaring, include_extras=True)
    except Exception:  # noqa: BLE001 - one bad name spoils all; each is then resolved, or reported, by itself
        return dict(declaring.__annotations__)


def _of_model(declaring: Any) -> list[Member]:
    if not getattr(declaring, "__pydantic_complete__", True):
        declaring.model_rebuild(raise_errors=False)
    names = _names(declaring)
    found = []
    for key, info in declaring.model_fields.items():
        alias = info.serialization_alias or info.alias or key
        found.append(Member(alias, key, info.is_required(), unfold(info.annotation, names)))
    return found


def _names(declaring: type) -> dict[str, Any]:
    return vars(sys.modules[declaring.__module__])
