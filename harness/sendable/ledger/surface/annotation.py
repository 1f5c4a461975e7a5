"""What a Python annotation allows on the wire: objects, null, literal values."""

import datetime as dt
import enum
import os
import types
import typing
from collections import abc
from typing import Any, Union

import msgspec

# An absent keyword is no value; the SDKs mark it with a class of their own.
_ABSENT = frozenset({"NotGiven", "Omit"})
_LISTS = frozenset({list, tuple, set, frozenset, abc.Iterable, abc.Sequence, abc.Collection, abc.Iterator, abc.Set})
_MAPPINGS = frozenset({dict, abc.Mapping, abc.MutableMapping})
_SCALARS = frozenset({str, int, float, bool, bytes, object, Any, dt.datetime, dt.date})
# What an upload may be given as; on the wire it is text.
_FILES = frozenset({typing.IO, typing.BinaryIO, os.PathLike})
_OPEN = _SCALARS | _FILES | _LISTS | _MAPPINGS
_TRANSPARENT = frozenset({"Required", "NotRequired", "ReadOnly", "Final", "ClassVar"})


class Unfolded(msgspec.Struct):
    """An annotation, taken apart.

    objects: classes that are objects on the wire, each with ``[]`` for every list and ``{}`` for every map around it.
    values: literals. open: any text, number or object is allowed beside them. required: as marked, None when it is not.
    alias: the name on the wire, when it is marked. unread: what was not understood.
    """

    objects: list[tuple[str, type]] = []
    values: list[str] = []
    nullable: bool = False
    open: bool = False
    required: bool | None = None
    alias: str = ""
    unread: list[str] = []


def unfold(annotation: Any, names: dict[str, Any]) -> Unfolded:
    """Take an annotation apart.

    Args:
        annotation: resolved as far as it could be.
        names: of the module that it stands in, for forward references.
    """
    found = Unfolded()
    _unfold(annotation, names, "", found)
    return found


def is_typed_dict(value: Any) -> bool:
    """Tell whether a class is a TypedDict, of `typing` or of `typing_extensions`."""
    return isinstance(value, type) and issubclass(value, dict) and hasattr(value, "__total__")


def is_model(value: Any) -> bool:
    """Tell whether a class is a pydantic model."""
    return isinstance(value, type) and hasattr(value, "model_fields")


def _unfold(annotation: Any, names: dict[str, Any], around: str, found: Unfolded) -> None:
    origin = typing.get_origin(annotation)
    if annotation is None or annotation is type(None):
        found.nullable = found.nullable or not around
    elif isinstance(annotation, str | typing.ForwardRef):
        _resolve(annotation, names, around, found)
    elif origin is not None:
        _of_origin(annotation, origin, names, around, found)
    elif hasattr(annotation, "__supertype__"):
        _unfold(annotation.__supertype__, names, around, found)
    elif hasattr(annotation, "__value__"):
        _unfold(annotation.__value__, names, around, found)
    else:
        _plain(annotation, around, found)


def _resolve(reference: str | typing.ForwardRef, names: dict[str, Any], around: str, found: Unfolded) -> None:
    text = reference if isinstance(reference, str) else reference.__forward_arg__
    try:
        # The text is an annotation of the installed SDK, which was imported and so has run already.
        value = eval(text, vars(typing) | names)  # noqa: S307
    except Exception as error:  # noqa: BLE001 - whatever it raises, the place is reported
        found.unread.append(f"{text}: {error}")
        return
    _unfold(value, names, around, found)


def _of_origin(annotation: Any, origin: Any, names: dict[str, Any], around: str, found: Unfolded) -> None:
    inner = typing.get_args(annotation)
    if origin in (Union, types.UnionType):
        _union(inner, names, around, found)
    elif origin is typing.Literal:
        _literals(inner, around, found)
    elif origin in _LISTS:
        for each in inner:
            if each is not Ellipsis:
                _unfold(each, names, f"{around}[]", found)
    elif origin in _MAPPINGS:
        found.open = True
        _unfold(inner[-1], names, f"{around}{{}}", found)
    elif origin is typing.Annotated:
        _aliased(annotation.__metadata__, found)
        _unfold(annotation.__origin__, names, around, found)
    elif (mark := getattr(origin, "_name", None)) in _TRANSPARENT:
        if mark in ("Required", "NotRequired") and found.required is None:
            found.required = mark == "Required"
        _unfold(inner[0], names, around, found)
    else:
        _unfold(origin, names, around, found)


def _union(members: tuple[Any, ...], names: dict[str, Any], around: str, found: Unfolded) -> None:
    for each in members:
        if getattr(each, "__name__", "") not in _ABSENT:
            _unfold(each, names, around, found)


def _literals(values: tuple[Any, ...], around: str, found: Unfolded) -> None:
    for each in values:
        if each is None:
            found.nullable = found.nullable or not around
        else:
            found.values.append(each if isinstance(each, str) else str(each).lower())


def _aliased(metadata: tuple[Any, ...], found: Unfolded) -> None:
    for each in metadata:
        alias = getattr(each, "alias", None)
        if isinstance(alias, str):
            found.alias = alias


def _plain(annotation: Any, around: str, found: Unfolded) -> None:
    """Take a class that has no arguments."""
    if is_typed_dict(annotation) or is_model(annotation):
        found.objects.append((around, annotation))
    elif isinstance(annotation, type) and issubclass(annotation, enum.Enum):
        found.values.extend(str(each.value) for each in annotation)
    elif _takes_anything(annotation):
        found.open = True
    else:
        found.unread.append(f"{annotation!r}")


def _takes_anything(annotation: Any) -> bool:
    if isinstance(annotation, type) and issubclass(annotation, str | int | float | bytes):
        return True
    return isinstance(annotation, abc.Hashable) and annotation in _OPEN
