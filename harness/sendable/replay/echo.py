"""A provider's words without what they echo of the request that they answer."""

import json
import re
from collections.abc import Sequence
from typing import Final

# How pydantic quotes what it refuses.
_INPUT_VALUE: Final = re.compile(r"input_value=.*?(?=, input_type=|\n|$)", re.DOTALL)
_LONGEST_GATHERED: Final = 1_000_000
_RUN: Final = 16
_SHORT: Final = 12
_SHORTEST: Final = 3
_GONE: Final = "t"


def without_echo(message: str, removed: Sequence[str]) -> str:
    """Replace what a message repeats of texts that were removed from the request.

    A text that is long enough to be no word of the provider's own goes wherever it stands, as does any longer part of
    it; a short one goes where it stands in quotes.

    Args:
        message: of a refusal.
        removed: the texts.
    """
    message = _INPUT_VALUE.sub(f"input_value={_GONE}", message)
    for text in sorted(set(removed), key=len, reverse=True):
        for form in _forms(text):
            message = _without(message, form)
    return _without_runs(message, removed)


def _forms(text: str) -> set[str]:
    """Return how a message may write a text: as it is, and as the inside of a literal of JSON or of Python."""
    bare = text.strip()
    quoted = json.dumps(bare, ensure_ascii=False)[1:-1], json.dumps(bare)[1:-1], repr(bare)[1:-1]
    return {form for form in (bare, *quoted) if len(form) >= _SHORTEST}


def _without(message: str, form: str) -> str:
    if form not in message:
        return message
    if len(form) >= _SHORT:
        return message.replace(form, _GONE)
    return re.sub(rf"(?<=['\"`]){re.escape(form)}(?=['\"`])", _GONE, message)


def _without_runs(message: str, removed: Sequence[str]) -> str:
    """Replace every stretch of `_RUN` characters or more that also stands in a removed text."""
    if len(message) < _RUN:
        return message
    whole = "\0".join(removed)[:_LONGEST_GATHERED]
    echoed = [message[at : at + _RUN] in whole for at in range(len(message) - _RUN + 1)]
    kept: list[str] = []
    at = 0
    while at < len(message):
        if at < len(echoed) and echoed[at]:
            while at < len(echoed) and echoed[at]:
                at += 1
            at += _RUN - 1
            kept.append(_GONE)
        else:
            kept.append(message[at])
            at += 1
    return "".join(kept)
