"""Pictures and files that the target cannot take, as a note that carries the file's name (checklist 2.40).

Images of any kind and at any place go for a model that reads text alone. A file, document, sound or film in the words
of another API goes everywhere, for no API reads another's; so does any other part that only its maker can read, and
its cache markers without a trace. What no API knows and nobody made stays, to be refused.
"""

from collections.abc import Callable
from pathlib import PurePosixPath
from typing import Any, Final, TypeAlias
from urllib.parse import unquote, urlsplit

from sendable.model.arguments import as_text
from sendable.model.data_url import image_address, inline
from sendable.model.item import CARRIERS, TEXTS, kind, text_type
from sendable.model.json import JsonObject
from sendable.reference.send.shape.duty import Duty, Notes, Placed

Takes: TypeAlias = Callable[[JsonObject, str], bool]
"""Asked with a part and its medium (``image``, ``file``, …): whether the target takes it there."""
_MEDIA: Final = {
    "input_image": "image",
    "image_url": "image",
    "image": "image",
    "input_file": "file",
    "file": "file",
    "container_upload": "file",
    "fileData": "file",
    "file_data": "file",
    "inlineData": "file",
    "inline_data": "file",
    "document": "document",
    "document_url": "document",
    "search_result": "document",
    "input_audio": "audio",
    "audio": "audio",
    "video": "video",
    "input_video": "video",
}
_MARKERS: Final = frozenset({"cachePoint"})
_NAMES: Final = ("filename", "file_name", "name", "title")
_WHY: Final = "Media that this target does not take are sent as a note with the file's name."


def media(takes: Takes) -> Duty:
    """Write a note in the place of each medium that the target does not take."""

    def duty(placed: list[Placed], notes: Notes) -> list[Placed]:
        return [each.holding(tuple(_item(item, each.at, takes, notes) for item in each.entry.items)) for each in placed]

    return duty


def said_media(placed: list[Placed], notes: Notes) -> list[Placed]:
    """Write a note for each medium in what the assistant said: the Responses API takes texts and refusals there.

    Rules resp-assistant-input-text, llamacpp-responses-answered-part.
    """
    noted = media(lambda _part, _medium: False)
    return [noted([each], notes)[0] if each.entry.role == "assistant" else each for each in placed]


def _item(item: JsonObject, at: int, takes: Takes, notes: Notes) -> JsonObject:
    carrier = CARRIERS.get(str(kind(item)))
    parts = item.get(carrier) if carrier else None
    if carrier is None or not isinstance(parts, list):
        return item
    gone = [(medium := medium_of(part)) is not None and not takes(part, medium) for part in parts]
    if not any(gone):
        return item
    notes.note("media-as-note", _WHY, at, item)
    said = text_type(item.get("role", "tool"))
    written = [
        {"type": said, "text": note(part)} if lost else part
        for part, lost in zip(parts, gone, strict=True)
        if not lost or part["type"] not in _MARKERS
    ]
    return {**item, carrier: written or ""}


def medium_of(part: Any) -> str | None:
    """Return ``image``, ``file``, ``document``, ``audio``, ``video``, or the type of a part that only its maker knows.

    None for texts and for what nobody is known to have made.
    """
    made = part.get("type") if isinstance(part, dict) else None
    if not isinstance(made, str) or made in TEXTS:
        return None
    return _MEDIA.get(made, made if isinstance(part.get("provider_data"), dict) else None)


def note(part: JsonObject) -> str:
    """Write ``[image: plan.png]``, or ``[image]`` where no name is known; JSON as the text of itself."""
    kept = part.get("provider_data")
    if part["type"] == "json" and isinstance(kept, dict):
        return as_text(kept.get("json"))
    name = _name(part)
    return f"[{medium_of(part)}: {name}]" if name else f"[{medium_of(part)}]"


def _name(part: JsonObject) -> str:
    holders = [part, *(part[key] for key in ("provider_data", "file", "image_url") if isinstance(part.get(key), dict))]
    kept = part.get("provider_data")
    if isinstance(kept, dict):
        holders += [value for value in kept.values() if isinstance(value, dict)]
    named = (holder[key] for holder in holders for key in _NAMES if key in holder)
    return next((name for name in named if isinstance(name, str) and name.strip()), "") or _from_address(part)


def _from_address(part: JsonObject) -> str:
    """Return the last step of a web address that looks like a file's name."""
    address = image_address(part)
    if address is None or inline(address) or not address.startswith(("https://", "http://")):
        return ""
    last = PurePosixPath(unquote(urlsplit(address).path)).name
    return last if PurePosixPath(last).suffix else ""
