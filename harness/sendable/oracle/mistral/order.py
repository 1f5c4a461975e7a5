"""Which role may follow which, and which may come last."""

from typing import Any

from sendable.model.json import JsonObject, Path
from sendable.oracle.mistral.walk import ORDER
from sendable.oracle.rule import Fault, rule
from sendable.oracle.scan import Scan


@rule("mistral-user-after-tool", on="user", phase=ORDER)
def user_after_tool(_message: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a user message directly after a result."""
    return _fault(path, "user", scan) if _previous(path, scan) == "tool" else None


@rule("mistral-system-after-others", on="system", phase=ORDER)
def system_after_others(_message: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a system message after an assistant's or a tool's."""
    return _fault(path, "system", scan) if _previous(path, scan) in ("assistant", "tool") else None


@rule("mistral-tool-without-call", on="tool", phase=ORDER)
def tool_without_call(_message: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a result directly after a user or system message."""
    return _fault(path, "tool", scan) if _previous(path, scan) in ("user", "system") else None


@rule("mistral-last-role", on="end", phase=ORDER)
def last_role(messages: Any, _path: Path, _scan: Scan) -> Fault | None:
    """Refuse a history that ends with an assistant's text, unless it is marked as a prefix."""
    last = messages[-1] if isinstance(messages, list) and messages else None
    if not isinstance(last, dict) or last.get("role") != "assistant" or last.get("tool_calls"):
        return None
    return Fault(("messages", len(messages) - 1)) if last.get("prefix") is not True else None


def _previous(path: Path, scan: Scan) -> Any:
    at = path[1]
    if not isinstance(at, int) or at == 0:
        return None
    before = scan.body["messages"][at - 1]
    return before.get("role") if isinstance(before, dict) else None


def _fault(path: Path, role: str, scan: Scan) -> Fault:
    return Fault((*path, "role"), {"role": role, "previous": _previous(path, scan)})
