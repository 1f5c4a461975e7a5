"""A value that a field's declaration takes: the first literal, or the simplest text, number or list of its type."""

import typing
from collections import abc
from importlib import import_module
from types import UnionType
from typing import Any, Final, Union

import msgspec

from sendable.model.json import Json

_SCALARS: Final[dict[Any, Json]] = {str: "x", bool: True, int: 1, float: 1.0, object: "x", Any: "x"}
_LISTS: Final = frozenset({list, tuple, set, abc.Iterable, abc.Sequence, abc.Collection})
_MAPPINGS: Final = frozenset({dict, abc.Mapping, abc.MutableMapping})
_TRANSPARENT: Final = frozenset({"Required", "NotRequired", "ReadOnly"})
_NONE: Final = msgspec.UNSET


def plain_value(where: str, attribute: str) -> Json | msgspec.UnsetType:
    """Return a value for a field of a class of the installed SDK; ``UNSET`` where its type tells none.

    Objects have none: they are built from what is declared at their place.

    Args:
        where: the class, as `record.Position` names it.
        attribute: the field's Python name.
    """
    module, _, name = where.rpartition(".")
    try:
        declaring = getattr(import_module(module), name)
        annotation = typing.get_type_hints(declaring, include_extras=True).get(attribute)
    except Exception:  # noqa: BLE001 - a type that is not found or does not resolve tells nothing
        return _NONE
    return _of(annotation)


def _of(annotation: Any) -> Json | msgspec.UnsetType:
    origin = typing.get_origin(annotation)
    if origin is typing.Literal:
        return typing.get_args(annotation)[0]
    if origin in (Union, UnionType):
        values = (_of(each) for each in typing.get_args(annotation) if each is not type(None))
        return next((value for value in values if value is not _NONE), _NONE)
    if origin in _LISTS:
        inner = _of(typing.get_args(annotation)[0])
        return [] if inner is _NONE else [inner]
    if origin in _MAPPINGS or annotation in _MAPPINGS:
        return {}
    if origin is typing.Annotated or getattr(origin, "_name", None) in _TRANSPARENT:
        return _of(typing.get_args(annotation)[0])
    return _SCALARS.get(annotation, _NONE) if isinstance(annotation, abc.Hashable) else _NONE
