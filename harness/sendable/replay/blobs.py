"""Where blobs and ids stand in a request body."""

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from sendable.model.json import Json, JsonObject, Path
from sendable.oracle.seals import is_sealed

_OF_PARTS: Final = ("thoughtSignature", "thought_signature", "redactedContent")
_BLOBS: Final = ("encrypted_content", "signature", "data", *_OF_PARTS)
_FREE: Final = frozenset({"args", "parameters", "input_schema", "inputSchema", "json", "response", "schema"})
# Published by Google: they stand for a signature that there is none of, and are no blobs.
_MARKERS: Final = frozenset({"skip_thought_signature_validator", "context_engineering_is_the_way_to_go"})


class Place(msgspec.Struct, frozen=True):
    """Where a blob stands: in which object, under which key, and the object's path."""

    holder: JsonObject
    key: str
    path: Path

    @property
    def blob(self) -> Any:
        """What stands there."""
        return self.holder[self.key]

    @property
    def kind(self) -> str:
        """What it stands for: ``reasoning``, ``redacted`` or ``compaction``."""
        named = str(self.holder.get("type", ""))
        return "redacted" if self.key == "data" else "compaction" if named.startswith("compaction") else "reasoning"


def places(value: Json, path: Path = ()) -> Iterator[Place]:
    """Yield the places of blobs in the order in which they are read; what is a user's own, as arguments, has none."""
    if isinstance(value, list):
        for n, each in enumerate(value):
            yield from places(each, (*path, n))
    elif isinstance(value, dict):
        yield from (Place(value, key, path) for key in _BLOBS if _is_blob(value, key))
        for key, each in value.items():
            if key not in _FREE and not (key == "input" and isinstance(each, dict)):
                yield from places(each, (*path, key))


def _is_blob(holder: JsonObject, key: str) -> bool:
    """Tell whether a blob stands under a key: one of ours anywhere, any other in an item or block of its kind."""
    blob = holder.get(key)
    if not isinstance(blob, str) or not blob or blob in _MARKERS:
        return False
    typed = isinstance(holder.get("type"), str)
    return is_sealed(blob) or (
        holder.get("type") == "redacted_thinking" if key == "data" else typed or key in _OF_PARTS
    )


def objects(value: Json) -> Iterator[JsonObject]:
    """Yield every object in a JSON value, outer before inner."""
    if isinstance(value, dict):
        yield value
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from objects(each)


def texts(value: Json) -> Iterator[str]:
    """Yield every text in a JSON value; keys are none."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for each in value:
            yield from texts(each)
    elif isinstance(value, dict):
        for each in value.values():
            yield from texts(each)


def renamed(value: Json, ids: dict[str, str]) -> Any:
    """Return a copy of a JSON value in which each text that is a key of `ids` is what stands there for it."""
    if isinstance(value, str):
        return ids.get(value, value)
    if isinstance(value, list):
        return [renamed(each, ids) for each in value]
    if isinstance(value, dict):
        return {key: renamed(each, ids) for key, each in value.items()}
    return value
