"""It forgets: a window that keeps the last turn."""

from sendable.model.json import Json, JsonObject
from sendable.normalizers.miniature import perfect


def normalize(history: JsonObject, target: dict[str, str], next: list[Json]) -> JsonObject:  # noqa: A002
    """Answer with the system messages and the last turn: sendable, and the model has forgotten everything before."""
    answer = perfect.normalize(history, target, next)
    messages = answer["messages"]
    asked = [at for at, each in enumerate(messages) if each["role"] == "user"]
    systems = [each for each in messages if each["role"] == "system"]
    last = [each for each in messages[asked[-1] :] if each["role"] != "system"] if asked else []
    return answer | {"messages": systems + last if asked else messages}


normalize.accepts = ("messages",)  # type: ignore[attr-defined]  # how a callable says which shapes it takes
