"""A mutator: a named function that breaks a well-formed history in one way."""

from collections.abc import Callable, Iterator, Sequence
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from sendable.corpus.bound import loosened
from sendable.corpus.line import Line, line_of, with_line
from sendable.model.case import DEFAULT_NEXT, Contract, Expect
from sendable.model.evidence import Evidence
from sendable.model.json import JsonObject, encode_json

Shape: TypeAlias = Literal["messages", "items", "nodes"]
SHAPES: tuple[Shape, ...] = ("messages", "items", "nodes")

Messages: TypeAlias = list[JsonObject]
Breaks: TypeAlias = Callable[[Sequence[JsonObject]], Iterator[Messages]]


class Standing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How one API stands to the unrepaired shape.

    api: the wire format. refused_by: the oracle's rules that refuse it, any of them. taken: why we believe that the API
    accepts it, in at least some places or variants. taken_by: the same, as ids of known acceptances among the oracle's
    records, which carry their evidence. Both may hold: a result without its call is refused where it follows no call,
    and its variants differ. note: which variants, where they differ.
    """

    api: str
    refused_by: tuple[str, ...] = ()
    taken: tuple[Evidence, ...] = ()
    taken_by: tuple[str, ...] = ()
    note: str = ""

    @property
    def known(self) -> bool:
        """Whether a verdict is known at all; without one the mutator makes no claim about the API."""
        return bool(self.refused_by or self.taken or self.taken_by)


class Broken(msgspec.Struct, frozen=True):
    """A history with one fault.

    history: in the shape of the one it was made of; it may hold recipes and tagged values, as in a case file.
    expect: what must become of it. targets: globs of the targets that the fault concerns; empty is all. next: the
    coming turn, where that is part of the fault.
    """

    history: JsonObject
    expect: Expect = Expect()
    targets: tuple[str, ...] = ()
    next: tuple[JsonObject, ...] = DEFAULT_NEXT

    @property
    def contract(self) -> Contract:
        """What a normalizer is held to: flat messages get the closing repair, all else is assembled."""
        return "flat" if "messages" in self.history else "send"


class Bent(NamedTuple):
    """A context with one fault, as a line of items; the rest as in `Broken`, where the mutator's own does not hold."""

    line: Line
    expect: Expect | None = None
    targets: tuple[str, ...] | None = None


Bends: TypeAlias = Callable[[Line], Iterator[Bent]]
Fells: TypeAlias = Callable[[JsonObject], Iterator[Broken]]


def none_of_messages(_messages: Sequence[JsonObject]) -> Iterator[Messages]:
    """Yield nothing: the fault cannot be in flat messages."""
    return iter(())


class Mutator(msgspec.Struct, frozen=True, kw_only=True):
    """One way to break a history.

    name: stable slug. family: the fault that a case made by it carries. why: how stored histories come to be so.
    evidence: what providers do with the unrepaired shape, an API each; from the tables beside the mutators.
    breaks, bends, fells: yield one broken copy for every place and variant, in the same order each time: of flat
    messages; of the items of a context, bare or in the nodes of a path; of a tree as a whole. What is given is never
    changed; the copies share what they do not touch. Each copy carries one fault.
    targets: globs of the targets that it concerns; empty is all. expect, next: of its cases, unless told otherwise.
    rebinds: the fault is that thoughts stand behind something else than they were made behind.
    recorded: it breaks the recorded conversations of `broken_cases` too. Their number and ids are published, and so
    the mutators that were added later do not.
    """

    name: str
    family: str
    why: str
    evidence: tuple[Standing, ...]
    breaks: Breaks = none_of_messages
    bends: Bends | None = None
    fells: Fells | None = None
    targets: tuple[str, ...] = ()
    expect: Expect = Expect()
    next: tuple[JsonObject, ...] = DEFAULT_NEXT
    rebinds: bool = False
    recorded: bool = False

    @property
    def shapes(self) -> frozenset[Shape]:
        """The shapes of history that it breaks."""
        breaks = {
            "messages": self.breaks is not none_of_messages,
            "items": self.bends,
            "nodes": self.bends or self.fells,
        }
        return frozenset(shape for shape in SHAPES if breaks[shape])

    def broken(self, history: JsonObject) -> Iterator[Broken]:
        """Yield one broken copy of a history for every place and variant; nothing for a shape it does not break.

        No two are the same, and none is what was given.
        """
        seen = {encode_json(history)}
        for each in self._all(history):
            written = encode_json(each.history)
            if written not in seen:
                seen.add(written)
                yield each

    def _all(self, history: JsonObject) -> Iterator[Broken]:
        if "messages" in history:
            for messages in self.breaks(history["messages"]):
                yield Broken({**history, "messages": messages}, self.expect, self.targets, self.next)
            return
        given = line_of(history) if self.bends else []
        for bent, expect, targets in self.bends(given) if self.bends else ():
            line = bent if self.rebinds else loosened(bent, given)
            expected = self.expect if expect is None else expect
            meant_for = self.targets if targets is None else targets
            yield Broken(with_line(history, line), expected, meant_for, self.next)
        if self.fells and "nodes" in history:
            yield from self.fells(history)
