"""What a duty is: entries with the place they came from in, the same out, every change noted."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

import msgspec

from sendable.model.entry import Entry
from sendable.model.json import JsonObject
from sendable.model.warning import StepWarning, Touched
from sendable.wire.items import kind

KNOWN_ROLES: Final = frozenset({"system", "developer", "user", "assistant", "tool"})


class Placed(msgspec.Struct, frozen=True):
    """An entry, and its position in the history as it was given."""

    at: int
    entry: Entry

    def holding(self, items: tuple[JsonObject, ...]) -> "Placed":
        """Return the same entry with other items."""
        return Placed(self.at, msgspec.structs.replace(self.entry, items=items))


class Notes:
    """Collects what the duties change: one warning a code, in the order of first use; what is routine is counted."""

    def __init__(self) -> None:
        self._touched: dict[tuple[str, str], list[Touched]] = {}
        self.counters: Counter[str] = Counter()

    def note(self, code: str, message: str, at: int, item: JsonObject) -> None:
        """Note one change of one item; never its content."""
        made = kind(item)
        touched = Touched(
            type=made if isinstance(made, str) else "unknown",
            call_id=_text(item.get("call_id")),
            id=_text(item.get("id")),
            position=at,
        )
        self._touched.setdefault((code, message), []).append(touched)

    def count(self, code: str) -> None:
        """Count one change that belongs to every switch of providers and needs no warning (checklist 2.37)."""
        self.counters[code] += 1

    def warnings(self) -> tuple[StepWarning, ...]:
        """Return one warning for each code."""
        return tuple(
            StepWarning(step="shape", code=code, message=message, items=tuple(items))
            for (code, message), items in self._touched.items()
        )


Duty: TypeAlias = Callable[[list[Placed], Notes], list[Placed]]
Duties: TypeAlias = Mapping[str, Duty]
Change: TypeAlias = Callable[[JsonObject, int], JsonObject]


def each_item(placed: list[Placed], change: Change) -> list[Placed]:
    """Pass every item of every message through `change`, which returns the same object when there is nothing to do."""
    return [
        each.holding(tuple(change(item, each.at) for item in each.entry.items)) if each.entry.items else each
        for each in placed
    ]


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) and value else None
