"""DeepSeek: reasoning that must come back, and its own words for open calls."""

from typing import Any

from sendable.model.json import JsonObject, Path
from sendable.oracle.openai_chat.facts import Turn
from sendable.oracle.openai_chat.walk import MEANING, MESSAGES
from sendable.oracle.rule import SCHEMA, Fault, rule
from sendable.oracle.scan import Scan


def calls_without_reasoning(message: JsonObject) -> bool:
    """Return whether a message has tool calls and no reasoning text; an empty one will do."""
    return bool(message.get("tool_calls")) and message.get("reasoning_content") is None


@rule("deepseek-reasoning-content-missing", on="assistant", phase=MEANING)
def reasoning_missing(message: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse calls without their reasoning while thinking is on."""
    return Fault((*path, "reasoning_content")) if calls_without_reasoning(message) else None


@rule("deepseek-reasoning-content-missing-v32", on="assistant", phase=MEANING)
def reasoning_missing_v32(message: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse the same for deepseek-reasoner, in the words of V3.2."""
    return Fault((*path, "reasoning_content")) if calls_without_reasoning(message) else None


@rule("deepseek-successive-roles", on="place", phase=MEANING)
def successive_roles(message: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse two user or two assistant messages in a row, as R1 did."""
    at = path[1]
    before = scan.body[MESSAGES][at - 1] if isinstance(at, int) and at else None
    role = message.get("role")
    if role not in ("user", "assistant") or not isinstance(before, dict) or before.get("role") != role:
        return None
    return Fault(path, {"i": int(at) - 1, "j": at})


@rule("deepseek-tool-messages-insufficient", on=("place", "end"), phase=MEANING)
def tool_messages_insufficient(_element: Any, path: Path, scan: Scan) -> Fault | None:
    """Refuse calls that are not all answered by the tool messages after them."""
    turn: Turn | None = scan.facts.broken.get(path[1])
    return Fault((MESSAGES, turn.at)) if turn is not None else None


@rule("deepseek-tool-without-call", on="tool", phase=MEANING)
def tool_without_call(_message: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a tool message that follows no calls."""
    return None if path[1] in scan.facts.turn_of else Fault(path)


@rule("deepseek-content-wrong-type", on="content", phase=SCHEMA)
def content_wrong_type(content: Any, path: Path, _scan: Scan) -> Fault | None:
    """Refuse content that is neither a text nor a list."""
    return None if isinstance(content, str | list) else Fault(path)
