"""The order in which the server looks at a Responses request: item by item, then as a chat request."""

from sendable.model.json import JsonObject, Path
from sendable.oracle.llamacpp_responses.facts import ANSWERED, RESULT, SAID
from sendable.oracle.rule import PAIRING, SCHEMA, VALUES
from sendable.oracle.scan import Scan

ITEMS = SCHEMA
"""The items are turned into chat messages (400)."""
CONTENT = VALUES
"""The chat messages' contents are looked at (400)."""
PARSE = VALUES + 2
"""The chat messages are read (500)."""
END = PAIRING
"""How the list ends."""
TEMPLATE = PAIRING + 5
"""What the preparation for the chat template objects to (500)."""


def walk(scan: Scan) -> None:
    """Visit ``request``, each ``item``, also by its kind, its parts as ``part:<kind>``, and the ``end``."""
    scan.visit("request", scan.body, ())
    items = scan.body.get("input")
    if not isinstance(items, list):
        return
    for at, kind in enumerate(scan.facts.kinds):
        path: Path = ("input", at)
        scan.visit("item", items[at], path)
        scan.visit(kind, items[at], path)
        if kind in {SAID, ANSWERED}:
            _parts(scan, items[at], "content", kind, path)
        elif kind == RESULT:
            _parts(scan, items[at], "output", kind, path)
    scan.visit("end", items, ("input",))


def _parts(scan: Scan, item: JsonObject, key: str, kind: str, path: Path) -> None:
    parts = item.get(key)
    if isinstance(parts, list):
        for at, part in enumerate(parts):
            scan.visit(f"part:{kind}", part, (*path, key, at))
