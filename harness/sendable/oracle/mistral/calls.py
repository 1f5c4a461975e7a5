"""Tool calls and their results: ids, and one result for each call."""

import re
from typing import Any

from sendable.model.json import JsonObject, Path
from sendable.oracle.mistral.facts import Turn
from sendable.oracle.mistral.walk import IDS, PAIRS
from sendable.oracle.rule import Fault, rule
from sendable.oracle.scan import Scan

_ID = re.compile(r"[a-zA-Z0-9]{9}")


@rule("mistral-tool-call-id-format", on=("call", "tool"), phase=IDS)
def id_format(element: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse an id, of a call or in a result, that is not exactly nine letters or digits."""
    key = "id" if "tool_calls" in path else "tool_call_id"
    call_id = element.get(key)
    if not isinstance(call_id, str) or _ID.fullmatch(call_id):
        return None
    return Fault((*path, key), {"id": call_id})


@rule("mistral-duplicate-or-unexpected-result", on=("tool", "assistant"), phase=PAIRS)
def duplicate_or_unexpected(message: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse two calls with one id, a second result of one call, and a result of no call."""
    if message.get("role") == "assistant":
        return _repeated_call(message, path)
    call_id = message.get("tool_call_id")
    turn: Turn | None = scan.facts.turn_of.get(path[1])
    if not isinstance(call_id, str):
        return None
    if turn is None or call_id not in turn.ids:
        return Fault((*path, "tool_call_id"), {"id": call_id}, "unexpected")
    return Fault((*path, "tool_call_id"), {"id": call_id}) if turn.first[call_id] != path[1] else None


def _repeated_call(message: JsonObject, path: Path) -> Fault | None:
    calls = message.get("tool_calls")
    seen: set[str] = set()
    for at, call in enumerate(calls if isinstance(calls, list) else ()):
        call_id = call.get("id") if isinstance(call, dict) else None
        if isinstance(call_id, str) and call_id in seen:
            return Fault((*path, "tool_calls", at, "id"), {"id": call_id}, "call")
        if isinstance(call_id, str):
            seen.add(call_id)
    return None


@rule("mistral-tool-count", on=("message", "end"), phase=PAIRS + 1)
def tool_count(_element: Any, path: Path, scan: Scan) -> Fault | None:
    """Refuse more or fewer results than calls."""
    turn: Turn | None = scan.facts.uneven.get(path[1])
    return Fault(("messages", turn.at)) if turn is not None else None
