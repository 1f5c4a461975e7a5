"""The order in which the API looks at a body: the JSON against its message types, then values, then turns."""

from sendable.model.json import Path
from sendable.oracle.gemini.parts import parts_of
from sendable.oracle.rule import ENVELOPE, PAIRING, SCHEMA
from sendable.oracle.scan import Scan

PARSE = ENVELOPE
"""The JSON is read into Google's message types: names that they lack."""
VALID = SCHEMA
"""Required members and values of each content."""
TURNS = PAIRING
"""The order of turns."""
NUMBERS = PAIRING + 1
"""Calls and responses in number."""
SIGNED = PAIRING + 2
"""Thought signatures, when all else is well."""


def walk(scan: Scan) -> None:
    """Visit the ``request``, each ``content`` that is an object, each ``part`` of it, then the content's ``turn``."""
    scan.visit("request", scan.body, ())
    contents = scan.body.get("contents")
    if not isinstance(contents, list):
        return
    for at, content in enumerate(contents):
        if not isinstance(content, dict):
            continue
        path: Path = ("contents", at)
        scan.visit("content", content, path)
        for position, part in enumerate(parts_of(content)):
            if isinstance(part, dict):
                scan.visit("part", part, (*path, "parts", position))
        scan.visit("turn", content, path)
