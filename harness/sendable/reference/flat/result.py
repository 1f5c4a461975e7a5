"""What a closing repair hands back, and the tally that is kept by the code that drops."""

from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from sendable.model.json import JsonObject

NOWHERE: Final = -1  # the origin of a message that the input does not hold
SYNTHETIC_CONTENT: Final = "Tool call was interrupted; no result."

Drop = Literal["coerce", "leading", "call", "turn", "result"]
Act = Literal["coerce", "leading", "call", "turn", "result", "synthesized", "moved"]
Change = Literal["unknown-role", "lone-surrogate", "not-serializable"]
DROPS: Final[tuple[Drop, ...]] = ("coerce", "leading", "call", "turn", "result")


class Event(msgspec.Struct, frozen=True, gc=False):
    """One thing done.

    rule: a kind of drop, ``synthesized`` or ``moved``. index: of the entry in the input list; of the turn, for a call
    or a synthetic result. id: the call's, as text; empty where there is none.
    """

    rule: Act
    index: int
    id: str = ""


class Note(msgspec.Struct, frozen=True, gc=False):
    """Something changed inside an entry without a drop: an unknown role, a mended text, a value no JSON can hold."""

    code: Change
    index: int


class Tally:
    """Counts what the rules do, where they do it.

    origins: for each position in the running rule's input, the index in the user's.
    """

    __slots__ = ("by_rule", "dropped", "events", "moved", "notes", "origins", "synthesized")

    def __init__(self, origins: Sequence[int]) -> None:
        self.origins = origins
        self.dropped = 0
        self.by_rule: dict[Drop, int] = dict.fromkeys(DROPS, 0)
        self.synthesized = 0
        self.moved = 0
        self.events: list[Event] = []
        self.notes: list[Note] = []

    def drop(self, rule: Drop, position: int, call_id: str = "") -> None:
        """Count one drop."""
        self.dropped += 1
        self.by_rule[rule] += 1
        self.events.append(Event(rule, self.origins[position], call_id))

    def synthesize(self, position: int, call_id: str) -> None:
        """Count one synthetic result."""
        self.synthesized += 1
        self.events.append(Event("synthesized", self.origins[position], call_id))

    def move(self, position: int, call_id: str) -> None:
        """Count one result moved to its call."""
        self.moved += 1
        self.events.append(Event("moved", self.origins[position], call_id))

    def note(self, code: Change, position: int) -> None:
        """Note one change inside an entry."""
        self.notes.append(Note(code, self.origins[position]))


class Repaired(msgspec.Struct, frozen=True):
    """Answer of one application of rule (3).

    places: for each message its position in the rule's input, or one beyond its end for a synthetic result.
    given: the origins of that input. tally: who counted.
    """

    messages: list[JsonObject]
    places: list[int]
    given: Sequence[int]
    tally: Tally

    @property
    def origins(self) -> list[int]:
        """For each message the index that its events name, -1 for a synthetic result; worked out when asked for."""
        end = len(self.given)
        return [self.given[place] if place < end else NOWHERE for place in self.places]

    @property
    def dropped(self) -> int:
        """Calls, turns and results removed, one each."""
        return self.tally.dropped

    @property
    def by_rule(self) -> dict[Drop, int]:
        """The drops by rule, zeros included."""
        return self.tally.by_rule

    @property
    def synthesized(self) -> int:
        """Synthetic results added."""
        return self.tally.synthesized

    @property
    def moved(self) -> int:
        """Results moved next to their call."""
        return self.tally.moved

    @property
    def events(self) -> tuple[Event, ...]:
        """What was done, in the order it was done."""
        return tuple(self.tally.events)


class FlatResult(msgspec.Struct, frozen=True):
    """Answer of the normalizer.

    dropped: entries and calls removed, one each (checklist D1, D2); by_rule splits it, zeros included. synthesized and
    moved are no drops. events: what was done, in the order it was done. notes: changes inside entries.
    """

    messages: list[JsonObject]
    dropped: int
    by_rule: dict[Drop, int]
    synthesized: int
    moved: int
    notes: tuple[Note, ...]
    events: tuple[Event, ...]
