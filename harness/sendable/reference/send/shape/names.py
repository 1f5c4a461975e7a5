"""Names of calls: a placeholder where there is none, the API's alphabet and length for the others."""

import re
from collections.abc import Iterable
from hashlib import sha256
from typing import Any, Final

import msgspec

from sendable.model.item import CUSTOM_CALL
from sendable.model.json import JsonObject
from sendable.reference.send.shape.duty import Notes, Placed, each_item
from sendable.wire.items import CALL, kind

PLACEHOLDER: Final = "unknown_tool"
FOREIGN: Final = re.compile("[^a-zA-Z0-9_-]")
_SUFFIX: Final = 9


class Names(msgspec.Struct, frozen=True):
    """The duty on names: no `foreign` characters, at most `longest` of them, the same for the same name.

    tools: definitions that go with the request; their names are rewritten as those of the calls are.
    """

    longest: int
    foreign: re.Pattern[str]
    tools: tuple[JsonObject, ...] = ()

    def __call__(self, placed: list[Placed], notes: Notes) -> list[Placed]:
        """Rewrite the names of all calls."""
        renamed = self._renamed(placed)

        def change(item: JsonObject, at: int) -> JsonObject:
            if kind(item) not in (CALL, CUSTOM_CALL):
                return item
            if not usable(item.get("name")):
                notes.note("name-missing", f"A call without a name is sent as {PLACEHOLDER!r}.", at, item)
                return {**item, "name": PLACEHOLDER}
            if kind(item) != CALL or item["name"] not in renamed:
                return item
            notes.note("name-rewritten", "A name outside the API's alphabet or length is rewritten.", at, item)
            return {**item, "name": renamed[item["name"]]}

        return each_item(placed, change)

    def definitions(self, placed: list[Placed]) -> tuple[JsonObject, ...]:
        """Return the definitions under the names that the calls of these entries get."""
        renamed = self._renamed(placed)
        return tuple({**tool, "name": renamed.get(tool["name"], tool["name"])} for tool in self.tools)

    def _renamed(self, placed: list[Placed]) -> dict[str, str]:
        calls = (item for each in placed for item in each.entry.items if kind(item) == CALL)
        called = (item["name"] for item in calls if usable(item.get("name")))
        return _renamed(dict.fromkeys([*called, *(tool["name"] for tool in self.tools)]), self.longest, self.foreign)


def names(longest: int, foreign: re.Pattern[str] = FOREIGN) -> Names:
    """Give every call a name without `foreign` characters, at most `longest` of them."""
    return Names(longest, foreign)


def usable(name: Any) -> bool:
    """Whether this is a name at all."""
    return isinstance(name, str) and bool(name.strip())


def _renamed(known: Iterable[str], longest: int, foreign: re.Pattern[str]) -> dict[str, str]:
    """Choose a new name for each that does not fit; a hash is added where two would become one."""
    taken, renamed = set(known), {}
    for name in list(known):
        fitting = foreign.sub("_", name)
        if fitting == name and len(name) <= longest:
            continue
        if len(fitting) > longest or fitting in taken:
            digest = sha256(name.encode("utf-8", "surrogatepass")).hexdigest()
            fitting = f"{fitting[: longest - _SUFFIX]}_{digest[: _SUFFIX - 1]}"
        renamed[name] = fitting
        taken.add(fitting)
    return renamed
