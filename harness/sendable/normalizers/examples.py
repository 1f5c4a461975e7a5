"""Normalizers that ship as examples: the worst one there is."""

from sendable.model.json import Json, JsonObject


def identity(history: JsonObject, target: dict[str, str], next: list[Json]) -> JsonObject:  # noqa: A002, ARG001
    """Send everything as it was stored: what an agent without a normalizer does."""
    return {"messages": history["messages"], "dropped": 0}
