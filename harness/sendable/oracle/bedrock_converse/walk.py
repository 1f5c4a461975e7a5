"""The order in which Converse looks at a body."""

from typing import Any

from sendable.model.json import JsonObject, Path
from sendable.oracle.scan import Scan

_BLOCKS = frozenset({"text", "toolUse", "toolResult", "document", "image", "video"})


def walk(scan: Scan) -> None:
    """Visit the request, then every message with its blocks, and what stands inside tool results."""
    scan.visit("request", scan.body, ())
    messages = scan.body.get("messages")
    if not isinstance(messages, list):
        return
    for at, message in enumerate(messages):
        if isinstance(message, dict):
            scan.visit("message", message, ("messages", at))
            content = message.get("content")
            if isinstance(content, list):
                _blocks(scan, content, ("messages", at, "content"))


def _blocks(scan: Scan, blocks: list[Any], path: Path) -> None:
    for at, block in enumerate(blocks):
        if not isinstance(block, dict):
            continue
        scan.visit("block", block, (*path, at))
        for key, value in block.items():
            if key in _BLOCKS:
                scan.visit(key, value, (*path, at, key))
                if key == "toolResult" and isinstance(value, dict):
                    _inside(scan, value, (*path, at, key))


def _inside(scan: Scan, result: JsonObject, path: Path) -> None:
    content = result.get("content")
    for at, block in enumerate(content if isinstance(content, list) else ()):
        if not isinstance(block, dict):
            continue
        for key, value in block.items():
            if key in _BLOCKS:
                scan.visit("result:" + key, value, (*path, "content", at, key))
