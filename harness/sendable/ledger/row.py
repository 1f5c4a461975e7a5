"""The records of a ledger: what the deployed API did with each field of each item."""

from typing import Literal

import msgspec

from sendable.model.evidence import Evidence

FieldVerdict = Literal["accepted", "tolerated", "rejected", "disputed", "pending"]


class Counts(msgspec.Struct, frozen=True, omit_defaults=True):
    """How many recordings carried the field, by what became of it."""

    accepted: int = 0
    rejected: int = 0

    def __add__(self, other: "Counts") -> "Counts":
        return Counts(self.accepted + other.accepted, self.rejected + other.rejected)


class Row(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True, forbid_unknown_fields=True):
    """One field at one place of one kind of item (design, section 4, Ledger row).

    path: item, then fields; ``[]`` is a list's element and ``:tag`` the value of its discriminator, as in
        ``function_call.caller:program.caller_id``.
    verdict: ``accepted`` (a 2xx carried it), ``tolerated`` (so too, but nobody declares it and the API passes over what
        it does not know), ``rejected`` (an unknown-field error named it), ``disputed``, ``pending`` (declared,
        undecided).
    counts, first, last: of the recordings, with ISO days. models: the latest. api_versions: where the API has such.
    since: the SDK release that first declared the field, when it is known and not the oldest read.
    sources: the newest few of the recordings, and every piece of evidence that a person added.
    by: ``hand`` for a person's decision, which a new ingest never changes but to ``disputed``; ``drift`` for a field
        that an SDK upgrade declared and somebody parked, ``response`` for one that an answer had and nobody declares:
        both stay until recordings decide. why: the reason given.
    """

    path: str
    verdict: FieldVerdict
    counts: Counts = Counts()
    first: str = ""
    last: str = ""
    models: tuple[str, ...] = ()
    api_versions: tuple[str, ...] = ()
    since: str = ""
    sources: tuple[Evidence, ...] = ()
    by: Literal["ingest", "hand", "drift", "response"] = "ingest"
    why: str = ""

    @property
    def item(self) -> str:
        """The kind of item, as ``function_call``."""
        return self.path.partition(".")[0]


class Ledger(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All rows of an API, sorted by path."""

    api: str
    row: tuple[Row, ...] = ()
