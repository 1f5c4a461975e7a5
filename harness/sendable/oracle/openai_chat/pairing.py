"""Calls and results: every call answered directly, every result called for, once."""

from typing import Any

from sendable.model.json import JsonObject, Path
from sendable.oracle.openai_chat.facts import Turn
from sendable.oracle.openai_chat.walk import MEANING
from sendable.oracle.openai_chat.words import phrase
from sendable.oracle.rule import SCHEMA, Fault, rule
from sendable.oracle.scan import Scan


@rule("chat-tool-calls-unanswered", on=("place", "end"), phase=MEANING)
def unanswered(element: Any, path: Path, scan: Scan) -> Fault | None:
    """Refuse a history that goes on, or ends, while a call has no result."""
    turn: Turn | None = scan.facts.broken.get(path[1])
    if turn is None or interleaved_at_azure(element, scan):
        return None
    return Fault(("messages", turn.at), {"N": path[1], "ids": ", ".join(turn.unanswered)})


def interleaved_at_azure(breaker: Any, scan: Scan) -> bool:
    """Return whether Azure would answer this break in fewer words: a user's image stands between two results."""
    if scan.settings.vendor != "azure" or not isinstance(breaker, dict) or breaker.get("role") != "user":
        return False
    content = breaker.get("content")
    parts = content if isinstance(content, list) else ()
    return any(isinstance(part, dict) and part.get("type") == "image_url" for part in parts)


@rule("chat-tool-call-id-missing", on="tool", phase=MEANING)
def call_id_missing(message: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a tool message that does not say which call it answers."""
    return Fault((*path, "tool_call_id")) if message.get("tool_call_id") is None else None


@rule("chat-tool-call-id-type", on="tool", phase=SCHEMA)
def call_id_type(message: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a tool_call_id that is no text."""
    call_id = message.get("tool_call_id")
    if call_id is None or isinstance(call_id, str):
        return None
    return Fault((*path, "tool_call_id"), {"got": phrase(call_id)})


@rule("chat-tool-without-call", on="tool", phase=MEANING)
def without_call(_message: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a tool message that does not follow an assistant message with calls."""
    if path[1] in scan.facts.turn_of:
        return None
    return Fault((*path, "role"), variant="azure" if scan.settings.vendor == "azure" else "")


@rule("chat-tool-call-id-not-found", on="tool", phase=MEANING)
def call_id_not_found(message: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a result whose id is none of the calls that it follows."""
    turn: Turn | None = scan.facts.turn_of.get(path[1])
    call_id = message.get("tool_call_id")
    if turn is None or not isinstance(call_id, str) or call_id in turn.ids:
        return None
    return Fault((*path, "tool_call_id"), {"id": call_id})


@rule("chat-duplicate-tool-call-id", on="tool", phase=MEANING)
def duplicate(message: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a second result of one call."""
    turn: Turn | None = scan.facts.turn_of.get(path[1])
    call_id = message.get("tool_call_id")
    if turn is None or not isinstance(call_id, str) or call_id not in turn.ids:
        return None
    first = turn.answered[call_id]
    return Fault((*path, "tool_call_id"), {"id": call_id, "M": first}) if first != path[1] else None
