"""The type of a message, and keys without a value: what lenient APIs make up, strict servers ask for."""

from typing import Final

from sendable.model.item import CALL, kind
from sendable.model.json import JsonObject
from sendable.reference.send.shape.duty import Notes, Placed, each_item

_STATUSES: Final = ("in_progress", "completed", "incomplete")


def typed(placed: list[Placed], notes: Notes) -> list[Placed]:
    """Write the type of every message: an assistant's is not known without it (llamacpp-responses-item-unknown)."""

    def change(item: JsonObject, _at: int) -> JsonObject:
        if "type" in item or kind(item) != "message":
            return item
        notes.count("message_types_written")
        return {"type": "message", **item}

    return each_item(placed, change)


def without_nulls(placed: list[Placed], notes: Notes) -> list[Placed]:
    """Remove an id that is null and a status that does not exist from messages and calls; missing ones are made up.

    Rules vllm-responses-assistant-id-null, -assistant-status-null and -function-call-no-call-id.
    """

    def change(item: JsonObject, _at: int) -> JsonObject:
        if kind(item) not in ("message", CALL):
            return item
        gone = {key for key, bad in (("id", _no_id(item)), ("status", _no_status(item))) if bad}
        if not gone:
            return item
        notes.count("nulls_removed")
        return {key: value for key, value in item.items() if key not in gone}

    return each_item(placed, change)


def _no_id(item: JsonObject) -> bool:
    return "id" in item and item["id"] is None


def _no_status(item: JsonObject) -> bool:
    return "status" in item and item["status"] not in _STATUSES
