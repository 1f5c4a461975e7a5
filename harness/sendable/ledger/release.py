"""Releases in their order."""

import re

_NUMBER = re.compile(r"\d+")
_FINAL = 1


def release_key(release: str) -> tuple[tuple[int, ...], int, tuple[int, ...]]:
    """Return what releases are sorted by: ``3.9.0`` before ``3.10.0``, and ``4.0.0rc1`` before ``4.0.0``.

    An empty release is older than all.
    """
    numbers, _, rest = re.sub(r"(?<=\d)[-.]?(?=[a-z])", " ", release, count=1).partition(" ")
    final = tuple(int(each) for each in _NUMBER.findall(numbers))
    return final, 0 if rest and not rest.startswith("post") else _FINAL, tuple(map(int, _NUMBER.findall(rest)))
