"""Content: there at all, of the right type, its parts of a known kind."""

from typing import Any

from sendable.model.json import JsonObject, Path
from sendable.oracle.openai_chat.walk import MEANING, role_at
from sendable.oracle.openai_chat.words import phrase
from sendable.oracle.rule import SCHEMA, Fault, rule
from sendable.oracle.scan import Scan

_PARTS = frozenset({"text", "image_url", "input_audio", "refusal", "audio", "file"})
_SUBSTITUTES = ("tool_calls", "function_call", "refusal", "audio")
_LONGEST_2024 = 1_048_576


@rule("chat-content-wrong-type", on="content", phase=SCHEMA)
def wrong_type(content: Any, path: Path, _scan: Scan) -> Fault | None:
    """Refuse content that is neither a text nor a list."""
    return None if isinstance(content, str | list) else Fault(path, {"got": phrase(content)})


@rule("chat-content-too-long", on="content", phase=SCHEMA)
def too_long(content: Any, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a text over the limit of 2024."""
    if isinstance(content, str) and len(content) > _LONGEST_2024:
        return Fault(path, {"L": len(content)})
    return None


@rule("chat-developer-content", on="developer", phase=SCHEMA)
def developer_content(message: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a developer message without content; its schema has its own words."""
    if message.get("content") is not None:
        return None
    return Fault((*path, "content"), variant="null" if "content" in message else "")


@rule("chat-content-null", on="needs", phase=MEANING)
def content_null(message: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a message without content, unless an assistant's calls, refusal or audio stand in for it."""
    if message.get("content") is not None or message.get("role") == "developer":
        return None
    if message.get("role") == "assistant" and any(message.get(key) is not None for key in _SUBSTITUTES):
        return None
    return Fault((*path, "content"))


@rule("chat-part-type-missing", on="part", phase=SCHEMA)
def part_type_missing(part: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a content part without a type."""
    return Fault((*path, "type")) if part.get("type") is None else None


@rule("chat-part-type-unknown", on="part", phase=SCHEMA)
def part_type_unknown(part: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a content part of a kind that Chat does not have."""
    kind = part.get("type")
    if kind is None or (isinstance(kind, str) and kind in _PARTS) or _is_reasoning(part, path, scan):
        return None
    return Fault((*path, "type"), {"value": kind})


@rule("chat-assistant-reasoning-part", on="part:reasoning", phase=SCHEMA)
def assistant_reasoning_part(part: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse the reasoning part that another framework keeps in an assistant message."""
    return Fault((*path, "type")) if _is_reasoning(part, path, scan) else None


def _is_reasoning(part: JsonObject, path: Path, scan: Scan) -> bool:
    return part.get("type") == "reasoning" and role_at(scan, path) == "assistant"


@rule("chat-echo-reasoning-content", on="assistant", phase=SCHEMA)
def echo_reasoning_content(message: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Warn of another provider's reasoning text on an assistant message."""
    return Fault((*path, "reasoning_content")) if message.get("reasoning_content") is not None else None
