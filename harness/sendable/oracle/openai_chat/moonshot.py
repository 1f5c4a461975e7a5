"""Moonshot: Kimi's order of calls and results, and reasoning that must come back."""

from sendable.model.json import JsonObject, Path
from sendable.oracle.openai_chat.deepseek import calls_without_reasoning
from sendable.oracle.openai_chat.facts import Turn
from sendable.oracle.openai_chat.walk import MEANING
from sendable.oracle.rule import MODEL, Fault, rule
from sendable.oracle.scan import Scan


@rule("moonshot-tool-order", on="tool", phase=MEANING)
def tool_order(_message: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a tool message that does not stand among the results of a turn."""
    return None if path[1] in scan.facts.turn_of else Fault(path)


@rule("moonshot-duplicate-result", on="tool", phase=MEANING + 1)
def duplicate_result(message: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a second result of one call; it is found only when the prompt is built."""
    turn: Turn | None = scan.facts.turn_of.get(path[1])
    call_id = message.get("tool_call_id")
    if turn is None or not isinstance(call_id, str):
        return None
    return Fault(path) if turn.answered.get(call_id) != path[1] else None


@rule("moonshot-reasoning-content-missing", on="assistant", phase=MODEL)
def reasoning_missing(message: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse calls without their reasoning while thinking is on."""
    return Fault((*path, "reasoning_content")) if calls_without_reasoning(message) else None
