"""Thoughts that are bound to what stood before them, so that a change far ahead of them does not count as theirs."""

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Any

import msgspec

from sendable.corpus.line import Line, Spot
from sendable.model.json import JsonObject
from sendable.oracle.seals import Seal, issue, open_seal


def blobs_in(value: Any) -> Iterator[str]:
    """Yield each different sealed blob of an item, in order."""
    yield from dict.fromkeys(_strings(value))


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str) and open_seal(value) is not None:
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _strings(each)


def bound_in(item: JsonObject) -> Iterator[Seal]:
    """Yield the seals of an item that are bound to what stands before it."""
    for blob in blobs_in(item):
        said = open_seal(blob)
        if said is not None and said.intact and said.prefix is not None:
            yield said


def with_text(value: Any, old: str, new: str) -> Any:
    """Return a copy in which every text that is `old` is `new`: an item and what its maker sees keep one blob."""
    if isinstance(value, dict):
        return {key: with_text(each, old, new) for key, each in value.items()}
    if isinstance(value, list):
        return [with_text(each, old, new) for each in value]
    return new if isinstance(value, str) and value == old else value


def loosened(line: Sequence[Spot], given: Sequence[Spot]) -> Line:
    """Return a broken line in which thoughts behind the change are bound to nothing, as older models make them.

    A change ahead of bound thoughts would be a second fault, which nobody can see who keeps no digest of what they were
    made behind; where one is kept, they stay as they are. So does a copy of what stands ahead of the change.

    Args:
        line: the line with its fault.
        given: the line before.
    """
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(line, given, strict=False)))
    ahead = {blob for spot in line[:same] for blob in blobs_in(spot.item)}
    behind = [spot if spot.home.told else Spot(_loose(spot.item, ahead), spot.home) for spot in line[same:]]
    return [*line[:same], *behind]


def _loose(item: JsonObject, ahead: set[str]) -> JsonObject:
    for blob in blobs_in(item):
        said = None if blob in ahead else open_seal(blob)
        if said is not None and said.intact and said.prefix is not None:
            item = with_text(item, blob, issue(msgspec.structs.replace(said, prefix=None)))
    return item
