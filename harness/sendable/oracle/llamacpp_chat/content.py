"""Contents of messages: the server's first pass."""

from typing import Any

from sendable.model.json import JsonObject, Path
from sendable.oracle.llamacpp import type_name
from sendable.oracle.llamacpp_chat.walk import CONTENT, PARSE
from sendable.oracle.rule import ENVELOPE, Fault, rule
from sendable.oracle.scan import Scan

_TYPES = frozenset({"text", "image_url", "input_audio", "input_video"})


@rule("llamacpp-chat-messages-required", on="request", phase=ENVELOPE)
def messages_required(body: JsonObject, _path: Path, _scan: Scan) -> Fault | None:
    """Refuse a request without a list of messages."""
    if "messages" not in body:
        return Fault(("messages",))
    return None if isinstance(body["messages"], list) else Fault(("messages",), variant="type")


@rule("llamacpp-chat-content-missing", on="message", phase=CONTENT)
def content_missing(message: Any, path: Path, _scan: Scan) -> Fault | None:
    """Refuse any message but the assistant's without the key of its content; null is one."""
    if not isinstance(message, dict):
        return Fault(path)
    return Fault(path) if "content" not in message and message.get("role") != "assistant" else None


@rule("llamacpp-chat-assistant-nothing", on="message", phase=CONTENT)
def assistant_nothing(message: Any, path: Path, _scan: Scan) -> Fault | None:
    """Refuse an assistant message with neither of the keys content and tool_calls."""
    if not isinstance(message, dict) or message.get("role") != "assistant":
        return None
    return None if "content" in message or "tool_calls" in message else Fault(path)


@rule("llamacpp-chat-content-type", on="message", phase=CONTENT)
def content_type(message: Any, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a content that is no text, no list and not null."""
    content = message.get("content") if isinstance(message, dict) else None
    return None if content is None or isinstance(content, (str, list)) else Fault((*path, "content"))


@rule("llamacpp-chat-part-type", on="part", phase=CONTENT)
def part_type(part: Any, path: Path, _scan: Scan) -> Fault | None:
    """Refuse content parts of other kinds: refusals, thinking, the parts of other APIs."""
    kind = part.get("type") if isinstance(part, dict) else None
    return None if isinstance(kind, str) and kind in _TYPES else Fault(path)


@rule("llamacpp-chat-part-text", on="part", phase=PARSE)
def part_text(part: Any, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a text part without a text."""
    if not isinstance(part, dict) or part.get("type") != "text":
        return None
    if "text" not in part:
        return Fault(path, variant="missing")
    text = part["text"]
    return None if isinstance(text, str) else Fault((*path, "text"), {"got": type_name(text)})
