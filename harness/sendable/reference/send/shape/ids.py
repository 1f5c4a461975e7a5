"""Call ids outside the API's alphabet or over its length, rewritten on both sides of a pair.

Only an id that exactly one call declares and exactly one result answers is rewritten. A missing, empty, unpaired or
repeated id is the normalizer's business and stays for the API to refuse; a new id never meets another of the history.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Any, Final

from sendable.model.json import JsonObject
from sendable.reference.send.shape.duty import Duty, Notes, Placed, each_item
from sendable.wire.items import kind

_DIGITS: Final = 32


def long(digest: str) -> str:
    """Make an id of 37 characters, which every API but Mistral's takes."""
    return f"call_{digest[:_DIGITS]}"


def nine(digest: str) -> str:
    """Make an id of nine letters and digits (rule mistral-tool-call-id-format)."""
    return digest[:9]


def ids(fits: re.Pattern[str], make: Callable[[str], str] = long) -> Duty:
    """Rewrite the ids of whole pairs that do not match `fits`, the same way every time.

    make: makes an id that fits out of a digest in hexadecimal digits.
    """

    def duty(placed: list[Placed], notes: Notes) -> list[Placed]:
        renamed = _renamed(placed, fits, make)

        def change(item: JsonObject, at: int) -> JsonObject:
            new = renamed.get(old) if isinstance(old := item.get("call_id"), str) else None
            if new is None:
                return item
            notes.note("call-id-rewritten", "An id that the API does not take is rewritten in its pair.", at, item)
            return {**item, "call_id": new}

        return each_item(placed, change) if renamed else placed

    return duty


def _renamed(placed: list[Placed], fits: re.Pattern[str], make: Callable[[str], str]) -> dict[str, str]:
    declared, answered = Counter(_ids(placed, results=False)), Counter(_ids(placed, results=True))
    taken = {*declared, *answered}
    renamed = {}
    for old in declared:
        if old and declared[old] == 1 and answered[old] == 1 and not fits.fullmatch(old):
            renamed[old] = _new(old, taken, make)
            taken.add(renamed[old])
    return renamed


def _ids(placed: list[Placed], *, results: bool) -> Iterator[str]:
    for each in placed:
        for item in each.entry.items:
            if isinstance(item.get("call_id"), str) and _is_result(item) is results:
                yield item["call_id"]


def _is_result(item: JsonObject) -> bool:
    made: Any = kind(item)
    return isinstance(made, str) and made.endswith("_output")


def _new(old: str, taken: set[str], make: Callable[[str], str]) -> str:
    source = old.encode("utf-8", "surrogatepass")
    while (new := make(sha256(source).hexdigest())) in taken:
        source += b"+"
    return new
