"""Chat's error body, and those of the vendors that write another."""

from collections.abc import Callable

from sendable.model.json import JsonObject
from sendable.model.outcome import ProviderError


def envelope(_status: int, error: ProviderError) -> JsonObject:
    """Write an error as OpenAI, Azure and most vendors do."""
    return {"error": {"message": error.message, "type": error.type, "param": error.param, "code": error.code}}


def _flat(_status: int, error: ProviderError) -> JsonObject:
    return {"message": error.message, "type": error.type, "param": error.param, "code": error.code}


def _text(_status: int, error: ProviderError) -> JsonObject:
    return {"code": error.code, "error": error.message}


def _coded(_status: int, error: ProviderError) -> JsonObject:
    return {"error": {"code": error.code, "message": error.message}}


VENDOR_ENVELOPES: dict[str, Callable[[int, ProviderError], JsonObject]] = {
    "cerebras": _flat,
    "openrouter": _coded,
    "xai": _text,
    "zai": _coded,
}
"""The vendors whose error body is not OpenAI's."""
