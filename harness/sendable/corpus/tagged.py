"""Values that JSON cannot hold, as tagged objects: ``{"$value": "nan"}``."""

import math
from collections.abc import Callable
from typing import Any

from sendable.corpus.walk import Todo, begun, containers, copied, placed
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
    return any(isinstance(each, dict) and TAG in each for each in containers(value))


def decode_tags(value: Json) -> Any:
    """Return a copy of `value` with every tagged object replaced by what it stands for; each is a fresh object."""
    return copied(value, _decoded)


def _decoded(value: Json, todo: Todo) -> Any:
    return _MAKERS[value[TAG]]() if isinstance(value, dict) and TAG in value else begun(value, todo)


def check_tags(value: Json, path: Path = ()) -> None:
    """Refuse a tagged object that stands for nothing.

    Raises:
        UnreadableInput: with the path of the object.
    """
    for place, each in placed(value, path):
        if isinstance(each, dict) and TAG in each and (len(each) != 1 or each[TAG] not in TAG_NAMES):
            raise UnreadableInput(
                "not a tagged value",
                where=dotted(place),
                hint=f'write {{"{TAG}": NAME}}, NAME one of {", ".join(TAG_NAMES)}',
            )
