"""Images, audio and files: their fields, and the models and roles that take them."""

from sendable.model.json import JsonObject, Path
from sendable.oracle.openai_chat.walk import role_at
from sendable.oracle.rule import MODEL, SCHEMA, Fault, rule
from sendable.oracle.scan import Scan

_FILE_KEYS = ("file_data", "file_id", "filename")


@rule("chat-image-url-null", on="part:image_url", phase=SCHEMA)
def image_url_null(part: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse an image whose URL is null."""
    image = part.get("image_url")
    if isinstance(image, dict) and "url" in image and image["url"] is None:
        return Fault((*path, "image_url", "url"))
    return None


@rule("chat-file-unknown-key", on="part:file", phase=SCHEMA)
def file_unknown_key(part: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a key that a file does not have, as ``data``."""
    file = part.get("file")
    if not isinstance(file, dict):
        return None
    unknown = next((key for key in file if key not in _FILE_KEYS), None)
    return Fault((*path, "file", unknown), {"key": unknown}) if unknown is not None else None


@rule("chat-file-without-id", on="part:file", phase=SCHEMA)
def file_without_id(part: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a file that has no id and lacks the name that its data needs."""
    file = part.get("file")
    if not isinstance(file, dict) or file.get("file_id") is not None:
        return None
    if file.get("file_data") is not None and file.get("filename") is not None:
        return None
    return Fault((*path, "file", "file_id"))


@rule("chat-image-in-tool", on="part:image_url", phase=MODEL)
def image_in_tool(_part: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse an image outside a user message, on the models that say so."""
    role = role_at(scan, path)
    return Fault(path[:2], {"role": role}) if role in ("tool", "assistant") else None


@rule("chat-image-text-only-model", on="part:image_url", phase=MODEL)
def image_text_only_model(_part: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a user's image for a model that reads text only."""
    return Fault((*path, "type")) if role_at(scan, path) == "user" else None


@rule("chat-audio-model", on="part:input_audio", phase=MODEL)
def audio_model(_part: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse audio for a model that does not hear."""
    return Fault(path[:2])
