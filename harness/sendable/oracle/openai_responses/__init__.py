"""What OpenAI's Responses API refuses, and the vendors that speak it with deviations."""

from collections.abc import Mapping
from typing import Any

import msgspec

from sendable.model.json import JsonObject
from sendable.model.outcome import ProviderError
from sendable.oracle.book import Api
from sendable.oracle.openai_responses.facts import index
from sendable.oracle.openai_responses.walk import walk
from sendable.oracle.settings import Settings

__all__ = ["API"]

_ALWAYS_REASON = ("o1", "o3", "o4", "gpt-5-mini", "gpt-5-nano", "gpt-6")
_EFFORTS = frozenset({"low", "medium", "high", "xhigh", "max"})
_CONTINUES = ("previous_response_id", "conversation")


def _settings(body: JsonObject, headers: Mapping[str, str], base: Settings) -> Settings:
    """Read ``store`` (true when absent; false at the Codex backend, which demands it) and the flags.

    Flags: ``continued`` (a previous response or a conversation supplies items that the body does not show),
    ``reasons`` (the model answers no turn without reasoning: by its family, or by the effort asked for),
    ``pro`` (pro mode), ``truncation=auto``.
    """
    store = body.get("store")
    default = base.vendor != "codex"
    return msgspec.structs.replace(
        base, store=store if isinstance(store, bool) else default, flags=frozenset(_flags(body, base))
    )


def _flags(body: JsonObject, base: Settings) -> list[str]:
    reasoning = body.get("reasoning")
    asked: dict[str, Any] = reasoning if isinstance(reasoning, dict) else {}
    held = {
        "continued": any(body.get(key) for key in _CONTINUES),
        "reasons": base.model.startswith(_ALWAYS_REASON) or _one_of(asked.get("effort"), _EFFORTS),
        "pro": asked.get("mode") == "pro" or base.model.endswith("-pro"),
        "truncation=auto": body.get("truncation") == "auto",
    }
    return [flag for flag, holds in held.items() if holds]


def _one_of(value: Any, known: frozenset[str]) -> bool:
    return isinstance(value, str) and value in known


def _envelope(status: int, error: ProviderError) -> JsonObject:
    """Write OpenAI's error object; the Codex backend's bare ``detail`` where the error has neither type nor code."""
    if error.type is None and error.code is None and error.param is None:
        return {"detail": error.message}
    return {"error": {"message": error.message, "type": error.type, "param": error.param, "code": error.code}}


API = Api(settings=_settings, index=index, walk=walk, envelope=_envelope, history_key="input")
