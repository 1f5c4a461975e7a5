"""It hangs: it waits for the result of every call."""

import time

from sendable.model.json import Json, JsonObject
from sendable.normalizers.miniature import perfect

_PAUSE = 0.01


def normalize(history: JsonObject, target: dict[str, str], next: list[Json]) -> JsonObject:  # noqa: A002
    """Wait until each call has its result: for ever, where it never got one."""
    messages = history["messages"]
    while _open(messages):
        time.sleep(_PAUSE)
    return perfect.normalize(history, target, next)


def _open(messages: list[JsonObject]) -> bool:
    answered = [each.get("tool_call_id") for each in messages if each.get("role") == "tool"]
    calls = [call for each in messages for call in each.get("tool_calls") or ()]
    return any(call.get("tool_call_id") not in answered for call in calls)


normalize.accepts = ("messages",)  # type: ignore[attr-defined]  # how a callable says which shapes it takes
