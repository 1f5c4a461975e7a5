"""Mistral's error body: flat, and another one for what its schema refuses."""

import json
from typing import Any

from sendable.model.json import JsonObject
from sendable.model.outcome import ProviderError

_UNPROCESSABLE = 422


def envelope(status: int, error: ProviderError) -> JsonObject:
    """Write an error as Mistral does; a 422 carries a list of the schema's complaints."""
    if status == _UNPROCESSABLE:
        return {"detail": _detail(error.message)}
    return {
        "object": "error",
        "message": error.message,
        "type": error.type,
        "param": error.param,
        "code": error.code,
        "raw_status_code": status,
    }


def _detail(message: str) -> Any:
    try:
        return json.loads(message)
    except ValueError:
        return message
