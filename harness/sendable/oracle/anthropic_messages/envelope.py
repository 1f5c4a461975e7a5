"""Error bodies of Anthropic and of the clouds that carry Claude (evidence: anthropic-error-envelope-2026-11)."""

from collections.abc import Callable

from sendable.model.json import JsonObject
from sendable.model.outcome import ProviderError

_REQUEST_ID = "req_modelled"


def envelope(_status: int, error: ProviderError) -> JsonObject:
    """Return ``{"type": "error", "error": {…}, "request_id"}``; ``details`` only where the error has a code."""
    inner: JsonObject = {"type": error.type or "invalid_request_error", "message": error.message}
    if error.code is not None:
        inner["details"] = {"error_code": error.code}
    return {"type": "error", "error": inner, "request_id": _REQUEST_ID}


def _bedrock(_status: int, error: ProviderError) -> JsonObject:
    """InvokeModel answers with a message alone; the exception's name is a header."""
    return {"message": error.message}


def _vertex(status: int, error: ProviderError) -> JsonObject:
    """Vertex's rawPredict passes Anthropic's body on; only its request ids differ."""
    return envelope(status, error) | {"request_id": "req_vrtx_modelled"}


VENDOR_ENVELOPES: dict[str, Callable[[int, ProviderError], JsonObject]] = {"bedrock": _bedrock, "vertex": _vertex}
