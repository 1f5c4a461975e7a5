"""It makes things up: every call gets the same result, the real ones are gone."""

from sendable.model.json import Json, JsonObject
from sendable.normalizers.miniature import perfect

_MADE_UP = "The tool ran without an error."


def normalize(history: JsonObject, target: dict[str, str], next: list[Json]) -> JsonObject:  # noqa: A002
    """Put a made-up result under every call: sendable, and untrue."""
    answer = perfect.normalize(history, target, next)
    messages = [each | {"content": _MADE_UP} if each["role"] == "tool" else each for each in answer["messages"]]
    return answer | {"messages": messages}


normalize.accepts = ("messages",)  # type: ignore[attr-defined]  # how a callable says which shapes it takes
