"""Reading contents and parts as the API does: lists or single objects, keys in camel case or with underscores."""

from typing import Any

from sendable.model.json import JsonObject


def parts_of(content: Any) -> list[Any]:
    """Return the parts of a content; a single object stands for a list of one."""
    parts = content.get("parts") if isinstance(content, dict) else None
    if isinstance(parts, list):
        return parts
    return [parts] if isinstance(parts, dict) else []


def call_of(part: Any) -> JsonObject | None:
    """Return the function call in a part."""
    return _object(part, "functionCall", "function_call")


def response_of(part: Any) -> JsonObject | None:
    """Return the function response in a part."""
    return _object(part, "functionResponse", "function_response")


def is_signed(part: JsonObject) -> bool:
    """Tell whether a part carries a thought signature, or the marker that stands for one."""
    return bool(part.get("thoughtSignature") or part.get("thought_signature"))


def _object(part: Any, camel: str, snake: str) -> JsonObject | None:
    if not isinstance(part, dict):
        return None
    found = part.get(camel)
    if found is None:
        found = part.get(snake)
    return found if isinstance(found, dict) else None
