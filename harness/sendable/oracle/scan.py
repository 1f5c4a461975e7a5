"""One walk over one body."""

from typing import Any

import msgspec

from sendable.model.json import JsonObject, Path
from sendable.oracle.rule import Check, Fault
from sendable.oracle.settings import Settings

_NO_FAULT = 1 << 30


class ActiveCheck(msgspec.Struct, frozen=True):
    """A rule that is in force for the settings of this request. warns: it is unconfirmed and never refuses."""

    id: str
    phase: int
    check: Check
    warns: bool


class Scan:
    """Hand each element of a body to the rules for its tag, and keep the fault that the provider would report.

    body: the request body. settings: what the verdict depends on. facts: what the API's index found in a first pass
    (calls by id and the like), for rules that look beyond one element.
    """

    __slots__ = ("_by_tag", "_phase", "assumptions", "body", "facts", "fault", "rule_id", "settings", "warned")

    def __init__(
        self, body: JsonObject, settings: Settings, by_tag: dict[str, tuple[ActiveCheck, ...]], facts: Any
    ) -> None:
        self.body = body
        self.settings = settings
        self.facts = facts
        self.fault: Fault | None = None
        self.rule_id = ""
        self.warned: list[tuple[str, Fault]] = []
        self.assumptions: list[str] = []
        self._by_tag = by_tag
        self._phase = _NO_FAULT

    def visit(self, tag: str, element: Any, path: Path) -> None:
        """Run the rules for `tag` on an element; a fault of an earlier phase displaces one of a later phase."""
        for active in self._by_tag.get(tag, ()):
            if active.phase >= self._phase and not active.warns:
                continue
            fault = active.check(element, path, self)
            if fault is not None:
                self._keep(active, fault)

    def assume(self, what: str) -> None:
        """Note something that the verdict takes for granted, once."""
        if what not in self.assumptions:
            self.assumptions.append(what)

    def _keep(self, active: ActiveCheck, fault: Fault) -> None:
        if active.warns:
            self.warned.append((active.id, fault))
            return
        self.fault, self.rule_id, self._phase = fault, active.id, active.phase
