"""Closing repair: a stored list of messages made sendable, and what it had to drop (seed 1).

`normalize_flat` runs the four rules in order: `coerce`, `order`, `pair`, `strip`, one file each. `repair` is rule (3)
itself, the function that a reasoner calls mid-loop; `closing_repair` is its name in the glossary.
"""

from sendable.reference.flat.normalize import normalize_flat
from sendable.reference.flat.pair import repair
from sendable.reference.flat.result import SYNTHETIC_CONTENT, Event, FlatResult, Note, Repaired, Tally
from sendable.reference.flat.rules import RULES

closing_repair = repair

__all__ = [
    "RULES",
    "SYNTHETIC_CONTENT",
    "Event",
    "FlatResult",
    "Note",
    "Repaired",
    "Tally",
    "closing_repair",
    "normalize_flat",
    "repair",
]
