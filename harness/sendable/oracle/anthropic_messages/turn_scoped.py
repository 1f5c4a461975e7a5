"""``clear_at``: system messages that hold for one turn."""

from typing import Any

from sendable.model.json import JsonObject, Path
from sendable.oracle.anthropic_messages.facts import kind_of
from sendable.oracle.rule import SCHEMA, VALUES, Fault, rule
from sendable.oracle.scan import Scan

_VALUES = ("next_user_message", "never")


@rule("anthropic-system-clear-at-no-beta", on="odd-message", phase=SCHEMA)
def no_beta(message: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse the field without its beta header."""
    return Fault((*path, "clear_at")) if "clear_at" in message else None


@rule("anthropic-system-clear-at-wrong-role", on="odd-message", phase=SCHEMA)
def wrong_role(message: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse the field on messages of the user and the assistant."""
    return Fault((*path, "clear_at")) if "clear_at" in message and message.get("role") != "system" else None


@rule("anthropic-system-clear-at-value", on="system", phase=SCHEMA)
def value(message: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse other values than the two that exist."""
    return Fault((*path, "clear_at")) if message.get("clear_at", "never") not in _VALUES else None


@rule("anthropic-system-clear-at-text-only", on="system", phase=VALUES)
def text_only(message: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse changes of tools in a message that holds for one turn."""
    return (
        Fault(path) if any(kind_of(block) in ("tool_addition", "tool_removal") for block in _scoped(message)) else None
    )


@rule("anthropic-system-clear-at-output-config", on="system", phase=VALUES)
def output_config(message: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse settings in a message that holds for one turn."""
    return Fault(path) if _is_scoped(message) and "output_config" in message else None


@rule("anthropic-system-clear-at-cache-control", on="system", phase=VALUES)
def cache_control(message: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a cache breakpoint in a message that holds for one turn."""
    for at, block in enumerate(_scoped(message)):
        if isinstance(block, dict) and block.get("cache_control") is not None:
            return Fault((*path, "content", at))
    return None


def _scoped(message: JsonObject) -> list[Any]:
    content = message.get("content")
    return content if _is_scoped(message) and isinstance(content, list) else []


def _is_scoped(message: JsonObject) -> bool:
    return message.get("clear_at") == "next_user_message"
