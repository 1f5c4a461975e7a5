"""The order in which the API reads a body: the request, then item after item (reported 2026-08-30)."""

from typing import Any

from sendable.model.json import Path
from sendable.oracle.openai_responses.items import ROLES, kind_of
from sendable.oracle.scan import Scan


def walk(scan: Scan) -> None:
    """Visit the body, each item, and each part of its content, output and summary.

    Tags: ``body``; ``primitive`` (an entry that is no object); ``unknown``; each item type by its name; ``id`` and
    ``call_id`` (items that have the key); the role of a message; ``part`` and ``part:<role>``; ``output-part``;
    ``media`` (image and file parts wherever they stand).
    """
    body = scan.body
    scan.visit("body", body, ())
    items = body.get("input")
    if not isinstance(items, list):
        return
    for position, item in enumerate(items):
        path: Path = ("input", position)
        if isinstance(item, dict):
            _item(scan, item, path)
        else:
            scan.visit("primitive", item, path)


def _item(scan: Scan, item: dict[str, Any], path: Path) -> None:
    kind = kind_of(item)
    if kind == "":
        scan.visit("unknown", item, path)
        return
    if kind == "message":
        scan.visit("role", item, path)
    if "id" in item:
        scan.visit("id", item, path)
    if "call_id" in item:
        scan.visit("call_id", item, path)
    scan.visit(kind, item, path)
    if kind == "message":
        _message(scan, item, path)
    else:
        _output(scan, item, path)
    scan.visit("members", item, path)


def _message(scan: Scan, message: dict[str, Any], path: Path) -> None:
    role = message.get("role")
    known = role.__class__ is str and role in ROLES
    if known:
        scan.visit(role, message, path)  # type: ignore[arg-type]  # one of the roles
    content = message.get("content")
    if not isinstance(content, list):
        return
    tag = f"part:{role}" if known else ""
    for position, part in enumerate(content):
        if not isinstance(part, dict):
            continue
        where = (*path, "content", position)
        scan.visit("part", part, where)
        scan.visit(tag, part, where)
        _media(scan, part, where)


def _output(scan: Scan, item: dict[str, Any], path: Path) -> None:
    output = item.get("output")
    if not isinstance(output, list) or item.get("type") not in _WITH_PARTS:
        return
    for position, part in enumerate(output):
        if isinstance(part, dict):
            where = (*path, "output", position)
            scan.visit("output-part", part, where)
            _media(scan, part, where)


_WITH_PARTS = ("function_call_output", "custom_tool_call_output")


def _media(scan: Scan, part: dict[str, Any], path: Path) -> None:
    if part.get("type") in ("input_image", "input_file"):
        scan.visit("media", part, path)
