"""Content parts: the same text or picture in the words of each API.

A part may stand in the words of any of the three; each writer changes what it knows from the others and passes on
everything else as it is.
"""

import re
from typing import Any, Final

from sendable.model.json import JsonObject
from sendable.wire.items import plain

TEXTS: Final = frozenset({"text", "input_text", "output_text"})
_DATA_URL: Final = re.compile(r"data:([^;,]+);base64,(.*)", re.DOTALL)


def is_text(part: Any) -> bool:
    """Whether the part is a text in the words of any API."""
    return (
        isinstance(part, dict)
        and isinstance(part.get("type"), str)
        and part["type"] in TEXTS
        and isinstance(part.get("text"), str)
    )


def chat_part(part: Any) -> Any:
    """Write a part as Chat does."""
    match part:
        case {"type": "input_text" | "output_text", "text": text}:
            return {"type": "text", "text": text}
        case {"type": "input_image", "image_url": url}:
            detail = {"detail": part["detail"]} if "detail" in part else {}
            return {"type": "image_url", "image_url": {"url": url, **detail}}
    return plain(part) if isinstance(part, dict) else part


def responses_part(part: Any, role: Any) -> Any:
    """Write a part as Responses does; what the model said is ``output_text`` (rule resp-assistant-input-text)."""
    match part:
        case {"type": "text", "text": text}:
            return {"type": text_type(role), "text": text}
        case {"type": "image_url", "image_url": {"url": url, **rest}}:
            detail = {"detail": rest["detail"]} if "detail" in rest else {}
            return {"type": "input_image", "image_url": url, **detail}
    return plain(part) if isinstance(part, dict) else part


def anthropic_part(part: Any) -> Any:
    """Write a part as Anthropic does."""
    match part:
        case {"type": "input_text" | "output_text", "text": text}:
            return {"type": "text", "text": text}
        case {"type": "input_image", "image_url": str(url)} | {"type": "image_url", "image_url": {"url": str(url)}}:
            return {"type": "image", "source": _source(url)}
    return plain(part) if isinstance(part, dict) else part


def text_type(role: Any) -> str:
    """Return the Responses type of a text said by this role."""
    return "output_text" if role == "assistant" else "input_text"


def image_url(source: Any) -> str | None:
    """Return an Anthropic image source as a URL, or None when it is neither base64 nor a URL."""
    match source:
        case {"type": "base64", "media_type": str(media), "data": str(data)}:
            return f"data:{media};base64,{data}"
        case {"type": "url", "url": str(url)}:
            return url
    return None


def _source(url: str) -> JsonObject:
    if inline := _DATA_URL.fullmatch(url):
        return {"type": "base64", "media_type": inline[1], "data": inline[2]}
    return {"type": "url", "url": url}
