"""The order in which Mistral looks at a body: the schema first, then roles in their order, ids, and pairs."""

from sendable.model.json import JsonObject, Path
from sendable.oracle.rule import PAIRING
from sendable.oracle.scan import Scan

ORDER = PAIRING
"""Which role may follow which."""
IDS = PAIRING + 2
"""Each message for itself: ids, and whether an assistant says anything."""
PAIRS = PAIRING + 4
"""Results against calls."""

_TAGS = frozenset({"system", "assistant", "user", "tool"})


def walk(scan: Scan) -> None:
    """Visit the request, every message with its parts and calls, then the history's end."""
    scan.visit("request", scan.body, ())
    messages = scan.body.get("messages")
    if not isinstance(messages, list):
        return
    for at, message in enumerate(messages):
        if isinstance(message, dict):
            _message(scan, message, ("messages", at))
    scan.visit("end", messages, ("messages", len(messages)))


def _message(scan: Scan, message: JsonObject, path: Path) -> None:
    role = message.get("role")
    if isinstance(role, str) and role in _TAGS:
        scan.visit(role, message, path)
    scan.visit("message", message, path)
    content = message.get("content")
    if isinstance(content, list):
        for at, part in enumerate(content):
            if isinstance(part, dict):
                scan.visit("part", part, (*path, "content", at))
                if part.get("type") == "image_url":
                    scan.visit("image", part, (*path, "content", at))
    calls = message.get("tool_calls")
    if isinstance(calls, list):
        for at, call in enumerate(calls):
            if isinstance(call, dict):
                scan.visit("call", call, (*path, "tool_calls", at))
