"""The order in which vLLM looks at a Messages request: the schema, then the chat messages made of it."""

from sendable.model.json import Path
from sendable.oracle.rule import PAIRING
from sendable.oracle.scan import Scan

RENDER = PAIRING
"""The conversation is written as a prompt: by a template, harmony, or mistral-common."""


def walk(scan: Scan) -> None:
    """Visit ``request``, each ``message`` and each ``block`` of its content, and the ``conversation``."""
    scan.visit("request", scan.body, ())
    messages = scan.body.get("messages")
    if not isinstance(messages, list):
        return
    for at, message in enumerate(messages):
        if not isinstance(message, dict):
            continue
        path: Path = ("messages", at)
        scan.visit("message", message, path)
        content = message.get("content")
        if isinstance(content, list):
            for position, block in enumerate(content):
                if isinstance(block, dict):
                    scan.visit("block", block, (*path, "content", position))
    scan.visit("conversation", messages, ("messages",))
