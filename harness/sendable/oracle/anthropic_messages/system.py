"""System messages among the messages: which models take them, where they may stand, what they may hold."""

from typing import Any

from sendable.model.json import JsonObject, Path
from sendable.oracle.anthropic_messages.facts import kind_of
from sendable.oracle.rule import PAIRING, SCHEMA, VALUES, Fault, rule
from sendable.oracle.scan import Scan

PLACE = PAIRING - 2
_BLOCKS = frozenset({"text", "tool_addition", "tool_removal"})


@rule("anthropic-system-role-in-messages-old-models", on="system", phase=SCHEMA)
def role_refused(_message: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse the role on models that only take the top-level system prompt."""
    return Fault((*path, "role"))


@rule("anthropic-system-message-first", on="system", phase=PLACE)
def first(message: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a system message with content at the head of the history."""
    return Fault(path) if has_content(message) and _around(scan, path)[0] is None else None


@rule("anthropic-system-message-must-follow-user", on="system", phase=PLACE)
def must_follow(message: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a system message with content that follows a plain answer or an open tool call."""
    before = _around(scan, path)[0]
    if not has_content(message) or before is None or _role(before) == "user" or ends_paused(before):
        return None
    return Fault(path)


@rule("anthropic-system-message-must-precede-assistant", on="system", phase=PLACE)
def must_precede(message: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a system message with content that a user's message follows."""
    after = _around(scan, path)[1]
    return Fault(path) if has_content(message) and after is not None and _role(after) != "assistant" else None


@rule("anthropic-system-message-empty", on="system", phase=VALUES)
def empty(message: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a system message with neither content nor settings."""
    return None if has_content(message) or message.get("output_config") else Fault(path)


@rule("anthropic-system-message-content-types", on="system", phase=SCHEMA)
def content_types(message: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse blocks other than text and changes of tools; a compaction block has its own answer."""
    content = message.get("content")
    for at, block in enumerate(content if isinstance(content, list) else ()):
        kind = kind_of(block)
        if kind and kind not in _BLOCKS and kind != "compaction":
            return Fault((*path, "content", at), values={"kind": kind})
    return None


@rule("anthropic-system-output-config-no-beta", on="system", phase=SCHEMA)
def settings_without_beta(message: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse settings on a system message without the beta header."""
    return Fault((*path, "output_config")) if "output_config" in message else None


def has_content(message: JsonObject) -> bool:
    """Tell a message that says something from one that only changes settings."""
    return message.get("content") not in ("", [], None)


def ends_paused(message: Any) -> bool:
    """Tell whether a message of the assistant ends in the result of a tool that the server ran."""
    content = message.get("content") if isinstance(message, dict) else None
    kind = kind_of(content[-1]) if isinstance(content, list) and content else ""
    return _role(message) == "assistant" and kind.endswith("_tool_result") and kind != "tool_result"


def _around(scan: Scan, path: Path) -> tuple[Any, Any]:
    around: tuple[Any, Any] = scan.facts.around.get(path[1], (None, None))
    return around


def _role(message: Any) -> Any:
    return message.get("role") if isinstance(message, dict) else None
