"""Messages and calls as the server reads them into its own records: the second pass, whose faults are a 500."""

from typing import Any

from sendable.model.json import Path
from sendable.oracle.llamacpp import arguments_fault, call_fault, dumped, type_name
from sendable.oracle.llamacpp_chat.walk import PARSE, TEMPLATE
from sendable.oracle.rule import Fault, rule
from sendable.oracle.scan import Scan


@rule("llamacpp-chat-role-missing", on="message", phase=PARSE)
def role_missing(message: Any, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a message without a role."""
    if not isinstance(message, dict) or "role" in message:
        return None
    return Fault(path, {"message": dumped(message)})


@rule("llamacpp-chat-not-text", on="message", phase=PARSE)
def not_text(message: Any, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a role or a reasoning text that is no text; null is none."""
    if not isinstance(message, dict):
        return None
    for key in ("role", "reasoning_content"):
        if key in message and not isinstance(message[key], str):
            return Fault((*path, key), {"got": type_name(message[key])})
    return None


@rule("llamacpp-tool-call-type", on="call", phase=PARSE)
def call_type(call: Any, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a call without type, function, name or arguments, or of another type than function."""
    return call_fault(call, path)


@rule("llamacpp-chat-call-not-text", on="call", phase=PARSE)
def call_not_text(call: Any, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a call whose name or id is no text; an id of null is none, a missing one passes."""
    if not isinstance(call, dict):
        return None
    function = call.get("function")
    if isinstance(function, dict) and "name" in function and not isinstance(function["name"], str):
        return Fault((*path, "function", "name"), {"got": type_name(function["name"])})
    if "id" in call and not isinstance(call["id"], str):
        return Fault((*path, "id"), {"got": type_name(call["id"])})
    return None


@rule("llamacpp-arguments-not-json", on="call", phase=TEMPLATE)
def arguments_not_json(call: Any, path: Path, scan: Scan) -> Fault | None:
    """Refuse arguments that are a text, but no JSON."""
    function = call.get("function") if isinstance(call, dict) else None
    if not isinstance(function, dict):
        return None
    return arguments_fault(function.get("arguments"), (*path, "function", "arguments"), scan)
