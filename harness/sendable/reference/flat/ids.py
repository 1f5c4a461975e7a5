"""One definition of a usable call id, so that no two rules disagree (checklist 1.27, 1.34)."""

from typing import Any, Final, TypeGuard

from sendable.model.json import Json
from sendable.reference.flat.plain import LONGEST_INTEGER
from sendable.reference.flat.rules import NOTHING

SPELLINGS: Final = ("tool_call_id", "id")


def is_usable(call_id: Json, without: frozenset[str] = NOTHING) -> TypeGuard[str]:
    """Tell whether a value can pair a call with its result: a text, not blank, and not the falsy ``"0"``."""
    if not isinstance(call_id, str):
        return False
    if call_id == "0":
        return "refuse-zero-id" in without
    return not (call_id == "" or call_id.isspace()) or "refuse-blank-ids" in without


def as_text(value: Any, without: frozenset[str] = NOTHING) -> str:
    """Write an id as found: text stays (also unusable text), a non-zero integer is cast, all else is empty."""
    if isinstance(value, str):
        return str.__str__(value) if value.isascii() else mend(value)
    if isinstance(value, bool) or not isinstance(value, int) or "cast-integer-ids" in without:
        return ""
    return int.__repr__(value) if value and value.bit_length() <= LONGEST_INTEGER else ""


def mend(value: str) -> str:
    """Replace every lone surrogate by U+FFFD, for no request body can carry one (checklist 1.12)."""
    return "".join("\ufffd" if "\ud800" <= each <= "\udfff" else each for each in value)
