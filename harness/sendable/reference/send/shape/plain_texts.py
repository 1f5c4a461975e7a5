"""Lists of content parts as plain text, for readers that know no parts."""

from typing import Any, Final

from sendable.model.item import RESULT, is_text, kind
from sendable.model.json import JsonObject
from sendable.reference.send.shape.duty import Notes, Placed, each_item

_CARRIERS: Final = {"message": "content", RESULT: "output"}


def plain_texts(placed: list[Placed], notes: Notes) -> list[Placed]:
    """Write a list of nothing but texts as one text, a line break between two; an empty output as the empty text.

    Rule vllm-responses-harmony-output-list.
    """

    def change(item: JsonObject, _at: int) -> JsonObject:
        carrier = _CARRIERS.get(str(kind(item)))
        parts = item.get(carrier) if carrier else None
        if carrier is None or not isinstance(parts, list) or not all(map(is_text, parts)):
            return item
        if not parts and carrier != "output":
            return item
        notes.count("texts_joined")
        return {**item, carrier: "\n".join(part["text"] for part in parts)}

    return each_item(placed, change)


def refusals(placed: list[Placed], notes: Notes) -> list[Placed]:
    """Write a refusal as the text that the model said.

    Rules vllm-responses-assistant-empty-content-500, llamacpp-responses-refusal, llamacpp-chat-part-type.
    """

    def change(item: JsonObject, _at: int) -> JsonObject:
        parts = item.get("content")
        if kind(item) != "message" or not isinstance(parts, list) or not any(map(_refuses, parts)):
            return item
        notes.count("refusals_as_text")
        return {**item, "content": [_said(part) if _refuses(part) else part for part in parts]}

    return each_item(placed, change)


def _refuses(part: Any) -> bool:
    return isinstance(part, dict) and part.get("type") == "refusal" and isinstance(part.get("refusal"), str)


def _said(part: JsonObject) -> JsonObject:
    return {"type": "output_text", "text": part["refusal"]}
