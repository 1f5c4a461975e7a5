"""The difference of two bodies as a list of edits, in linear time."""

from collections import deque
from collections.abc import Iterator

from msgspec import UNSET

from sendable.model.explanation import Edit
from sendable.model.json import Json, Path, dotted, encode_json


def edits(path: Path, before: Json, after: Json) -> Iterator[Edit]:
    """Yield the differences: elements added to and removed from lists, and changed values; ``UNSET`` is nothing.

    Removed elements are named by their place before, added ones by their place after.
    """
    if before is after or before == after:
        return
    if isinstance(before, list) and isinstance(after, list):
        yield from _of_lists(path, before, after)
    elif isinstance(before, dict) and isinstance(after, dict):
        for key in dict.fromkeys((*before, *after)):
            yield from edits((*path, key), before.get(key, UNSET), after.get(key, UNSET))
    elif before is UNSET:
        yield Edit("add", dotted(path), after=text_of(after))
    elif after is UNSET:
        yield Edit("remove", dotted(path), before=text_of(before))
    else:
        yield Edit("replace", dotted(path), text_of(before), text_of(after))


def text_of(value: Json) -> str:
    """Write a value as JSON."""
    return encode_json(value).decode("utf-8", "replace")


def _of_lists(path: Path, before: list[Json], after: list[Json]) -> Iterator[Edit]:
    """Compare between the elements that are equal in both: as many there and here are changes, others come and go."""
    old = new = 0
    for i, j in (*_anchors(before, after), (len(before), len(after))):
        if i - old == j - new:
            for n in range(i - old):
                yield from edits((*path, old + n), before[old + n], after[new + n])
        else:
            yield from (Edit("remove", dotted((*path, n)), before=text_of(before[n])) for n in range(old, i))
            yield from (Edit("add", dotted((*path, n)), after=text_of(after[n])) for n in range(new, j))
        old, new = i + 1, j + 1


def _anchors(before: list[Json], after: list[Json]) -> Iterator[tuple[int, int]]:
    """Yield places of equal elements, rising in both lists: what the ends share, and greedily what lies between."""
    olds, news = [*map(encode_json, before)], [*map(encode_json, after)]
    shortest = min(len(olds), len(news))
    head = next((n for n in range(shortest) if olds[n] != news[n]), shortest)
    tail = next((n for n in range(shortest - head) if olds[-1 - n] != news[-1 - n]), shortest - head)
    yield from ((n, n) for n in range(head))
    waiting: dict[bytes, deque[int]] = {}
    for i in range(head, len(olds) - tail):
        waiting.setdefault(olds[i], deque()).append(i)
    last = head - 1
    for j in range(head, len(news) - tail):
        places = waiting.get(news[j], deque())
        while places and places[0] <= last:
            places.popleft()
        if places:
            last = places.popleft()
            yield last, j
    yield from ((len(olds) - n, len(news) - n) for n in range(tail, 0, -1))
