"""Find the shortest history that still fails: delta debugging over messages, then calls, then texts."""

from collections.abc import Callable, Sequence
from typing import Any

from sendable.corpus.tagged import TAG
from sendable.model.json import Json, JsonObject, Path, encode_json

BUDGET = 400
"""How often `still_fails` is asked, at most, unless told otherwise."""
_LISTS = ("messages", "items")
_PARTS = ("tool_calls", "content")
# Changing these would make another history of it, or none: links, names.
_KEPT_TEXTS = frozenset(
    {"role", "type", "id", "call_id", "tool_call_id", "name", "status", "provider", "model", "parent"}
)
_SHORT_TEXTS = ("", "t")


def shrink(history: JsonObject, still_fails: Callable[[JsonObject], bool], *, budget: int = BUDGET) -> JsonObject:
    """Return the shortest history found that still fails; the same one each time.

    First whole messages (items, or the items of each node) are left out, then calls and content parts inside them,
    then texts are emptied. Keys that link or name things are never changed. A history that does not fail comes back
    as it is.

    Args:
        history: ``{"messages": […]}``, ``{"items": […]}`` or ``{"nodes": […], "leaf": …}``; never changed.
        still_fails: whether a history shows the same failure. Must not change what it is given.
        budget: how often it may be asked.
    """
    search = _Search(still_fails, budget)
    if not search.fails(history):
        return history
    before = None
    while history != before and search.left:
        before = history
        for step in (_without_messages, _without_parts, _without_texts):
            history = step(history, search)
    return history


class _Search:
    """Asks `still_fails`, at most so often, and never twice about the same history."""

    def __init__(self, still_fails: Callable[[JsonObject], bool], budget: int) -> None:
        self._still_fails = still_fails
        self._known: dict[bytes, bool] = {}
        self.left = budget

    def fails(self, history: JsonObject) -> bool:
        key = encode_json(history)
        if key not in self._known:
            if not self.left:
                return False
            self.left -= 1
            self._known[key] = self._still_fails(history)
        return self._known[key]


def _without_messages(history: JsonObject, search: _Search) -> JsonObject:
    for path in _list_paths(history):
        history = _shorter(history, path, search)
    return history


def _list_paths(history: JsonObject) -> list[Path]:
    plain: list[Path] = [(key,) for key in _LISTS if isinstance(history.get(key), list)]
    nodes = history.get("nodes")
    found = enumerate(nodes) if isinstance(nodes, list) else ()
    return plain + [
        ("nodes", index, key)
        for index, node in found
        for key in ("sent", "received")
        if isinstance(node, dict) and isinstance(node.get(key), list)
    ]


def _without_parts(history: JsonObject, search: _Search) -> JsonObject:
    for path in _list_paths(history):
        for index in range(len(_at(history, path))):
            for key in _PARTS:
                history = _shorter(history, (*path, index, key), search)
    return history


def _shorter(history: JsonObject, path: Path, search: _Search) -> JsonObject:
    """Leave out as much of the list at `path` as can be: halves first, then ever smaller runs, from the end."""
    elements = _at(history, path)
    if not isinstance(elements, list):
        return history
    size = max(1, len(elements) // 2)
    while True:
        start = len(elements) - size
        while start > -size:
            shorter = elements[: max(start, 0)] + elements[start + size :]
            candidate = _replaced(history, path, shorter)
            if len(shorter) < len(elements) and search.fails(candidate):
                history, elements = candidate, shorter
            start -= size
        if size == 1:
            return history
        size //= 2


def _without_texts(history: JsonObject, search: _Search) -> JsonObject:
    for list_path in _list_paths(history):
        for path, text in _texts(_at(history, list_path), list_path):
            for short in _SHORT_TEXTS:
                candidate = _replaced(history, path, short)
                if len(short) < len(text) and search.fails(candidate):
                    history = candidate
                    break
    return history


def _texts(value: Json, path: Path) -> list[tuple[Path, str]]:
    if isinstance(value, str):
        return [] if path[-1] in _KEPT_TEXTS else [(path, value)]
    if isinstance(value, dict) and TAG in value:
        return []
    entries: Sequence[tuple[Any, Json]] = []
    if isinstance(value, dict | list):
        entries = list(value.items() if isinstance(value, dict) else enumerate(value))
    return [found for key, each in entries for found in _texts(each, (*path, key))]


def _at(value: Json, path: Path) -> Json:
    for step in path:
        if isinstance(value, dict):
            value = value.get(step)
        elif isinstance(value, list) and isinstance(step, int) and step < len(value):
            value = value[step]
        else:
            return None
    return value


def _replaced(value: Json, path: Path, new: Json) -> Json:
    """Return a copy of `value` with another value at `path`; what is not on the path is shared."""
    if not path:
        return new
    step, rest = path[0], path[1:]
    copy: Any = dict(value) if isinstance(value, dict) else list(value)
    copy[step] = _replaced(value[step], rest, new)
    return copy
