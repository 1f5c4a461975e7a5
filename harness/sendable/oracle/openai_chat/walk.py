"""The order in which Chat's two validators look at a body.

The first (``messages[1].role``) checks the schema message by message; the second (``messages.[1].role``) checks what
messages demand of each other, and runs last of all. Both are fed by this one walk; the rules' phases tell them apart.
"""

from typing import Any

from sendable.model.json import JsonObject, Path
from sendable.oracle.rule import MODEL
from sendable.oracle.scan import Scan

MEANING = MODEL + 10
"""The second validator: content that must be there, calls and their results."""

MESSAGES = "messages"
ROLES = frozenset({"system", "assistant", "user", "function", "tool", "developer"})


def walk(scan: Scan) -> None:
    """Visit the request, then every message with its parts and calls, then the history's end."""
    scan.visit("request", scan.body, ())
    messages = scan.body.get(MESSAGES)
    if not isinstance(messages, list):
        return
    for at, message in enumerate(messages):
        path: Path = (MESSAGES, at)
        scan.visit("entry", message, path)
        if isinstance(message, dict):
            _message(scan, message, path)
    scan.visit("end", messages, (MESSAGES, len(messages)))


def _message(scan: Scan, message: JsonObject, path: Path) -> None:
    """Visit one message: role and name, content and its parts, calls, then what it needs and where it stands."""
    scan.visit("message", message, path)
    content = message.get("content")
    if content is not None:
        scan.visit("content", content, (*path, "content"))
        if isinstance(content, list):
            _parts(scan, content, (*path, "content"))
    calls = message.get("tool_calls")
    if calls is not None:
        scan.visit("calls", calls, (*path, "tool_calls"))
        if isinstance(calls, list):
            for at, call in enumerate(calls):
                scan.visit("call", call, (*path, "tool_calls", at))
    scan.visit("needs", message, path)
    role = message.get("role")
    if isinstance(role, str) and role in ROLES:
        scan.visit(role, message, path)
    scan.visit("place", message, path)


def _parts(scan: Scan, parts: list[Any], path: Path) -> None:
    for at, part in enumerate(parts):
        if isinstance(part, dict):
            scan.visit("part", part, (*path, at))
            kind = part.get("type")
            if isinstance(kind, str):
                scan.visit("part:" + kind, part, (*path, at))


def role_at(scan: Scan, path: Path) -> Any:
    """Return the role of the message in which an element stands."""
    return scan.body[MESSAGES][path[1]].get("role")
