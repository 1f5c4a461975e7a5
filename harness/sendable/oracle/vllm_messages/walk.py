"""The order in which vLLM looks at a Messages request: the schema, then the chat messages made of it."""

from sendable.model.json import Path
from sendable.oracle.rule import PAIRING
from sendable.oracle.scan import Scan

RENDER = PAIRING
"""The conversation is written as a prompt: by a template, harmony, or mistral-common."""


def walk(scan: Scan) -> None:
    """Visit ``request``, each ``entry`` and ``message``, each ``block-entry`` and ``block``, and the ``conversation``.

    An entry may be anything; a message, or a block, is one that is an object.
    """
    scan.visit("request", scan.body, ())
    messages = scan.body.get("messages")
    if not isinstance(messages, list):
        return
    for at, message in enumerate(messages):
        path: Path = ("messages", at)
        scan.visit("entry", message, path)
        if not isinstance(message, dict):
            continue
        scan.visit("message", message, path)
        content = message.get("content")
        if isinstance(content, list):
            for position, block in enumerate(content):
                scan.visit("block-entry", block, (*path, "content", position))
                if isinstance(block, dict):
                    scan.visit("block", block, (*path, "content", position))
    scan.visit("conversation", messages, ("messages",))
