"""What readers of JSON let pass or tell badly, and no case file may hold: a key twice, too many levels, bad bytes."""

import json
import re
from collections import Counter

from sendable.corpus.walk import levels, placed
from sendable.model.errors import UnreadableInput
from sendable.model.json import Json, JsonObject, dotted

MOST_LEVELS = 320
"""How deep a case may be nested: what every later step of a run, some of them recursive, still carries out."""
_SURROGATE_HINT = 'a lone surrogate is written {"$value": "lone-surrogate"}'
_TOKENS = re.compile(rb'"(?:[^"\\]|\\.)*"|[\[\]{},]', re.DOTALL)
_STEPS_SHOWN = 4


def too_deep(where: str) -> UnreadableInput:
    """Return the error for what is nested too deeply."""
    hint = f"a case may have {MOST_LEVELS} levels of objects and lists at most"
    return UnreadableInput("nested too deeply", where=where, hint=hint)


def check_levels(case: Json) -> None:
    """Refuse a case of more than `MOST_LEVELS` levels.

    Raises:
        UnreadableInput: with the first steps of the path.
    """
    if levels(case) > MOST_LEVELS:
        path = next(path for path, _ in placed(case) if len(path) >= MOST_LEVELS)
        raise too_deep(dotted(path[:_STEPS_SHOWN]))


def deepest_place(text: bytes) -> tuple[int, str]:
    """Return line and path of the case that is nested deepest, in a text too deep for any reader of JSON."""
    depth = index = deepest = 0
    place = 0, 0
    for token in _TOKENS.finditer(text):
        mark = token[0]
        depth += (mark in (b"[", b"{")) - (mark in (b"]", b"}"))
        index += mark == b"," and depth == 1
        if depth > deepest:
            deepest, place = depth, (token.start(), index)
    start, index = place
    return text.count(b"\n", 0, start) + 1, f"$[{index}]" if text.lstrip()[:1] == b"[" else "$"


def check_keys(text: bytes) -> None:
    """Refuse an object with a key that stands twice, of which readers silently keep one.

    Args:
        text: JSON in UTF-8 that could be read.

    Raises:
        UnreadableInput: with the path of the first such object.
    """
    doubled: dict[int, tuple[JsonObject, str]] = {}

    def read(pairs: list[tuple[str, Json]]) -> JsonObject:
        made = dict(pairs)
        if len(made) != len(pairs):
            names = Counter(key for key, _ in pairs)
            # The object is kept, for another could get the number of one that is dropped.
            doubled[id(made)] = made, next(key for key, count in names.items() if count > 1)
        return made

    # Numbers are not looked at, and the standard library refuses some that are JSON: they stay texts.
    whole = json.loads(text, object_pairs_hook=read, parse_int=str, parse_float=str)
    if doubled:
        path, key = next((path, doubled[id(each)][1]) for path, each in placed(whole) if id(each) in doubled)
        hint = "readers differ in which of the two they take: leave one out"
        raise UnreadableInput(f"the key {key!r} stands twice in one object", where=dotted(path), hint=hint)


def check_utf8(text: bytes, file: str) -> None:
    """Refuse a file that is not UTF-8.

    Raises:
        UnreadableInput: with the line.
    """
    try:
        text.decode()
    except UnicodeDecodeError as error:
        line = text.count(b"\n", 0, error.start) + 1
        what = f"not UTF-8: byte {error.start} of the file"
        raise UnreadableInput(what, where=f"{file}:{line}", hint="save the file as UTF-8") from error


def not_json(error: Exception, text: bytes, where: str) -> UnreadableInput:
    """Return the error for a text that msgspec could not decode; a lone surrogate is named where it is the cause."""
    if isinstance(error, RecursionError):
        return too_deep(where)
    if _has_surrogate(text):
        return UnreadableInput("not JSON: a lone surrogate", where=where, hint=_SURROGATE_HINT)
    return UnreadableInput(f"not JSON: {error}", where=where)


def _has_surrogate(text: bytes) -> bool:
    """Tell whether a text is JSON but for a lone surrogate, which the standard library takes."""
    try:
        json.dumps(json.loads(text), ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return True
    except (ValueError, RecursionError):
        return False
    return False
