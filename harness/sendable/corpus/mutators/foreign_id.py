"""Ids of other alphabets and lengths: foreign, over-long, colliding, constant, and rewritten on one side only."""

import re
import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Any

from sendable.corpus.line import Line, answered_at, called, changed, in_pair, swap
from sendable.corpus.mutator import Bent, Messages, Mutator
from sendable.corpus.mutators._table import standing
from sendable.corpus.pairs import answer_of, calls, replaced, with_id
from sendable.corpus.pairs import in_pair as in_pair_of
from sendable.model.json import Json, JsonObject

_CONSTANT = "call_0"
_FILLER = "callid0123456789"
_NOT_IN_IDS = re.compile("[^a-zA-Z0-9]")


@cache
def _table() -> dict[str, list[dict[str, Any]]]:
    return tomllib.loads((files(__package__) / "ids.toml").read_text("utf-8"))


def _one_by_one(ids: Sequence[str]) -> tuple[Any, Any]:
    """Return what gives the id of each pair in turn each of the ids."""

    def breaks(messages: Sequence[JsonObject]) -> Iterator[Messages]:
        for number, call in enumerate(calls(messages), start=1):
            for each in ids:
                yield in_pair_of(messages, call, each.format(n=number))

    def bends(line: Line) -> Iterator[Bent]:
        for number, call in enumerate(called(line), start=1):
            for each in ids:
                yield Bent(in_pair(line, call, each.format(n=number)))

    return breaks, bends


def _long() -> list[str]:
    return [(_FILLER * 30)[: row["length"] - 1] + "{n}" for row in _table()["long"]]


_FOREIGN = _one_by_one([row["id"] for row in _table()["foreign"]])
_LONG = _one_by_one(_long())


def _collide(messages: Sequence[JsonObject]) -> Iterator[Messages]:
    """Give each call and the next one two ids that a naive rewriting makes one."""
    found = calls(messages)
    for first, second in pairwise(found):
        for row in _table()["colliding"]:
            yield in_pair_of(in_pair_of(messages, first, row["ids"][0]), second, row["ids"][1])


def _collide_items(line: Line) -> Iterator[Bent]:
    """Do the same to calls that are answered."""
    found = called(line)
    for first, second in pairwise(found):
        for row in _table()["colliding"]:
            yield Bent(in_pair(in_pair(line, first, row["ids"][0]), second, row["ids"][1]))


def _same(messages: Sequence[JsonObject]) -> Iterator[Messages]:
    """Give all pairs of the history one id."""
    found = calls(messages)
    if len(found) > 1:
        broken: list[Json] = list(messages)
        for call in found:
            at = answer_of(messages, call)
            broken = _with_call_id(broken, call.turn, call.nth)
            broken = broken if at is None else replaced(broken, at, with_id(messages[at], _CONSTANT))
        yield broken


def _with_call_id(messages: list[Json], turn: int, nth: int) -> list[Json]:
    made = messages[turn]["tool_calls"]
    return replaced(
        messages, turn, {**messages[turn], "tool_calls": replaced(made, nth, with_id(made[nth], _CONSTANT))}
    )


def _same_items(line: Line) -> Iterator[Bent]:
    """Give all pairs of the context one id."""
    found = called(line)
    if len(found) > 1:
        broken = line
        for call in found:
            at = answered_at(line, call)
            broken = swap(broken, call.at, changed(call.item, call_id=_CONSTANT))
            broken = broken if at is None else swap(broken, at, changed(line[at].item, call_id=_CONSTANT))
        yield Bent(broken)


def _halve(messages: Sequence[JsonObject]) -> Iterator[Messages]:
    """Rewrite the id of each call and leave that of its result."""
    for call in calls(messages):
        at = answer_of(messages, call)
        if at is not None:
            yield replaced(messages, at, with_id(messages[at], _rewritten(call.id)))


def _halve_items(line: Line) -> Iterator[Bent]:
    """Do the same to items."""
    for call in called(line):
        at = answered_at(line, call)
        if at is not None:
            yield Bent(swap(line, at, changed(line[at].item, call_id=_rewritten(call.id))))


def _rewritten(call_id: Json) -> str:
    return _NOT_IN_IDS.sub("", str(call_id))[:8] + "x"


FOREIGN_ID = Mutator(
    name="foreign-id",
    family="foreign-id",
    why="Another provider made the call: its ids have other characters and another length.",
    evidence=standing("foreign-id"),
    breaks=_FOREIGN[0],
    bends=_FOREIGN[1],
)
LONG_ID = Mutator(
    name="long-id",
    family="foreign-id",
    why="A gateway packed a signature into the call id, or joined several ids into one.",
    evidence=standing("long-id"),
    breaks=_LONG[0],
    bends=_LONG[1],
)
COLLIDING_IDS = Mutator(
    name="colliding-ids",
    family="foreign-id",
    why="Ids differ in characters only that the target does not take: a naive rewriting makes them one.",
    evidence=standing("colliding-ids"),
    breaks=_collide,
    bends=_collide_items,
)
CONSTANT_ID = Mutator(
    name="constant-id",
    family="repeated-id",
    why="A model server gives every call the same id.",
    evidence=standing("constant-id"),
    breaks=_same,
    bends=_same_items,
)
HALF_RENAMED_ID = Mutator(
    name="half-renamed-id",
    family="half-renamed-id",
    why="A repair rewrote the ids on one side of the pairs and forgot the other.",
    evidence=standing("half-renamed-id"),
    breaks=_halve,
    bends=_halve_items,
)
