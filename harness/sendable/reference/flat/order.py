"""Rule (2): system messages move to the front."""

from collections.abc import Sequence
from itertools import compress

from sendable.model.json import JsonObject
from sendable.reference.flat.rules import NOTHING


def order(
    messages: list[JsonObject], origins: Sequence[int], without: frozenset[str] = NOTHING
) -> tuple[list[JsonObject], Sequence[int]]:
    """Move the system messages to the front, both groups in their own order (seed 1, rule 2); never drop one."""
    systems = [each for each in messages if each["role"] == "system"]
    if systems == messages[: len(systems)] or "system-first" in without:
        return messages, origins
    first = [each["role"] == "system" for each in messages]
    later = [not each for each in first]
    return (
        [*compress(messages, first), *compress(messages, later)],
        [*compress(origins, first), *compress(origins, later)],
    )
