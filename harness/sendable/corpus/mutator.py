"""A mutator: a named function that breaks a well-formed history in one way."""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

import msgspec

from sendable.model.evidence import Evidence
from sendable.model.json import JsonObject

Messages: TypeAlias = list[JsonObject]
Breaks: TypeAlias = Callable[[Sequence[JsonObject]], Iterator[Messages]]


class Standing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How one API stands to the unrepaired shape.

    api: the wire format. refused_by: the oracle's rules that refuse it, any of them. taken: why we believe that the API
    accepts it, in at least some places or variants. Both may hold: a result without its call is refused where it
    follows no call, and its variants differ. note: which variants, where they differ.
    """

    api: str
    refused_by: tuple[str, ...] = ()
    taken: tuple[Evidence, ...] = ()
    note: str = ""


class Mutator(msgspec.Struct, frozen=True, kw_only=True):
    """One way to break a history.

    name: stable slug. family: the fault that a case made by it carries. why: how stored histories come to be so.
    evidence: what providers do with the unrepaired shape, an API each; from ``table.toml``.
    breaks: yields one broken copy for every place and variant, in the same order each time. The given messages are
    never changed; the copies share what they do not touch. Each copy carries one fault.
    """

    name: str
    family: str
    why: str
    evidence: tuple[Standing, ...]
    breaks: Breaks
