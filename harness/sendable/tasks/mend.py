"""Find the smallest change that makes a refused body accepted: tried and judged, never guessed."""

import heapq
from collections.abc import Callable
from itertools import count as numbers
from typing import Final, TypeAlias

from msgspec import UNSET

from sendable.model.evidence import Basis
from sendable.model.explanation import Change, Edit
from sendable.model.json import JsonObject, dotted, parse_json
from sendable.model.outcome import Verdict
from sendable.model.target import Target
from sendable.recordings.digest import history_keys
from sendable.tasks.edits import edits, text_of
from sendable.tasks.places import Place, at, count, near, parse_path, places, without
from sendable.tasks.steps import changed_by_steps

Judge: TypeAlias = Callable[[JsonObject], Verdict]
_PLACES: Final = 4000
_WORK: Final = 600_000
_LEAST: Final = 60
_MOST: Final = 3000
_DEEPEST: Final = 6


class Mender:
    """Looks for changes of one body. tried: how many changed bodies were judged so far."""

    def __init__(self, body: JsonObject, refused: Verdict, judge: Judge) -> None:
        self.tried = 0
        self._body = body
        self._refused = refused
        self._judge = judge
        # A long body is judged slowly, so fewer changes of it are tried.
        self._budget = max(_LEAST, min(_MOST, _WORK // (count(body) + 1)))

    def smallest_removal(self) -> Change | None:
        """Take away one place; where none will do, several around the faults, the fewest values first."""
        return self._one_place() or self._several_places()

    def reference(self, target: Target) -> Change | None:
        """Return what the reference makes of the history: its steps alone, then all; None when nothing is accepted."""
        made = [(name, body, self._verdict(body)) for name, body in changed_by_steps(self._body, target)]
        accepted = [
            Change(f"reference: {name}", *_difference(self._body, body, target.api, verdict.basis), body)
            for name, body, verdict in made
            if verdict.accepted
        ]
        return min(accepted, key=lambda change: change.values, default=None)

    def _one_place(self) -> Change | None:
        fault = parse_path(self._refused.path or "$")
        around = near(self._body, fault)
        elsewhere = sorted(places(self._body, _PLACES), key=lambda place: place.values)
        candidates = list(dict.fromkeys([*around, *elsewhere]))[: self._budget]
        for place in sorted(candidates, key=lambda place: place.values):
            changed = without(self._body, place.path)
            verdict = self._verdict(changed)
            if verdict.accepted:
                return _removal([place], self._body, changed, verdict.basis)
        return None

    def _several_places(self) -> Change | None:
        """Search by cost: a removal that moves the fault on is followed by removals around the next fault."""
        tie = numbers()
        first = (0, next(tie), self._body, self._refused, ())
        heap: list[tuple[int, int, JsonObject, Verdict, tuple[Place, ...]]] = [first]
        limit = self.tried + self._budget
        while heap and self.tried < limit:
            cost, _, body, verdict, done = heapq.heappop(heap)
            if verdict.accepted:
                return _removal(list(done), self._body, body, verdict.basis)
            if len(done) == _DEEPEST:
                continue
            for place in near(body, parse_path(verdict.path or "$")):
                changed = without(body, place.path)
                found = self._verdict(changed)
                if found.accepted or (found.rule, found.path) != (verdict.rule, verdict.path):
                    heapq.heappush(heap, (cost + place.values, next(tie), changed, found, (*done, place)))
        return None

    def _verdict(self, body: JsonObject) -> Verdict:
        self.tried += 1
        return self._judge(body)


def _removal(removed: list[Place], before: JsonObject, after: JsonObject, basis: Basis) -> Change:
    if len(removed) == 1:
        found: tuple[Edit, ...] = (
            Edit("remove", dotted(removed[0].path), before=text_of(at(before, removed[0].path))),
        )
    else:
        found = tuple(edits((), before, after))
    return Change("removal", sum(place.values for place in removed), basis, found, after)


def _difference(before: JsonObject, after: JsonObject, api: str, basis: Basis) -> tuple[int, Basis, tuple[Edit, ...]]:
    found = tuple(
        edit
        for key in dict.fromkeys((*history_keys(api), *before, *after))
        for edit in edits((key,), before.get(key, UNSET), after.get(key, UNSET))
    )
    return sum(map(_values, found)), basis, found


def _values(edit: Edit) -> int:
    sides = [parse_json(text, "edit") for text in (edit.before, edit.after) if text]
    return max(map(count, sides), default=0)
