"""Content that vLLM's Responses endpoint takes unread, and refuses when it writes the prompt."""

from typing import Any, Final

from sendable.model.item import CARRIERS, kind
from sendable.model.json import JsonObject
from sendable.reference.send.shape.duty import Notes, Placed, each_item
from sendable.wire.parts import responses_part

STATUSES: Final = ("in_progress", "completed", "incomplete")
_DETAILS: Final = ("low", "high", "auto", "original")


def said_in_parts(placed: list[Placed], notes: Notes) -> list[Placed]:
    """Write the text of an assistant message with id and status as a part (rule vllm-responses-answered-text)."""

    def change(item: JsonObject, _at: int) -> JsonObject:
        content = item.get("content")
        if not _is_whole(item) or not isinstance(content, str) or not content:
            return item
        notes.count("texts_as_parts")
        return {**item, "content": [{"type": "output_text", "text": content, "annotations": []}]}

    return each_item(placed, change)


def detailed(placed: list[Placed], notes: Notes) -> list[Placed]:
    """Say of each image how closely it is looked at: in outputs the key is required, in no place may it be null.

    Rules vllm-responses-output-image-detail, vllm-responses-custom-output-part, vllm-responses-user-output-text.
    """

    def change(item: JsonObject, _at: int) -> JsonObject:
        carrier = CARRIERS.get(str(kind(item)))
        parts = item.get(carrier) if carrier else None
        if carrier is None or not isinstance(parts, list):
            return item
        new = [_detailed(part, item.get("role", "tool")) for part in parts]
        changed = sum(one is not other for one, other in zip(new, parts, strict=True))
        for _ in range(changed):
            notes.count("image_details_added")
        return {**item, carrier: new} if changed else item

    return each_item(placed, change)


def _detailed(part: Any, role: Any) -> Any:
    written = responses_part(part, role)
    if not isinstance(written, dict) or written.get("type") != "input_image":
        return part
    known = written["detail"] in _DETAILS if "detail" in written else role != "tool"
    return part if known else {**written, "detail": "auto"}


def _is_whole(item: JsonObject) -> bool:
    is_said = item.get("type") == "message" and item.get("role") == "assistant"
    return is_said and isinstance(item.get("id"), str) and item.get("status") in STATUSES
