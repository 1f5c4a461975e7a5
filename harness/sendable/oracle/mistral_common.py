"""The request validator that vLLM runs for models with a Mistral tokenizer file, restated.

Behaviour of mistral-common 1.13.1 in the lenient mode in which vLLM uses it (an unanswered call at the very end is not
counted), measured with tokenizer files of the versions 3 and 13. Not the hosted API of Mistral: its rules are its own.
"""

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from sendable.model.json import Path

CHUNKS = frozenset({"text", "image", "image_url", "input_audio", "audio_url", "thinking"})
ABSENT = object()
"""A tool message without the key of its call's id."""

_NINE = re.compile(r"[a-zA-Z0-9]{9}")
_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
_AFTER = {
    "system": frozenset({"user", "assistant", "system"}),
    "user": frozenset({"user", "assistant", "system"}),
    "assistant": frozenset({"assistant", "user", "tool"}),
    "tool": frozenset({"assistant", "tool", "user"}),
}


class Said(msgspec.Struct):
    """One chat message as the validator sees it, and where in the body it came from.

    text: whether there is content. foreign: the first content part whose type it does not know. bare: the key of the
    content is missing, and must not. calls, names: ids of the tool calls, and of what functions. answers: the id in a
    tool message. thinks: a reasoning text stands beside the content.
    """

    role: str | None
    path: Path
    text: bool = False
    foreign: str | None = None
    bare: bool = False
    calls: list[str | None] = []
    names: list[str | None] = []
    answers: Any = ABSENT
    thinks: bool = False


class Found(msgspec.Struct, frozen=True):
    """What the validator objects to: the kind is the end of a rule's id."""

    kind: str
    path: Path
    values: dict[str, Any] = {}


def foreign_part(content: Any) -> str | None:
    """Return the type of the first content part that is no chunk of mistral-common."""
    if not isinstance(content, list):
        return None
    types = (part.get("type") for part in content if isinstance(part, dict))
    return next((plain(each) or "None" for each in types if not isinstance(each, str) or each not in CHUNKS), None)


def plain(value: Any) -> str | None:
    """Return a role or an id as text, so that it can be looked up whatever it is; None stays None."""
    if value is None or isinstance(value, str):
        return value
    return type(value).__name__ if isinstance(value, (list, dict)) else str(value)


def last_nine(call_id: Any) -> str | None:
    """Cut an id as vLLM does before it asks the validator: the last nine characters of a longer one."""
    text = plain(call_id)
    return text and text[-9:]


def validate(said: Sequence[Said], *, strict_ids: bool, where: Path, continues: bool = False) -> Found | None:
    """Return the first objection, in the validator's order.

    Args:
        said: the chat messages.
        strict_ids: the rules of tokenizer version 3 (nine characters, content or calls); else those of version 13.
        where: the path of the list, for an objection to the whole.
        continues: the last assistant message shall be continued, so it may stand last.
    """
    if not said:
        return Found("empty", where)
    if said[-1].role == "assistant" and not continues:
        return Found("last-assistant", said[-1].path)
    return (
        _unreadable(said)
        or _structure(said)
        or (_counted(said) if strict_ids else _paired(said))
        or _content(said, strict_ids=strict_ids)
        or (None if strict_ids else _empty_assistant(said))
    )


def _unreadable(said: Sequence[Said]) -> Found | None:
    for each in said:
        if each.role not in {*_AFTER, "developer"}:
            return Found("role", each.path, {"role": each.role})
        if each.bare:
            return Found("content-missing", each.path)
        if each.foreign is not None:
            return Found("part-type", each.path, {"type": each.foreign})
        if each.role == "tool" and each.answers is ABSENT:
            return Found("result-id-missing", each.path)
    return None


def _structure(said: Sequence[Said]) -> Found | None:
    if len(said) == 1 and said[0].role in {"assistant", "tool"}:
        return Found("start", said[0].path)
    before = ""
    for each in said:
        role = "system" if each.role == "developer" else each.role
        if before and role not in _AFTER[before]:
            return Found("order", each.path, {"role": role, "before": before})
        before = role or ""
    return None


def _counted(said: Sequence[Said]) -> Found | None:
    """Count results against calls, as the older versions do; the first message is not looked at."""
    open_calls = 0
    for each in said[1:]:
        if each.role == "tool":
            open_calls -= 1
        elif each.role == "assistant":
            if open_calls:
                return Found("count", each.path)
            open_calls = len(each.calls)
    return None


def _paired(said: Sequence[Said]) -> Found | None:
    """Match results with calls by id, as version 13 does; the first message is not looked at."""
    asked: set[Any] = set()
    answered: set[Any] = set()
    for each in said[1:]:
        if each.role == "tool":
            if each.answers in answered:
                return Found("duplicate-result", each.path, {"id": each.answers})
            if each.answers not in asked:
                return Found("unexpected-result", each.path, {"id": each.answers})
            answered.add(each.answers)
        elif each.role == "assistant":
            if len(asked) != len(answered):
                return Found("count", each.path)
            asked, answered = set(), set()
            for call_id in each.calls:
                if call_id in asked:
                    return Found("duplicate-call", each.path, {"id": call_id})
                asked.add(call_id)
    return None


def _content(said: Sequence[Said], *, strict_ids: bool) -> Found | None:
    for each in said:
        found = None
        if each.role == "assistant":
            found = _strict_assistant(each) if strict_ids else _assistant(each)
        elif each.role == "tool":
            found = _strict_result(each) if strict_ids else _result(each)
        if found is not None:
            return found
    return None


def _strict_assistant(each: Said) -> Found | None:
    if each.thinks:
        return Found("thinking", each.path)
    if each.text == bool(each.calls):
        return Found("content-or-calls", each.path)
    odd = (_not_nine(call_id, each.path) for call_id in each.calls if not _is_nine(call_id))
    return next(odd, None) or _named(each)


def _strict_result(each: Said) -> Found | None:
    if each.answers is None:
        return Found("result-id-undefined", each.path)
    return None if _is_nine(each.answers) else _not_nine(each.answers, each.path)


def _is_nine(call_id: Any) -> bool:
    return isinstance(call_id, str) and _NINE.fullmatch(call_id) is not None


def _not_nine(call_id: Any, path: Path) -> Found:
    return Found("id-format", path, {"id": call_id})


def _assistant(each: Said) -> Found | None:
    empty = (Found("id-empty", each.path) for call_id in each.calls if call_id in {"", "null"})
    return next(empty, None) or _named(each)


def _named(each: Said) -> Found | None:
    odd = (name or "" for name in each.names if not _NAME.fullmatch(name or ""))
    return next((Found("function-name", each.path, {"name": name}) for name in odd), None)


def _result(each: Said) -> Found | None:
    return Found("id-empty", each.path) if each.answers in {"", "null"} else None


def _empty_assistant(said: Sequence[Said]) -> Found | None:
    """Object to an assistant message with nothing in it, when the prompt is written at the end."""
    for each in said:
        if each.role == "assistant" and not (each.text or each.calls or each.thinks):
            return Found("empty-assistant", each.path)
    return None
