"""Content parts: the same text or picture in the words of each API.

A part may stand in the words of any of them; each writer changes what it knows from the others and passes on
everything else as it is.
"""

from typing import Any

from sendable.model.item import is_text, plain, text_type

__all__ = ["chat_part", "is_text", "responses_part"]


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
        case {"type": "image_url", "image_url": str(url)}:
            return {"type": "input_image", "image_url": url}
    return plain(part) if isinstance(part, dict) else part
