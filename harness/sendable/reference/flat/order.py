"""Rule (2): system messages move to the front."""

from collections.abc import Sequence
from itertools import compress
from operator import not_

from sendable.model.json import JsonObject
from sendable.reference.flat.rules import NOTHING


def order(
    messages: list[JsonObject], origins: Sequence[int], without: frozenset[str] = NOTHING
) -> tuple[list[JsonObject], Sequence[int]]:
    """Move the system messages to the front, both groups in their own order (seed 1, rule 2); never drop one."""
    is_system = [each["role"] == "system" for each in messages]
    systems = list(compress(messages, is_system))
    if systems == messages[: len(systems)] or "system-first" in without:
        return messages, origins
    is_other = list(map(not_, is_system))
    return (
        [*systems, *compress(messages, is_other)],
        [*compress(origins, is_system), *compress(origins, is_other)],
    )
