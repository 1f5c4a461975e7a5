"""The few things that are refused."""

from typing import Any

from sendable.model.json import JsonObject, Path
from sendable.oracle.llamacpp import call_fault, calls_in, dumped, type_name
from sendable.oracle.rule import ENVELOPE, PAIRING, SCHEMA, VALUES, Fault, rule
from sendable.oracle.scan import Scan


@rule("llamacpp-messages-required", on="request", phase=ENVELOPE)
def required(body: JsonObject, _path: Path, _scan: Scan) -> Fault | None:
    """Refuse a request without messages; anything under that key passes."""
    return None if "messages" in body else Fault(("messages",))


@rule("llamacpp-messages-content-missing", on="message", phase=SCHEMA)
def content_missing(message: Any, path: Path, _scan: Scan) -> Fault | None:
    """Refuse any message but the assistant's without content; the assistant's is left out silently."""
    if not isinstance(message, dict):
        return Fault(path)
    return Fault(path) if "content" not in message and message.get("role") != "assistant" else None


@rule("llamacpp-messages-content-type", on="message", phase=SCHEMA)
def content_type(message: Any, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a content that is no text, no list and not null."""
    content = message.get("content") if isinstance(message, dict) else None
    return None if content is None or isinstance(content, (str, list)) else Fault((*path, "content"))


@rule("llamacpp-messages-role", on="message", phase=VALUES)
def role(message: Any, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a message with a plain content and no role, or one that is no text."""
    if not isinstance(message, dict) or isinstance(message.get("content"), list) or "content" not in message:
        return None
    if "role" not in message:
        return Fault(path, {"message": dumped(message)}, "missing")
    return None if isinstance(message["role"], str) else Fault((*path, "role"), {"got": type_name(message["role"])})


@rule("llamacpp-messages-stray-calls", on="message", phase=VALUES)
def stray_calls(message: Any, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a message with a plain content and a key tool_calls, which is read as Chat's, that holds no calls."""
    if not isinstance(message, dict) or isinstance(message.get("content"), list):
        return None
    faults = (call_fault(call, (*path, "tool_calls", at)) for at, call in enumerate(calls_in(message)))
    return next(filter(None, faults), None)


@rule("llamacpp-messages-text", on="block", phase=VALUES)
def text(block: Any, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a text block without a text."""
    if not isinstance(block, dict) or block.get("type") != "text":
        return None
    if "text" not in block:
        return Fault(path, variant="missing")
    return None if isinstance(block["text"], str) else Fault((*path, "text"), {"got": type_name(block["text"])})


@rule("llamacpp-messages-two-trailing-assistants", on="end", phase=PAIRING)
def two_trailing_assistants(_messages: list[Any], path: Path, scan: Scan) -> Fault | None:
    """Refuse two assistant messages at the end."""
    both = len(scan.facts) > 1 and all(each.assistant for each in scan.facts)
    return Fault((*path, scan.facts[-1].at)) if both else None


@rule("llamacpp-messages-ends-with-call", on="end", phase=PAIRING)
def ends_with_call(_messages: list[Any], path: Path, scan: Scan) -> Fault | None:
    """Refuse a last message with tool calls: they cannot be continued."""
    last = scan.facts[-1] if scan.facts else None
    return Fault((*path, last.at)) if last and last.assistant and last.calls else None
