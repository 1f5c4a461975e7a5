"""The order in which the server looks at a chat request: contents first, then messages and calls, then the end."""

from sendable.model.json import JsonObject, Path
from sendable.oracle.llamacpp import calls_in
from sendable.oracle.rule import PAIRING, SCHEMA, VALUES
from sendable.oracle.scan import Scan
from sendable.oracle.settings import Settings

CONTENT = SCHEMA
"""The first pass of the server: whether every message has a content of a known kind (400)."""
PARSE = VALUES
"""The second pass: messages and calls are read into its own records (500)."""
END = PAIRING
"""How the list ends, before the chat template is applied."""
TEMPLATE = PAIRING + 5
"""What the chat template, or its preparation, objects to (500)."""

MESSAGES = "messages"


def index(_body: JsonObject, _settings: Settings) -> None:
    """Find nothing beforehand: every rule looks at one element, or at the end of the list."""


def walk(scan: Scan) -> None:
    """Visit ``request``, each ``message`` with its ``content``, ``part`` and ``call`` elements, and the ``end``."""
    scan.visit("request", scan.body, ())
    messages = scan.body.get(MESSAGES)
    if not isinstance(messages, list):
        return
    for at, message in enumerate(messages):
        path: Path = (MESSAGES, at)
        scan.visit("message", message, path)
        if isinstance(message, dict):
            _parts(scan, message, path)
            _calls(scan, message, path)
    scan.visit("end", messages, (MESSAGES,))


def _parts(scan: Scan, message: JsonObject, path: Path) -> None:
    content = message.get("content")
    if isinstance(content, list):
        for at, part in enumerate(content):
            scan.visit("part", part, (*path, "content", at))


def _calls(scan: Scan, message: JsonObject, path: Path) -> None:
    for at, call in enumerate(calls_in(message)):
        scan.visit("call", call, (*path, "tool_calls", at))
