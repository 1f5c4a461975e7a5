"""The body of a recorded exchange, out of whatever a cassette wrapped it in."""

import base64
import binascii
import zlib
from collections.abc import Callable

import msgspec

from sendable.model.json import Json

# A recorded model request or answer is far below this; what inflates beyond it is no recording.
_LARGEST = 256 * 1024 * 1024


def parsed(body: Json, encoding: str = "") -> Json:
    """Return a body as JSON; as text when it is none (a stream of events), None when it is empty or not readable.

    Args:
        body: parsed JSON, text or bytes (perhaps compressed), or a wrapper with ``string`` or ``base64_string``.
        encoding: the content-encoding header, for the one encoding that shows no mark of its own.
    """
    content = _unwrapped(body)
    if isinstance(content, bytes):
        content = _text(_inflated(content, encoding))
    if not isinstance(content, str):
        return content
    try:
        return msgspec.json.decode(content)
    except (msgspec.DecodeError, RecursionError):
        return content or None


def from_base64(text: str) -> bytes:
    """Decode base64 as formats write it, line breaks included; empty when it is none."""
    try:
        return base64.b64decode("".join(text.split()), validate=True)
    except (binascii.Error, ValueError):
        return b""


def _unwrapped(body: Json) -> Json:
    if isinstance(body, dict) and body.keys() <= {"string", "base64_string", "encoding"}:
        if isinstance(body.get("base64_string"), str):
            return from_base64(body["base64_string"])
        return body.get("string")
    return body


def _inflated(content: bytes, encoding: str) -> bytes:
    if content[:2] == b"\x1f\x8b":
        return _decompressed(content, zlib.decompressobj(wbits=zlib.MAX_WBITS | 16).decompress)
    if encoding.strip().lower() == "deflate":
        return _decompressed(content, zlib.decompressobj().decompress)
    return content


def _decompressed(content: bytes, decompress: Callable[[bytes, int], bytes]) -> bytes:
    try:
        return decompress(content, _LARGEST)
    except zlib.error:
        return content


def _text(content: bytes) -> str | None:
    try:
        return content.decode()
    except UnicodeDecodeError:
        return None
