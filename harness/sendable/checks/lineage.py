"""What a tree's leaf stands for: its path, and behind a compaction that the target cannot read, the original.

Whoever sends a compaction to a provider that cannot read it loses everything before it; the original that it points to
is there to be sent in its place.
"""

from collections.abc import Iterator
from typing import Final, TypeAlias

from sendable.model.json import Json, JsonObject

Numbered: TypeAlias = tuple[int, JsonObject]
"""A node with its number in the history."""
_READERS: Final = {"openai": "openai-responses", "anthropic": "anthropic-messages"}


def lineage(history: JsonObject, api: str) -> list[Numbered]:
    """Return the nodes whose items a body for this API should hold, in order."""
    nodes = history.get("nodes")
    numbered = [each for each in enumerate(nodes if isinstance(nodes, list) else []) if isinstance(each[1], dict)]
    by_id = {str(node.get("id")): (index, node) for index, node in numbered}
    path = _path_to(history.get("leaf"), by_id)
    expanded: set[int] = set()
    while path and path[0][0] not in expanded and _is_closed(path[0][1], api):
        index, root = path[0]
        original = _path_to(root.get("pointer"), by_id)
        if not original or any(each in expanded or each == index for each, _ in original):
            break
        expanded.add(index)
        path = [*original, *(path[1:] if root.get("kind") == "compaction" else path)]
    return path


def _is_closed(root: JsonObject, api: str) -> bool:
    """Whether a path starts with a compaction that only another provider can read; thoughts may stand before it."""
    first = next((item for item in _items(root) if item.get("type") != "reasoning"), None)
    if first is None or first.get("type") != "compaction":
        return False
    reader = _READERS.get(str(first.get("provider", root.get("provider"))))
    return reader is not None and reader != api


def _items(node: JsonObject) -> Iterator[JsonObject]:
    for key in ("sent", "received"):
        items = node.get(key)
        yield from (each for each in (items if isinstance(items, list) else []) if isinstance(each, dict))


def _path_to(leaf: Json, by_id: dict[str, Numbered]) -> list[Numbered]:
    left = dict(by_id)
    path: list[Numbered] = []
    at = leaf
    while at is not None and str(at) in left:
        index, node = left.pop(str(at))
        path.append((index, node))
        at = node.get("parent")
    return path[::-1]
