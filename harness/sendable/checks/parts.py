"""Take a list of content parts apart, whatever format wrote them."""

from collections.abc import Iterator

from sendable.checks.content import must_survive
from sendable.checks.piece import Piece
from sendable.model.json import Json, JsonObject, Path

_TEXT_KEYS = ("text", "refusal")
_MEDIA = frozenset(
    {"image", "image_url", "input_image", "file", "input_file", "document", "input_audio", "audio", "video"}
)


def part_pieces(parts: list[Json], path: Path, number: int, role: str) -> Iterator[Piece]:
    """Yield a text for each part with a text, and media for each image, file or sound; other parts are passed over."""
    for index, part in enumerate(parts):
        place, at = (*path, index), (number, index)
        text = _text(part)
        if text is not None:
            if must_survive(text):
                yield Piece(kind="text", path=place, at=at, role=role, content=text)
        elif isinstance(part, dict) and part.get("type") in _MEDIA:
            yield Piece(kind="media", path=place, at=at, role=role, content=_reference(part))


def said(output: Json) -> Json:
    """Return an output, None for a list of parts that say nothing."""
    parts = output if isinstance(output, list) else [output]
    blank = all(
        isinstance(part, dict) and isinstance(part.get("text"), str) and not part["text"].strip() for part in parts
    )
    return None if blank else output


def _text(part: Json) -> str | None:
    if isinstance(part, str):
        return part
    found = [part[key] for key in _TEXT_KEYS if isinstance(part.get(key), str)] if isinstance(part, dict) else []
    return found[0] if found else None


def _reference(part: JsonObject) -> str:
    """Return the longest text inside a part: the address or the data of what it shows."""
    waiting, longest = [part], ""
    while waiting:
        for value in waiting.pop().values():
            if isinstance(value, dict):
                waiting.append(value)
            elif isinstance(value, str) and len(value) > len(longest):
                longest = value
    return longest.rpartition("base64,")[2]
