"""Content that is missing or null, which OpenAI refuses; the empty text is accepted in its place.

Rules: chat-content-null, chat-content-null-with-tool-calls, chat-content-substitutes, chat-content-empty,
resp-content-null, resp-content-missing, resp-output-missing, resp-output-empty-string.
"""

from typing import Final

from sendable.model.json import JsonObject
from sendable.reference.send.shape.duty import KNOWN_ROLES, Notes, Placed
from sendable.wire.items import CALL, CHAT, RESULT, kept_by, kind

_SUBSTITUTES: Final = ("refusal", "function_call", "audio")
_FILLED = "Missing content is sent as the empty text."
_LEFT_OUT = "A message without content is left out beside the calls that came with it."


def chat_content(placed: list[Placed], notes: Notes) -> list[Placed]:
    """Fill missing content, unless calls or another key stand in for it."""
    return [_filled(each, notes) if _needs_content(each) else each for each in placed]


def responses_content(placed: list[Placed], notes: Notes) -> list[Placed]:
    """Fill missing content; a message beside calls, which only Chat needs, is left out when it says nothing."""
    known = [_without_empty(each, notes) if each.entry.role in KNOWN_ROLES else each for each in placed]
    return [_filled(each, notes) if each.entry.role in KNOWN_ROLES else each for each in known]


def _needs_content(each: Placed) -> bool:
    said = [kept_by(item, CHAT) or {} for item in each.entry.items]
    stands_in = each.entry.role == "assistant" and any(rest.get(key) for rest in said for key in _SUBSTITUTES)
    has_calls = any(kind(item) == CALL for item in each.entry.items)
    return each.entry.role in KNOWN_ROLES and not stands_in and not (has_calls and each.entry.role == "assistant")


def _filled(each: Placed, notes: Notes) -> Placed:
    return each.holding(tuple(_item(item, each.at, notes) for item in each.entry.items))


def _item(item: JsonObject, at: int, notes: Notes) -> JsonObject:
    key = {"message": "content", RESULT: "output"}.get(str(kind(item)))
    if key is None or item.get(key) is not None:
        return item
    notes.note("content-filled", _FILLED, at, item)
    return {**item, key: ""}


def _without_empty(each: Placed, notes: Notes) -> Placed:
    if not any(kind(item) == CALL for item in each.entry.items):
        return each
    return each.holding(tuple(item for item in each.entry.items if not _says_nothing(item, each.at, notes)))


def _says_nothing(item: JsonObject, at: int, notes: Notes) -> bool:
    empty = kind(item) == "message" and item.get("content") is None and not item.get("tool_calls")
    if empty:
        notes.note("empty-message-left-out", _LEFT_OUT, at, item)
    return empty
