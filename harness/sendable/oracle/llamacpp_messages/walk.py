"""The order in which the server looks at a Messages request: contents, then messages and blocks, then the end."""

from sendable.model.json import Path
from sendable.oracle.scan import Scan


def walk(scan: Scan) -> None:
    """Visit ``request``, each ``message`` and each ``block`` of its content, and the ``end``."""
    scan.visit("request", scan.body, ())
    messages = scan.body.get("messages")
    if not isinstance(messages, list):
        return
    for at, message in enumerate(messages):
        path: Path = ("messages", at)
        scan.visit("message", message, path)
        content = message.get("content") if isinstance(message, dict) else None
        if isinstance(content, list):
            for position, block in enumerate(content):
                scan.visit("block", block, (*path, "content", position))
    scan.visit("end", messages, ("messages",))
