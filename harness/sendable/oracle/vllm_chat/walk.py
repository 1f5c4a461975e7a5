"""The order in which vLLM looks at a chat request: the schema, the parts and calls, then the model's own way."""

from sendable.model.json import JsonObject, Path
from sendable.oracle.rule import PAIRING, VALUES
from sendable.oracle.scan import Scan

PARSE = VALUES
"""Messages are read into a conversation: content parts, call types, arguments."""
RENDER = PAIRING
"""The conversation is written as a prompt: by a template, harmony, or mistral-common."""


def walk(scan: Scan) -> None:
    """Visit ``request``, each ``message``, its ``part`` and ``call`` elements, and the ``conversation``."""
    scan.visit("request", scan.body, ())
    messages = scan.body.get("messages")
    if not isinstance(messages, list):
        return
    for at, message in enumerate(messages):
        if isinstance(message, dict):
            scan.visit("message", message, ("messages", at))
            _each(scan, message, "content", "part", ("messages", at))
            _each(scan, message, "tool_calls", "call", ("messages", at))
    scan.visit("conversation", messages, ("messages",))


def _each(scan: Scan, message: JsonObject, key: str, tag: str, path: Path) -> None:
    values = message.get(key)
    if isinstance(values, list):
        for at, value in enumerate(values):
            if isinstance(value, dict):
                scan.visit(tag, value, (*path, key, at))
