"""Take from many sources in turn, so that a few drawn ones are spread evenly."""

from collections import deque
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")


def fraction(*words: object) -> float:
    """Return a number from 0 to below 1 that depends on the words alone, on every machine and every Python."""
    digest = sha256("\x1f".join(map(str, words)).encode()).digest()
    return int.from_bytes(digest[:6], "big") / 2**48


def in_turn(sources: Iterable[Iterator[T]]) -> Iterator[T]:
    """Yield one of each source in turn until all are empty. A source is asked only when it is its turn."""
    waiting = deque(sources)
    while waiting:
        source = waiting.popleft()
        for item in source:
            yield item
            waiting.append(source)
            break
