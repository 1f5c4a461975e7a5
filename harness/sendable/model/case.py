"""A case: one history, whom it is for, and what is expected."""

from fnmatch import fnmatchcase
from typing import Annotated, Any, Literal

import msgspec

from sendable.model.evidence import Evidence
from sendable.model.json import Json, JsonObject
from sendable.model.target import Target

Contract = Literal["flat", "send", "write"]
CaseId = Annotated[str, msgspec.Meta(pattern="^[a-z0-9][a-z0-9._+-]*$", max_length=200)]
DEFAULT_NEXT: tuple[JsonObject, ...] = ({"role": "user", "content": "Continue."},)


class Exact(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One acceptable output. reason: the sentence of the seed, or why the seeds leave room."""

    reason: str
    messages: list[Json] | None = None
    dropped: int | None = None
    body: JsonObject | None = None


class Expect(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What must become of a case (design, section 4).

    outcome: ``refused`` only where no normalizer without the provider's keys could know. rule: the oracle's rule that
    refuses. by_target: target glob to its own expectation. letter: what the letter of the seeds leads to.
    may_lose: paths into the history whose loss is no failure. exact: the acceptable outputs; any of them will do.
    """

    outcome: Literal["accepted", "refused"] = "accepted"
    rule: str | None = None
    by_target: dict[str, "Expect"] = {}
    letter: "Expect | None" = None
    may_lose: tuple[str, ...] = ()
    exact: tuple[Exact, ...] = ()

    def at(self, target: Target) -> "Expect":
        """Return the expectation for one target: the first glob that fits, else this one."""
        return next((each for glob, each in self.by_target.items() if fnmatchcase(str(target), glob)), self)


class Case(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True, forbid_unknown_fields=True):
    """One history with its contract, targets and expectation; the fields of a case file.

    id: stable slug, never reused. title: verdict first. family: the fault it carries. features: what else it holds,
    for selection. history: ``{"messages": […]}``, ``{"nodes": […], "leaf": id}``, ``{"items": […]}`` (one node), with
    the contract ``send`` also the ``tools`` that the conversation offers; or for the contract ``write``
    ``{"script": {…}}``. targets: globs; empty is all.
    """

    id: CaseId
    title: str
    contract: Contract
    family: str
    history: dict[str, Any]
    why: str = ""
    features: tuple[str, ...] = ()
    next: tuple[JsonObject, ...] = DEFAULT_NEXT
    targets: tuple[str, ...] = ()
    expect: Expect = Expect()
    evidence: tuple[Evidence, ...] = ()
