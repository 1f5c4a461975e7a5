"""It crashes: it takes for granted that every call was answered."""

from sendable.model.json import Json, JsonObject
from sendable.normalizers.miniature import perfect


def normalize(history: JsonObject, target: dict[str, str], next: list[Json]) -> JsonObject:  # noqa: A002
    """Look up the result of each call, and raise `KeyError` where there is none."""
    messages = history["messages"]
    results = {each["tool_call_id"]: each for each in messages if each["role"] == "tool"}
    for message in messages:
        for call in message.get("tool_calls", ()):
            results[call["tool_call_id"]]["content"]
    return perfect.normalize(history, target, next)


normalize.accepts = ("messages",)  # type: ignore[attr-defined]  # how a callable says which shapes it takes
