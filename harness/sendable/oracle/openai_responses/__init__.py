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
_EFFORTS = frozenset({"medium", "high", "xhigh", "max"})
_CONTINUES = ("previous_response_id", "conversation")


def _settings(body: JsonObject, _headers: Mapping[str, str], base: Settings) -> Settings:
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
        "reasons": _reasons(base.model, asked.get("effort")),
        "pro": asked.get("mode") == "pro" or base.model.endswith("-pro"),
        "truncation=auto": body.get("truncation") == "auto",
    }
    return [flag for flag, holds in held.items() if holds]


def _reasons(model: str, effort: Any) -> bool:
    if effort is not None:
        return isinstance(effort, str) and effort in _EFFORTS
    return model.startswith(_ALWAYS_REASON) or "-codex" in model or model.endswith("-pro")


def _envelope(_status: int, error: ProviderError) -> JsonObject:
    """Write OpenAI's error object."""
    return {"error": {"message": error.message, "type": error.type, "param": error.param, "code": error.code}}


def _codex_envelope(status: int, error: ProviderError) -> JsonObject:
    """Write the Codex backend's bare ``detail`` where its error has no type; else OpenAI's error object."""
    return {"detail": error.message} if error.type is None else _envelope(status, error)


API = Api(
    settings=_settings,
    index=index,
    walk=walk,
    envelope=_envelope,
    history_key="input",
    vendor_envelopes={"codex": _codex_envelope},
)
