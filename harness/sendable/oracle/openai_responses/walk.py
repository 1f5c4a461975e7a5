"""The order in which the API reads a body: the request, then item after item (reported 2026-08-30)."""

from typing import Any

from sendable.model.json import Path
from sendable.oracle.openai_responses.facts import Facts
from sendable.oracle.openai_responses.items import ROLES
from sendable.oracle.scan import Scan
from sendable.oracle.seals import SKELETON, is_sealed

_WITH_PARTS = ("function_call_output", "custom_tool_call_output")
_WITH_BLOB = ("reasoning", "compaction")
_BLOBS = "encrypted content is what the provider made, for this model and this account"
_STORED = "items and responses that are named by id are stored and may be read"
_SECOND = "a second output of one call is accepted: nobody has shown the answer"
_EARLY = "an output that stands before its call is accepted: nobody has shown the answer"
_NAMES_STORED = ("previous_response_id", "conversation", "prompt")


def walk(scan: Scan) -> None:
    """Visit the body, each item, and each part of its content and output.

    Tags: ``body``; ``primitive`` (an entry that is no object); ``unknown``; each item type by its name; ``id`` and
    ``call_id`` (items that have the key); ``role`` (messages without a known one); the role of a message; ``part`` and
    ``part:<role>``; ``output-part``; ``media`` (image and file parts wherever they stand); ``sealed:<type>`` and
    ``blob:<type>`` (reasoning and compaction whose encrypted content is one of our seals, or any that is no
    skeleton's); ``members`` (every item, last).
    """
    body = scan.body
    scan.visit("body", body, ())
    if any(body.get(key) for key in _NAMES_STORED):
        scan.assume(_STORED)
    items = body.get("input")
    if not isinstance(items, list):
        return
    _assume_unshown(scan)
    kinds = scan.facts.kinds
    for position, item in enumerate(items):
        path: Path = ("input", position)
        if isinstance(item, dict):
            _item(scan, item, kinds[position], path)
        else:
            scan.visit("primitive", item, path)


def _assume_unshown(scan: Scan) -> None:
    facts: Facts = scan.facts
    if facts.surplus and min(facts.surplus.values()) < 0:
        scan.assume(_SECOND)
    if facts.early and any(facts.early & called for called in facts.called.values()):
        scan.assume(_EARLY)


def _item(scan: Scan, item: dict[str, Any], kind: str, path: Path) -> None:
    if kind == "":
        scan.visit("unknown", item, path)
        return
    if kind == "message" and not _has_role(item):
        scan.visit("role", item, path)
    if "id" in item:
        scan.visit("id", item, path)
    if "call_id" in item:
        scan.visit("call_id", item, path)
    scan.visit(kind, item, path)
    if kind == "message":
        _message(scan, item, path)
    elif kind in _WITH_PARTS:
        _output(scan, item, path)
    elif kind == "item_reference":
        scan.assume(_STORED)
    elif kind in _WITH_BLOB and item.get("encrypted_content"):
        _blob(scan, item, kind, path)
    scan.visit("members", item, path)


def _blob(scan: Scan, item: dict[str, Any], kind: str, path: Path) -> None:
    blob = item["encrypted_content"]
    if is_sealed(blob):
        scan.visit("sealed:" + kind, item, path)
    else:
        scan.assume(_BLOBS)
    if blob.__class__ is str and not blob.startswith(SKELETON):
        scan.visit("blob:" + kind, item, path)


def _message(scan: Scan, message: dict[str, Any], path: Path) -> None:
    role = message["role"] if _has_role(message) else ""
    scan.visit(role, message, path)
    content = message.get("content")
    if not isinstance(content, list):
        return
    tag = f"part:{role}"
    for position, part in enumerate(content):
        if not isinstance(part, dict):
            continue
        where = (*path, "content", position)
        scan.visit("part", part, where)
        scan.visit(tag, part, where)
        _media(scan, part, where)


def _has_role(message: dict[str, Any]) -> bool:
    role = message.get("role")
    return isinstance(role, str) and role in ROLES


def _output(scan: Scan, item: dict[str, Any], path: Path) -> None:
    output = item.get("output")
    if not isinstance(output, list):
        return
    for position, part in enumerate(output):
        if isinstance(part, dict):
            where = (*path, "output", position)
            scan.visit("output-part", part, where)
            _media(scan, part, where)


def _media(scan: Scan, part: dict[str, Any], path: Path) -> None:
    if part.get("type") in ("input_image", "input_file"):
        scan.visit("media", part, path)
