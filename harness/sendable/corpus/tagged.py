"""Values that JSON cannot hold, as tagged objects: ``{"$value": "nan"}``."""

import math
from collections.abc import Callable
from typing import Any

from sendable.model.errors import UnreadableInput
from sendable.model.json import Json, Path, dotted

TAG = "$value"


def _cycle() -> Json:
    loop: dict[str, Any] = {"type": "text"}
    loop["self"] = loop
    return loop


_MAKERS: dict[str, Callable[[], Any]] = {
    "nan": lambda: math.nan,
    "infinity": lambda: math.inf,
    "-infinity": lambda: -math.inf,
    "bytes": lambda: b"\xff\x00",
    "cycle": _cycle,
    "lone-surrogate": lambda: "a\ud800",
    "set": lambda: {"a"},
}
TAG_NAMES = tuple(_MAKERS)
"""What may stand after ``$value``."""


def has_tags(value: Json) -> bool:
    """Whether a tagged value stands anywhere in `value`; such a history goes only to in-process normalizers."""
    if isinstance(value, dict):
        return TAG in value or any(has_tags(each) for each in value.values())
    return isinstance(value, list) and any(has_tags(each) for each in value)


def decode_tags(value: Json) -> Any:
    """Return a copy of `value` with every tagged object replaced by what it stands for; each is a fresh object."""
    if isinstance(value, dict):
        if TAG in value:
            return _MAKERS[value[TAG]]()
        return {key: decode_tags(each) for key, each in value.items()}
    return [decode_tags(each) for each in value] if isinstance(value, list) else value


def check_tags(value: Json, path: Path = ()) -> None:
    """Refuse a tagged object that stands for nothing.

    Raises:
        UnreadableInput: with the path of the object.
    """
    if isinstance(value, dict):
        if TAG in value and (len(value) != 1 or value[TAG] not in TAG_NAMES):
            raise UnreadableInput(
                "not a tagged value",
                where=dotted(path),
                hint=f'write {{"{TAG}": NAME}}, NAME one of {", ".join(TAG_NAMES)}',
            )
        for key, each in value.items():
            check_tags(each, (*path, key))
    elif isinstance(value, list):
        for index, each in enumerate(value):
            check_tags(each, (*path, index))
