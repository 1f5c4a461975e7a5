"""What a verdict depends on beside the history: version and beta headers, thinking mode, model family, thread."""

from collections.abc import Mapping
from typing import Any

import msgspec

from sendable.model.json import JsonObject
from sendable.oracle.anthropic_messages.models import flags_of
from sendable.oracle.settings import Settings, header

DEFAULT_VERSION = "2023-06-01"
_THINKING = frozenset({"enabled", "disabled", "adaptive", "between_tools"})
_NO_BETAS: frozenset[str] = frozenset()


def settings(body: JsonObject, headers: Mapping[str, str], base: Settings) -> Settings:
    """Read model family, API version, betas and thinking mode; bears any JSON.

    Beta headers count as known when the request carries any header of Anthropic's, or names betas in its body as the
    clouds do. Otherwise no rule holds that needs a beta to be absent.
    """
    version = _as_sent(header(headers, "anthropic-version"))
    betas = _betas(header(headers, "anthropic-beta"), body.get("anthropic_beta"))
    known = version is not None or betas is not None
    flags = flags_of(base.model) | _modes(body)
    return msgspec.structs.replace(
        base,
        api_version=version or _text(body.get("anthropic_version")) or DEFAULT_VERSION,
        betas=betas or _NO_BETAS,
        thinking=_thinking(body.get("thinking")),
        flags=flags | {"headers=known"} if known else flags,
    )


def _modes(body: JsonObject) -> frozenset[str]:
    thread = body.get("thread")
    if isinstance(thread, dict) and thread.get("type") == "continue":
        return frozenset({"thread=continue"})
    return _NO_BETAS


def _thinking(config: Any) -> str | None:
    kind = config.get("type") if isinstance(config, dict) else None
    return kind if isinstance(kind, str) and kind in _THINKING else None


def _betas(line: str | None, listed: Any) -> frozenset[str] | None:
    if isinstance(listed, list):
        line = ",".join([line or "", *(each for each in listed if isinstance(each, str))])
    if line is None:
        return None
    return frozenset(each.strip() for each in line.split(",")) - {""}


def _as_sent(version: str | None) -> str | None:
    """Return the version, and None for what a recorder put in its place."""
    return None if version is None or version.startswith("<") else version


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
