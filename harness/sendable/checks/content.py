"""What must survive of a content, and whether it did.

A text must survive word for word. Anything else that JSON can carry must survive as some text (or as it is): seed 1
says that it is serialized, not how. Nothing must survive of what is empty, blank, or cannot be serialized.
"""

import json
import re
from typing import Any

from sendable.model.json import Json

_DEEPEST = 500
_SURROGATE = re.compile("[\ud800-\udfff]")
_LONG_TEXT = 12


def must_survive(content: Json) -> bool:
    """Whether a content has to be in the output in some form."""
    if isinstance(content, str):
        return bool(content.strip())
    if content is None or isinstance(content, bool) or content in ([], {}):
        return False
    try:
        json.dumps(content, allow_nan=False, ensure_ascii=False).encode()
    except (TypeError, ValueError, RecursionError):
        return False
    return _depth(content) < _DEEPEST


def verbatim(content: Json) -> str | None:
    """Return the text that must survive word for word; None for a content that may survive in any form."""
    return content if isinstance(content, str) and not _SURROGATE.search(content) else None


def text_of(content: Json) -> str:
    """Return a content as the text a model would read; the empty text for what cannot be written at all."""
    if isinstance(content, str):
        return content
    try:
        return "\n".join(map(_part_text, content)) if isinstance(content, list) else _part_text(content)
    except (TypeError, ValueError, RecursionError):
        return ""


def find(text: str, within: str, start: int = 0) -> int:
    """Return where a text stands in another from `start` on, or -1.

    A short text must stand alone: the ``t`` of a skeleton is not in ``interrupted``.
    """
    if len(text) >= _LONG_TEXT:
        return within.find(text, start)
    left = r"(?<!\w)" if text[:1].isalnum() else ""
    right = r"(?!\w)" if text[-1:].isalnum() else ""
    found = re.compile(left + re.escape(text) + right).search(within, start)
    return found.start() if found else -1


def dumps(content: Json) -> tuple[str, ...]:
    """Return the usual ways to write a content as JSON text."""
    return tuple(
        json.dumps(content, ensure_ascii=ascii_only, separators=separators)
        for separators in ((",", ":"), None)
        for ascii_only in (False, True)
    )


def _part_text(part: Any) -> str:
    if isinstance(part, dict) and isinstance(part.get("text"), str):
        return str(part["text"])
    return "" if part is None else json.dumps(part, ensure_ascii=False, default=str)


def _depth(content: Json) -> int:
    depth, level = 0, [content]
    while level and depth < _DEEPEST:
        level = [each for value in level for each in _inside(value)]
        depth += 1
    return depth


def _inside(value: Json) -> list[Json]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []
