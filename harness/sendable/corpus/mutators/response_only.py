"""Keys that only responses have, on every type of item that has them, and keys that nobody knows."""

import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from sendable.corpus.line import Line, changed, kind, swap
from sendable.corpus.mutator import Bent, Messages, Mutator
from sendable.corpus.mutators._blobs import maker_of
from sendable.corpus.mutators._table import standing
from sendable.corpus.pairs import calls, replaced, role_of, with_call
from sendable.model.json import Json, JsonObject

_MESSAGE_KEYS: dict[str, Json] = {
    "id": "chatcmpl-1",
    "refusal": None,
    "annotations": [],
    "audio": None,
    "function_call": None,
    "reasoning_content": "The list says it.",
    "reasoning": "The list says it.",
    "usage": {"total_tokens": 7},
    "finish_reason": "stop",
    "timestamp": 1764460800,
    "brand_new": "x",
}
_CALL_KEYS: dict[str, Json] = {"index": 0, "type": "function", "status": "completed", "brand_new": "x"}
_UNKNOWN = {"brand_new": "x"}


@cache
def _table() -> dict[str, list[dict[str, Any]]]:
    return tomllib.loads((files(__package__) / "response_only.toml").read_text("utf-8"))


def _on_messages(messages: Sequence[JsonObject]) -> Iterator[Messages]:
    """Put each key on each answer, and the keys of calls on each call."""
    for at, message in enumerate(messages):
        if role_of(message) == "assistant":
            for key, value in _MESSAGE_KEYS.items():
                yield replaced(messages, at, {**message, key: value})
    for turn, nth, _ in calls(messages):
        for key, value in _CALL_KEYS.items():
            call = {**messages[turn]["tool_calls"][nth], key: value}
            yield replaced(messages, turn, with_call(messages[turn], nth, call))


def _on_items(line: Line) -> Iterator[Bent]:
    """Put the keys of each item's type on it, and one that nobody knows on every item."""
    for at, (item, _) in enumerate(line):
        for row in _table().get(maker_of(item) or "openai", ()):
            broken = _with_key(item, row, maker_of(item))
            if broken is not None:
                yield Bent(swap(line, at, broken))
        yield Bent(swap(line, at, changed(item, **_UNKNOWN)))


def _with_key(item: JsonObject, row: dict[str, Any], maker: str | None) -> JsonObject | None:
    """Return the item with the key of a row, None where that is not meant for it."""
    added = {row["key"]: row["value"]}
    if maker in (None, "openai"):
        if kind(item) != row["type"] or row["key"] in item:
            return None
        return _on_parts(item, added) if row.get("part") else {**item, **added}
    block = item.get("provider_data")
    if isinstance(block, dict):
        fits = block.get("type") == row["type"] or ("type" not in block and row["type"] in block)
        return {**item, "provider_data": {**block, **added}} if fits else None
    parts = item.get("content")
    if not isinstance(parts, list) or row["type"] != "text":
        return None
    kept = [part for part in parts if isinstance(part, dict) and isinstance(part.get("provider_data"), dict)]
    if not kept:
        return None
    broken = [{**part, "provider_data": {**part["provider_data"], **added}} if part in kept else part for part in parts]
    return {**item, "content": broken}


def _on_parts(item: JsonObject, added: JsonObject) -> JsonObject | None:
    parts = item.get("content")
    if not isinstance(parts, list) or not parts:
        return None
    return {**item, "content": [{**part, **added} if isinstance(part, dict) else part for part in parts]}


RESPONSE_ONLY_KEY = Mutator(
    name="response-only-key",
    family="response-only-field",
    why="Answers are stored as they came, and requests do not take all that answers hold.",
    evidence=standing("response-only-key"),
    breaks=_on_messages,
    bends=_on_items,
)
