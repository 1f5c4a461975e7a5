"""Content that is missing or null, which OpenAI refuses; the empty text is accepted in its place.

Rules: chat-content-null, chat-content-null-with-tool-calls, chat-content-substitutes, chat-content-empty,
resp-content-null, resp-content-missing, resp-output-missing, resp-output-empty-string.
"""

from collections.abc import Callable
from typing import Final

from sendable.model.item import CARRIERS
from sendable.model.json import JsonObject
from sendable.reference.send.shape.blank import PLACEHOLDER, STAND_IN
from sendable.reference.send.shape.duty import KNOWN_ROLES, Notes, Placed, each_item
from sendable.wire.items import CALL, CHAT, RESULT, kept_by, kind

_SUBSTITUTES: Final = ("refusal", "function_call", "audio")
_FILLED = "Missing content is sent as the empty text."
_BESIDE_WORDS = "A message without content is left out beside what the same answer says."
_LEFT_OUT = "A message without content is left out beside the calls that came with it."


def chat_content(placed: list[Placed], notes: Notes) -> list[Placed]:
    """Fill missing content, unless calls or another key stand in for it."""
    filled = [_filled(each, notes) if _needs_content(each) else each for each in placed]
    return [_with_message(each, notes) if _only_thinks(each) else each for each in filled]


def any_content(placed: list[Placed], notes: Notes) -> list[Placed]:
    """Fill what is missing or an empty list, calls or not; a message that says nothing beside calls is left out.

    Gemini refuses a content without parts and takes an empty text (rule gemini-empty-parts).
    """
    return [
        _filled_lists(_filled(_without_empty(each, notes), notes), notes) if each.entry.role in KNOWN_ROLES else each
        for each in placed
    ]


def filled_lists(placed: list[Placed], notes: Notes) -> list[Placed]:
    """Send an empty text in the place of an empty list of parts."""
    return [_filled_lists(each, notes) if each.entry.role in KNOWN_ROLES else each for each in placed]


def filled_outputs(placed: list[Placed], notes: Notes) -> list[Placed]:
    """Send an empty text in the place of an output that is an empty list (rule xai-empty-content)."""
    return each_item(placed, lambda item, at: _list_filled(item, RESULT, at, notes))


def assistant_says(placed: list[Placed], notes: Notes) -> list[Placed]:
    """Let no assistant message be empty that makes no call (rule mistral-assistant-empty)."""
    return [_saying(each, notes) if each.entry.role == "assistant" else each for each in placed]


def responses_content(placed: list[Placed], notes: Notes) -> list[Placed]:
    """Fill missing content; a message beside calls, which only Chat needs, is left out when it says nothing."""
    known = [_without_empty(each, notes) if each.entry.role in KNOWN_ROLES else each for each in placed]
    return [_filled(each, notes) if each.entry.role in KNOWN_ROLES else each for each in known]


def _needs_content(each: Placed) -> bool:
    said = [kept_by(item, CHAT) or {} for item in each.entry.items]
    stands_in = each.entry.role == "assistant" and any(rest.get(key) for rest in said for key in _SUBSTITUTES)
    has_calls = any(kind(item) == CALL for item in each.entry.items)
    return each.entry.role in KNOWN_ROLES and not stands_in and not (has_calls and each.entry.role == "assistant")


def _only_thinks(each: Placed) -> bool:
    items = each.entry.items
    return each.entry.role == "assistant" and bool(items) and all(kind(item) == "reasoning" for item in items)


def _with_message(each: Placed, notes: Notes) -> Placed:
    """Add an empty text to thoughts alone: a message has content or calls (rule llamacpp-chat-assistant-nothing)."""
    notes.note("content-filled", _FILLED, each.at, each.entry.items[-1])
    return each.holding((*each.entry.items, {"type": "message", "role": "assistant", "content": ""}))


def _filled(each: Placed, notes: Notes) -> Placed:
    return each.holding(tuple(_item(item, each.at, notes) for item in each.entry.items))


def _item(item: JsonObject, at: int, notes: Notes) -> JsonObject:
    key = CARRIERS.get(str(kind(item)))
    if key is None or item.get(key) is not None:
        return item
    notes.note("content-filled", _FILLED, at, item)
    return {**item, key: ""}


def _filled_lists(each: Placed, notes: Notes) -> Placed:
    return each.holding(tuple(_list_filled(item, "message", each.at, notes) for item in each.entry.items))


def _list_filled(item: JsonObject, made: str, at: int, notes: Notes) -> JsonObject:
    """Fill an item of this kind that holds an empty list."""
    key = CARRIERS[made]
    if kind(item) != made or item.get(key) != []:
        return item
    notes.note("content-filled", _FILLED, at, item)
    return {**item, key: ""}


def _saying(each: Placed, notes: Notes) -> Placed:
    items = each.entry.items
    if any(kind(item) == CALL for item in items):
        return each
    if any(kind(item) == "message" and not _is_empty(item) for item in items):
        return _without(each, _is_empty, _BESIDE_WORDS, notes)
    if not all(_is_empty(item) for item in items):
        return each
    first = next((nth for nth, item in enumerate(items) if kind(item) == "message"), None)
    if first is None:
        return each
    notes.note("empty-message-filled", STAND_IN, each.at, items[first])
    return each.holding((*items[:first], {**items[first], "content": PLACEHOLDER}, *items[first + 1 :]))


def _is_empty(item: JsonObject) -> bool:
    return kind(item) == "message" and not item.get("content") and not item.get("tool_calls")


def _without_empty(each: Placed, notes: Notes) -> Placed:
    if not any(kind(item) == CALL for item in each.entry.items):
        return each
    return _without(each, _has_no_content, _LEFT_OUT, notes)


def _has_no_content(item: JsonObject) -> bool:
    return kind(item) == "message" and item.get("content") is None and not item.get("tool_calls")


def _without(each: Placed, is_left_out: Callable[[JsonObject], bool], why: str, notes: Notes) -> Placed:
    """Leave out the messages that a test is true of, and say why."""
    for item in each.entry.items:
        if is_left_out(item):
            notes.note("empty-message-left-out", why, each.at, item)
    return each.holding(tuple(item for item in each.entry.items if not is_left_out(item)))
