"""A rule: a small pure function, and the record of its evidence."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from sendable.model.evidence import Evidence, Grade
from sendable.model.json import Path
from sendable.oracle.settings import Condition

if TYPE_CHECKING:
    from sendable.oracle.scan import Scan


class Fault(msgspec.Struct, frozen=True):
    """What a rule found.

    path: where, from the top of the body. values: for the braces of the rule's message and param; ``{N}``, ``{M}`` and
    ``{K}`` (also ``{i}``, ``{j}``, ``{k}``) are the path's indexes unless given here. variant: which of the rule's
    texts, where it has several.
    """

    path: Path
    values: dict[str, Any] = {}
    variant: str = ""


Check: TypeAlias = Callable[[Any, Path, "Scan"], Fault | None]

# The order in which providers look, as far as reports and recordings show it: the first fault of the first phase is
# the one that is answered.
ENVELOPE = 0
"""The request as a whole: unknown top-level keys, missing required ones."""
SCHEMA = 10
"""Types, tags, required and unknown fields of each element, in the order of the body."""
VALUES = 20
"""Lengths, patterns and prefixes of values."""
PAIRING = 30
"""What one element demands of others: calls and results, reasoning and followers, order."""
SEALS = 40
"""Opaque blobs and stored items that only the provider can look up."""
MODEL = 50
"""What this model cannot take."""


class ErrorText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The provider's error for a rule; braces are filled in from the fault."""

    message: str
    type: str | None = None
    code: str | int | None = None
    param: str | None = None


class RuleRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One table of a rules file: what is known of a rule, in our own words.

    id: the table's name. shape: the refused (or, with a 2xx status, accepted) shape. grade: checked by a test to follow
    from the sources. message_basis: ``quoted``, or ``unknown`` when nobody has published the text and it is ours.
    variants: further texts of the same refusal by name. since, until: ISO dates between which it held.
    supersedes: ids of rules that it replaces. why: why providers have it, for `explain`.
    """

    shape: str
    status: int
    grade: Grade
    sources: tuple[Evidence, ...]
    id: str = ""
    error: ErrorText | None = None
    variants: dict[str, ErrorText] = {}
    message_basis: str = "quoted"
    condition: Condition = Condition()
    since: str = ""
    until: str = ""
    supersedes: tuple[str, ...] = ()
    why: str = ""
    notes: str = ""
    vendor: str | None = None

    @property
    def refuses(self) -> bool:
        """Whether this is a refusal; a record with a 2xx status is a known acceptance."""
        return self.status >= 400  # noqa: PLR2004 - the HTTP boundary

    def in_force(self, as_of: str) -> bool:
        """Whether the rule held on an ISO date."""
        return (not self.since or self.since <= as_of) and (not self.until or as_of <= self.until)


class BoundCheck(msgspec.Struct, frozen=True):
    """A rule's function with the elements it looks at and its phase."""

    id: str
    on: tuple[str, ...]
    phase: int
    check: Check


_CHECKS: dict[str, dict[str, BoundCheck]] = {}


def rule(id: str, *, on: str | tuple[str, ...], phase: int) -> Callable[[Check], Check]:  # noqa: A002 - the word
    """Register a function as the rule `id` of the API in whose folder it stands.

    Args:
        id: the table of the folder's rules files that holds its evidence.
        on: the tag or tags of the elements that the API's walk hands to it.
        phase: when the provider looks; one of the constants of this module, or between two of them.
    """

    def register(check: Check) -> Check:
        api = check.__module__.split(".")[2].replace("_", "-")
        of_api = _CHECKS.setdefault(api, {})
        if id in of_api:
            raise RuntimeError(f"rule {id!r} of {api} is defined twice")
        of_api[id] = BoundCheck(id=id, on=(on,) if isinstance(on, str) else on, phase=phase, check=check)
        return check

    return register


def checks_of(api: str) -> dict[str, BoundCheck]:
    """Return the registered functions of an API by rule id."""
    return _CHECKS.get(api, {})
