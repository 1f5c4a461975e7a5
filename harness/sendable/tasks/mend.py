"""Find the smallest change that makes a refused body accepted: tried and judged, never guessed."""

import heapq
from collections.abc import Callable, Iterator
from difflib import SequenceMatcher
from itertools import count as numbers
from typing import Final, TypeAlias

from msgspec import UNSET

from sendable import wire
from sendable.model.errors import SendableError
from sendable.model.evidence import Basis
from sendable.model.explanation import Change, Edit
from sendable.model.json import Json, JsonObject, Path, dotted, encode_json, parse_json
from sendable.model.outcome import Verdict
from sendable.model.target import Target
from sendable.recordings.digest import history_keys
from sendable.reference.flat import normalize_flat
from sendable.reference.send.shape import shape
from sendable.tasks.places import Place, at, count, near, parse_path, places, without
from sendable.wire import flat

Judge: TypeAlias = Callable[[JsonObject], Verdict]
_PLACES: Final = 4000
_WORK: Final = 3_000_000
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
        made = [(name, body, self._verdict(body)) for name, body in _reference_bodies(self._body, target)]
        accepted = [
            Change(f"reference: {name}", *_difference(self._body, body, target.api, verdict.basis), body)
            for name, body, verdict in made
            if verdict.accepted
        ]
        return min(accepted, key=lambda change: change.values, default=None)

    def _one_place(self) -> Change | None:
        fault = parse_path(self._refused.path or "$")
        around = near(self._body, fault)
        candidates = {place.path: place for place in [*around, *places(self._body, _PLACES)]}
        order = sorted(candidates.values(), key=lambda place: place.values)
        for place in order[: self._budget]:
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


def _reference_bodies(body: JsonObject, target: Target) -> Iterator[tuple[str, JsonObject]]:
    """Yield the body as each step of the reference makes its history, and as all of them do."""
    try:
        read = wire.from_body(target.api, body)
        plain = wire.to_body(read, target)
        shaped = shape(read, target)
        repaired = flat.entries(normalize_flat(flat.messages(read)).messages)
        both = shape(repaired, target)
        made = {
            "closing repair": wire.to_body(repaired, target),
            "shape": wire.to_body(shaped.entries, target, shaped.tools),
            "closing repair and shape": wire.to_body(both.entries, target, both.tools),
        }
    except SendableError:
        return
    for name, changed in made.items():
        yield name, _grafted(body, plain, changed, target.api)


def _grafted(body: JsonObject, plain: JsonObject, changed: JsonObject, api: str) -> JsonObject:
    """Put a changed history into the body; elements that the step left alone stay as they stood there."""
    grafted = dict(body)
    for key in history_keys(api):
        if key not in changed:
            grafted.pop(key, None)
        elif changed.get(key) != plain.get(key):
            grafted[key] = _kept(body.get(key), plain.get(key), changed[key])
    return grafted


def _kept(original: Json, plain: Json, changed: Json) -> Json:
    if not (isinstance(original, list) and isinstance(plain, list) and isinstance(changed, list)):
        return changed
    if len(original) != len(plain):
        return changed
    waiting: dict[bytes, list[Json]] = {}
    for own, same in zip(original, plain, strict=True):
        waiting.setdefault(encode_json(same), []).append(own)
    return [found.pop(0) if (found := waiting.get(encode_json(each))) else each for each in changed]


def _removal(removed: list[Place], before: JsonObject, after: JsonObject, basis: Basis) -> Change:
    if len(removed) == 1:
        edits: tuple[Edit, ...] = (Edit("remove", dotted(removed[0].path), before=_text(at(before, removed[0].path))),)
    else:
        edits = tuple(_edits((), before, after))
    return Change("removal", sum(place.values for place in removed), basis, edits, after)


def _difference(before: JsonObject, after: JsonObject, api: str, basis: Basis) -> tuple[int, Basis, tuple[Edit, ...]]:
    edits = tuple(
        edit
        for key in dict.fromkeys((*history_keys(api), *before, *after))
        for edit in _edits((key,), before.get(key, UNSET), after.get(key, UNSET))
    )
    return sum(map(_values, edits)), basis, edits


def _edits(path: Path, before: Json, after: Json) -> Iterator[Edit]:
    """Yield the differences: elements added to and removed from lists, and changed values; ``UNSET`` is nothing."""
    if before == after:
        return
    if isinstance(before, list) and isinstance(after, list):
        yield from _list_edits(path, before, after)
    elif isinstance(before, dict) and isinstance(after, dict):
        for key in dict.fromkeys((*before, *after)):
            yield from _edits((*path, key), before.get(key, UNSET), after.get(key, UNSET))
    elif before is UNSET:
        yield Edit("add", dotted(path), after=_text(after))
    elif after is UNSET:
        yield Edit("remove", dotted(path), before=_text(before))
    else:
        yield Edit("replace", dotted(path), _text(before), _text(after))


def _list_edits(path: Path, before: list[Json], after: list[Json]) -> Iterator[Edit]:
    matcher = SequenceMatcher(None, [*map(encode_json, before)], [*map(encode_json, after)], autojunk=False)
    for tag, i, i_end, j, j_end in matcher.get_opcodes():
        if tag == "equal":
            continue
        if i_end - i == j_end - j:
            for n in range(i_end - i):
                yield from _edits((*path, i + n), before[i + n], after[j + n])
            continue
        yield from (Edit("remove", dotted((*path, n)), before=_text(before[n])) for n in range(i, i_end))
        yield from (Edit("add", dotted((*path, n)), after=_text(after[n])) for n in range(j, j_end))


def _values(edit: Edit) -> int:
    sides = [parse_json(text, "edit") for text in (edit.before, edit.after) if text]
    return max(map(count, sides), default=0)


def _text(value: Json) -> str:
    return encode_json(value).decode("utf-8", "replace")
