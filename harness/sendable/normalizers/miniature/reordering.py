"""It changes the order: questions first, then what was done about them."""

from sendable.model.json import Json, JsonObject
from sendable.normalizers.miniature import perfect


def normalize(history: JsonObject, target: dict[str, str], next: list[Json]) -> JsonObject:  # noqa: A002
    """Move what the user said ahead of everything but the system messages: sendable, and another conversation."""
    answer = perfect.normalize(history, target, next)
    first = ("system", "user")
    messages = sorted(answer["messages"], key=lambda each: first.index(each["role"]) if each["role"] in first else 2)
    return answer | {"messages": messages}


normalize.accepts = ("messages",)  # type: ignore[attr-defined]  # how a callable says which shapes it takes
