"""The order in which vLLM looks at a chat request: the schema, the parts and calls, then the model's own way."""

from typing import Any

from sendable.model.json import Path
from sendable.oracle.rule import PAIRING, SCHEMA, VALUES
from sendable.oracle.scan import Scan

CALLS = SCHEMA + 2
"""Tool calls are held to the schema once all messages are: their lists are read when they are first walked."""
PARSE = VALUES
"""Messages are read into a conversation: content parts, call types, arguments."""
RENDER = PAIRING
"""The conversation is written as a prompt: by a template, harmony, or mistral-common."""


def walk(scan: Scan) -> None:
    """Visit ``request``, each ``message``, its ``part`` and ``call`` elements, and the ``conversation``.

    An object in place of a list is read as the list of its keys.
    """
    scan.visit("request", scan.body, ())
    messages = scan.body.get("messages")
    if not isinstance(messages, list):
        return
    for at, message in enumerate(messages):
        path: Path = ("messages", at)
        scan.visit("message", message, path)
        if isinstance(message, dict):
            content, calls = message.get("content"), message.get("tool_calls")
            _each(scan, list(content) if isinstance(content, dict) else content, "part", (*path, "content"))
            _each(scan, list(calls) if isinstance(calls, (str, dict)) else calls, "call", (*path, "tool_calls"))
    scan.visit("conversation", messages, ("messages",))


def _each(scan: Scan, values: Any, tag: str, path: Path) -> None:
    if isinstance(values, list):
        for at, value in enumerate(values):
            scan.visit(tag, value, (*path, at))
