"""Why a body is refused, and what would make it sendable."""

import msgspec

from sendable.model.evidence import Basis, Evidence
from sendable.model.json import JsonObject
from sendable.model.outcome import Verdict


class Edit(msgspec.Struct, frozen=True, omit_defaults=True):
    """One place of a change. act: ``remove``, ``add`` or ``replace``. before and after: the values, as JSON."""

    act: str
    path: str
    before: str = ""
    after: str = ""


class Change(msgspec.Struct, frozen=True):
    """A change after which the oracle accepts the body.

    by: who made it: ``removal``, or a step of the reference. values: how many single values it takes away, adds or
    alters. basis: of the verdict that accepts it. body: the accepted body.
    """

    by: str
    values: int
    basis: Basis
    edits: tuple[Edit, ...]
    body: JsonObject


class Explanation(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A verdict with what is known of its rule.

    shape, why, notes: of the rule, in our words. grade and sources: its evidence. recording: where a real answer to
    this very shape lies. smallest: the smallest accepted change that was found. reference: what the reference makes of
    the history, when that is accepted and is another change. tried: how many changed bodies the oracle judged.
    """

    verdict: Verdict
    shape: str = ""
    why: str = ""
    notes: str = ""
    grade: str = ""
    vendor: str = ""
    since: str = ""
    until: str = ""
    sources: tuple[Evidence, ...] = ()
    recording: str | None = None
    note: str = ""
    smallest: Change | None = None
    reference: Change | None = None
    tried: int = 0
