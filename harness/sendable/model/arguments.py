"""A call's arguments: JSON text on OpenAI, an object on Anthropic and Google."""

import json
from typing import Any, NoReturn

from sendable.model.json import JsonObject


def as_object(arguments: Any) -> JsonObject | None:
    """Return the arguments as an object, or None when they are none (other JSON, not JSON at all)."""
    if isinstance(arguments, dict):
        return arguments
    read = parsed(arguments) if isinstance(arguments, str) else None
    return read if isinstance(read, dict) else None


def parsed(text: str) -> Any:
    """Return what the JSON text says, or None when it is no JSON; ``NaN`` is none."""
    try:
        return json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return None


def as_text(value: Any) -> str:
    """Write compact JSON text; what JSON cannot hold is written as the text that Python prints."""
    try:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    except (TypeError, ValueError):
        return json.dumps(str(value), ensure_ascii=False)
    except RecursionError:
        return json.dumps("nested too deeply")


def _refuse(name: str) -> NoReturn:
    raise ValueError(name)
