"""Blank text, which Anthropic refuses, and messages that would be empty.

Where other blocks remain, the blank text goes; where the message would become empty, a fixed text stands in, so that
the message stays at its place: leaving a message out could make a broken history look whole. So could leaving out a
text in front of a result (rule anthropic-tool-result-not-first): there the fixed text stands in too.
Rules: anthropic-empty-text-block, anthropic-whitespace-only-text, anthropic-message-empty-content.
"""

from typing import Any, Final

from sendable.model.json import JsonObject
from sendable.reference.send.shape.duty import KNOWN_ROLES, Notes, Placed, each_item
from sendable.wire.items import ANTHROPIC, RESULT, kept_by, kind
from sendable.wire.parts import is_text

PLACEHOLDER: Final = "(no content)"
_GONE = "A blank text is left out beside other content."
STAND_IN = f"A message without content is sent with the text {PLACEHOLDER!r}."


def blank(placed: list[Placed], notes: Notes) -> list[Placed]:
    """Leave no blank text and no empty message."""
    return [_whole(each, notes) if each.entry.role in KNOWN_ROLES else each for each in placed]


def blank_results(placed: list[Placed], notes: Notes) -> list[Placed]:
    """Let no result be blank either (rule bedrock-result-blank-text)."""

    def change(item: JsonObject, at: int) -> JsonObject:
        output = item.get("output")
        if kind(item) != RESULT or not _is_blank(output):
            return item
        notes.note("empty-result-filled", f"A result without content is sent with the text {PLACEHOLDER!r}.", at, item)
        return {**item, "output": PLACEHOLDER}

    return each_item(placed, change)


def _whole(each: Placed, notes: Notes) -> Placed:
    items = [_result(item, each.at, notes) if kind(item) == RESULT else item for item in each.entry.items]
    messages = [item for item in items if kind(item) == "message"]
    if not any(_has_blank(item) for item in messages) or _is_directive(each.entry.role, items):
        return each.holding(tuple(items))
    if len(messages) == len(items) and all(_is_blank(item.get("content")) for item in messages):
        return _stand_in(each, messages, notes)
    last_result = max((at for at, item in enumerate(items) if kind(item) == RESULT), default=-1)
    kept = [_said(item, each.at, notes, wedged=at < last_result) for at, item in enumerate(items)]
    left = [item for item in kept if item is not None]
    return each.holding(tuple(_behind_thoughts(left, each.at, notes)))


def _behind_thoughts(items: list[JsonObject], at: int, notes: Notes) -> list[JsonObject]:
    """Let a message without content say something where only thoughts stand beside it: they may not come last."""
    silent = [nth for nth, item in enumerate(items) if kind(item) == "message" and item.get("content") is None]
    if not silent or any(kind(item) != "reasoning" for nth, item in enumerate(items) if nth not in silent):
        return items
    notes.note("empty-message-filled", STAND_IN, at, items[silent[0]])
    return [*items[: silent[0]], {**items[silent[0]], "content": PLACEHOLDER}, *items[silent[0] + 1 :]]


def _has_blank(item: JsonObject) -> bool:
    content = item.get("content")
    return _is_blank(content) or (isinstance(content, list) and any(map(_is_blank_part, content)))


def _is_blank(content: Any) -> bool:
    """Whether content holds nothing: absent, null, blank, or a list of nothing but blank texts."""
    if isinstance(content, list):
        return all(map(_is_blank_part, content))
    return content is None or (isinstance(content, str) and not content.strip())


def _is_blank_part(part: Any) -> bool:
    return is_text(part) and not part["text"].strip()


def _is_directive(role: str | None, items: list[JsonObject]) -> bool:
    """Whether this only sets the effort, content [] being its form (rule anthropic-system-message-effort-only)."""
    return role == "system" and any("output_config" in (kept_by(item, ANTHROPIC) or {}) for item in items)


def _stand_in(each: Placed, messages: list[JsonObject], notes: Notes) -> Placed:
    first, *others = messages
    notes.note("empty-message-filled", STAND_IN, each.at, first)
    held = [item for other in others if (item := _emptied(other)) is not None]
    return each.holding(({**first, "content": PLACEHOLDER}, *held))


def _said(item: JsonObject, at: int, notes: Notes, *, wedged: bool) -> JsonObject | None:
    """Take the blank texts out of a message that stands beside other items."""
    content = item.get("content")
    if kind(item) != "message" or content is None or not _has_blank(item):
        return item
    if not _is_blank(content):
        notes.note("blank-text-left-out", _GONE, at, item)
        return {**item, "content": [part for part in content if not _is_blank_part(part)]}
    if wedged:
        notes.note("empty-message-filled", STAND_IN, at, item)
        return {**item, "content": PLACEHOLDER}
    notes.note("blank-text-left-out", _GONE, at, item)
    return _emptied(item)


def _emptied(item: JsonObject) -> JsonObject | None:
    """Return the message without content when it holds other keys of the message, else None."""
    rest = {key: value for key, value in item.items() if key != "content"}
    return rest if rest.get("tool_calls") or kept_by(rest, ANTHROPIC) else None


def _result(item: JsonObject, at: int, notes: Notes) -> JsonObject:
    """Take blank texts out of a result's parts; an empty text as the whole output is accepted."""
    output = item.get("output")
    if not isinstance(output, list) or not any(map(_is_blank_part, output)):
        return item
    notes.note("blank-text-left-out", _GONE, at, item)
    return {**item, "output": [part for part in output if not _is_blank_part(part)] or ""}
