"""Media inside a JSON body: data URLs, and the media type and base64 text they hold."""

import re
from typing import Any, Final

_DATA_URL: Final = re.compile(r"data:([^;,]+);base64,(.*)", re.DOTALL)


def data_url(media: str, data: str) -> str:
    """Write a data URL."""
    return f"data:{media};base64,{data}"


def inline(url: Any) -> tuple[str, str] | None:
    """Return the media type and the base64 text of a data URL, None for anything else."""
    found = _DATA_URL.fullmatch(url) if isinstance(url, str) else None
    return (found[1], found[2]) if found else None


def image_address(part: Any) -> str | None:
    """Return the URL of an image part in the words of Responses or Chat, None for any other part."""
    match part:
        case {"type": "input_image", "image_url": str(url)} | {"type": "image_url", "image_url": {"url": str(url)}}:
            return url
        case {"type": "image_url", "image_url": str(url)}:
            return url
    return None
