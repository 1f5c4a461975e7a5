"""Which item is what, by the tests that the server makes in turn, and how the merged messages end."""

from typing import Any

import msgspec

from sendable.model.json import JsonObject
from sendable.oracle.settings import Settings

SAID = "said"
ANSWERED = "answered"
CALL = "call"
RESULT = "result"
REASONING = "reasoning"
UNKNOWN = "unknown"
_SPEAKERS = frozenset({"user", "system", "developer"})


class Facts(msgspec.Struct):
    """kinds: what each item counts as. open_call: index of the last item when the merged last message holds a call."""

    kinds: list[str]
    open_call: int | None = None


def index(body: JsonObject, _settings: Settings) -> Facts:
    """Classify the items in one pass; bears any JSON."""
    items = body.get("input")
    if not isinstance(items, list):
        return Facts(kinds=[])
    kinds = [kind_of(item) for item in items]
    return Facts(kinds=kinds, open_call=_open_call(kinds))


def kind_of(item: Any) -> str:
    """Return what an item counts as: its keys decide, the type alone never does."""
    if not isinstance(item, dict):
        return UNKNOWN
    if isinstance(item.get("content"), (str, list)) and _is_one_of(item.get("role"), _SPEAKERS):
        return SAID
    kind = item.get("type")
    if item.get("role") == "assistant" and kind == "message":
        return ANSWERED
    if kind == "function_call":
        return CALL if all(isinstance(item.get(key), str) for key in ("arguments", "call_id", "name")) else UNKNOWN
    if kind == "function_call_output":
        whole = isinstance(item.get("call_id"), str) and isinstance(item.get("output"), (str, list))
        return RESULT if whole else UNKNOWN
    return REASONING if kind == "reasoning" and isinstance(item.get("summary"), list) else UNKNOWN


def _is_one_of(value: Any, known: frozenset[str]) -> bool:
    return isinstance(value, str) and value in known


def _open_call(kinds: list[str]) -> int | None:
    """Look back over the items that the server merges into the last assistant message."""
    for kind in reversed(kinds):
        if kind == CALL:
            return len(kinds) - 1
        if kind not in {ANSWERED, REASONING}:
            return None
    return None
