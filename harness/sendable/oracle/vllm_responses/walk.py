"""The order in which vLLM looks at a Responses request: the schema of all items, then item by item, then the prompt."""

from sendable.model.json import JsonObject, Path
from sendable.oracle.rule import PAIRING, VALUES
from sendable.oracle.scan import Scan
from sendable.oracle.vllm_responses.facts import OTHERS

STORED = VALUES - 1
"""The previous response is looked up."""
CONVERT = VALUES
"""Items are turned into chat or harmony messages, one after the other."""
READ = PAIRING - 1
"""Contents that the schema took unread are read, item by item."""
RENDER = PAIRING
"""The conversation is written as a prompt: by a template or mistral-common."""

_TAGGED = ("function_call", "function_call_output", "reasoning")
_SPEAKERS = ("user", "system", "developer")


def walk(scan: Scan) -> None:
    """Visit ``request``, each ``item``, also by its kind, and the ``conversation``.

    Kinds: ``function_call``, ``function_call_output``, ``reasoning``, ``other``; the assistant's message is
    ``answered``, another's is ``said``, and its parts are ``part:said``.
    """
    scan.visit("request", scan.body, ())
    items = scan.body.get("input")
    if not isinstance(items, list):
        return
    for at, item in enumerate(items):
        path: Path = ("input", at)
        scan.visit("item", item, path)
        if isinstance(item, dict):
            _item(scan, item, path)
    scan.visit("conversation", items, ("input",))


def _item(scan: Scan, item: JsonObject, path: Path) -> None:
    kind = item.get("type", "message" if "role" in item else None)
    if kind == "message":
        _message(scan, item, path)
    elif isinstance(kind, str) and kind in _TAGGED:
        scan.visit(kind, item, path)
    elif ("type" not in item and isinstance(item.get("id"), str)) or (isinstance(kind, str) and kind in OTHERS):
        scan.visit("other", item, path)


def _message(scan: Scan, item: JsonObject, path: Path) -> None:
    role = item.get("role")
    if role == "assistant":
        scan.visit("answered", item, path)
        return
    scan.visit("said", item, path)
    content = item.get("content")
    if isinstance(content, list) and role in _SPEAKERS:
        for at, part in enumerate(content):
            scan.visit("part:said", part, (*path, "content", at))
