"""What an API returned and gets back: cut down to what the ledger knows to pass (design, section 6.3).

The stored block stays whole (design, section 4); what goes out of it is its measured part. A block without a field
that the API requires stays out, and the other half of its pair with it: a feature that arrives late, never an outage.
What the user or a tool said is not touched: no API made it up.
"""

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from sendable.model.item import kept_by, kind, plain
from sendable.model.json import JsonObject
from sendable.reference.send.shape.duty import Duty, Notes, Placed
from sendable.reference.send.shape.listed import left_out
from sendable.reference.send.shape.measured import GONE, Fields, Measured

Placing: TypeAlias = Callable[[JsonObject, JsonObject], tuple[str, Fields | None]]
"""From an item or part and what is kept of it to its place in the ledger and the fields listed there, if any are."""
_PART: Final = "A content part is left out, of which this API is not known to take what it requires."


def kept_measured(api: str, maker: str, placing: Placing, bare: frozenset[str] = frozenset()) -> Duty:
    """Send of what `maker` returned only what the allowlist of `api` lists.

    bare: types of parts that this API's own answers may hold without their maker's mark.
    """

    def duty(placed: list[Placed], notes: Notes) -> list[Placed]:
        silent = _Cut(Measured(api, lambda: None), maker, placing, bare)
        gone = {
            (at, nth)
            for at, each in enumerate(placed)
            for nth, item in enumerate(each.entry.items)
            if each.entry.role == "assistant" and silent.of(item) is None
        }
        cut = _Cut(Measured(api, lambda: notes.count("fields_removed")), maker, placing, bare)
        return [_answer(each, cut, notes) for each in left_out(placed, gone, notes)]

    return duty


class _Cut:
    """Cuts what one maker's items and parts keep."""

    def __init__(self, measured: Measured, maker: str, placing: Placing, bare: frozenset[str]) -> None:
        self._measured = measured
        self._maker = maker
        self._placing = placing
        self._bare = bare

    def of(self, holder: JsonObject) -> JsonObject | None:
        """Return an item or part with the measured part of what it keeps, None when it cannot be sent."""
        kept = kept_by(holder, self._maker)
        if kept is None:
            return holder
        place, fields = self._placing(holder, kept)
        left = GONE if fields is None else self._measured.of_object(kept, place, fields)
        if left is GONE:
            return None
        return holder if left is kept else {**holder, "provider_data": left}

    def of_part(self, part: JsonObject) -> JsonObject | None:
        """Return a content part with its measured part, None when it cannot be sent."""
        if kept_by(part, self._maker) is not None or part.get("type") not in self._bare:
            return self.of(part)
        said = plain(part)
        place, fields = self._placing(part, said)
        left: Any = GONE if fields is None else self._measured.of_object(said, place, fields)
        return part if left is said or left is GONE else left


def _answer(each: Placed, cut: _Cut, notes: Notes) -> Placed:
    if each.entry.role != "assistant":
        return each
    return each.holding(tuple(_with_parts(cut.of(item) or item, each.at, cut, notes) for item in each.entry.items))


def _with_parts(item: JsonObject, at: int, cut: _Cut, notes: Notes) -> JsonObject:
    parts = item.get("content") if kind(item) == "message" else None
    if not isinstance(parts, list):
        return item
    new: list[Any] = [cut.of_part(part) if isinstance(part, dict) else part for part in parts]
    if all(one is other for one, other in zip(new, parts, strict=True)):
        return item
    for _ in range(new.count(None)):
        notes.note("part-left-out", _PART, at, item)
    return {**item, "content": [part for part in new if part is not None] or ""}
