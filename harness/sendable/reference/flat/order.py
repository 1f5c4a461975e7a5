"""Rule (2): system messages move to the front."""

from collections.abc import Sequence

from sendable.model.json import JsonObject
from sendable.reference.flat.rules import NOTHING


def order(
    messages: list[JsonObject], origins: Sequence[int], without: frozenset[str] = NOTHING
) -> tuple[list[JsonObject], Sequence[int]]:
    """Move the system messages to the front, both groups in their own order (seed 1, rule 2); never drop one."""
    systems = [place for place, each in enumerate(messages) if each["role"] == "system"]
    if systems == list(range(len(systems))) or "system-first" in without:
        return messages, origins
    moved = set(systems)
    places = systems + [place for place in range(len(messages)) if place not in moved]
    return [messages[place] for place in places], [origins[place] for place in places]
