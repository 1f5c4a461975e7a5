"""Images and files in a message or in a tool's output: the form of their address, never their bytes."""

from string import ascii_letters, digits

from sendable.model.json import JsonObject, Path
from sendable.oracle.openai_responses.items import text
from sendable.oracle.rule import SCHEMA, Fault, rule
from sendable.oracle.scan import Scan

_SCHEMES = ("https://", "http://", "data:")
_BASE64 = (ascii_letters + digits + "+/=-_").encode()


@rule("resp-image-url-invalid", on="media", phase=SCHEMA)
def image_url_invalid(part: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse an image address that is no URL."""
    value = part.get("image_url")
    bad = part["type"] == "input_image" and isinstance(value, str) and not value.startswith(_SCHEMES)
    return _fault(path, "image_url") if bad else None


@rule("resp-image-mime-invalid", on="media", phase=SCHEMA)
def image_mime_invalid(part: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a data URL that is no base64 image."""
    value = text(part, "image_url")
    if part["type"] != "input_image" or not value.startswith("data:"):
        return None
    mime, payload = _data_url(value)
    if not mime.startswith("image/"):
        return _fault(path, "image_url", mime=mime)
    return None if payload and _is_base64(payload) else _fault(path, "image_url", variant="base64")


@rule("resp-input-file-mime", on="media", phase=SCHEMA)
def file_mime_invalid(part: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse audio in the place of a document."""
    mime, _ = _data_url(text(part, "file_data"))
    return _fault(path, "file_data", mime=mime) if mime.startswith("audio/") else None


def _data_url(value: str) -> tuple[str, str]:
    head, _, payload = value.partition(",")
    return head.removeprefix("data:").partition(";")[0], payload


def _is_base64(payload: str) -> bool:
    return payload.isascii() and not payload.encode().translate(None, _BASE64)


def _fault(path: Path, key: str, mime: str = "", variant: str = "") -> Fault:
    return Fault((*path, key), {"where": path[2], "mime": mime}, variant)
