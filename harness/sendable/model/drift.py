"""What an SDK's surface and the ledger say of each other, as one record that every format is written from."""

from typing import Literal

import msgspec

NO_SDK = "APIs without an SDK"
"""Stands where an SDK's name would, for what answers alone have shown."""
FieldKind = Literal["item", "variant", "field"]


class Undecided(msgspec.Struct, frozen=True, kw_only=True):
    """A declared request field that the ledger does not hold, or holds as pending since a later release than its set.

    path: in the ledger. kind: of what is new: the whole item, the object at this place, or the field alone. since: the
    earliest release known to declare it. where: the Python type that does. parked: the ledger has a pending row of it.
    sent: whether the reference would send it on, stored as a response gave it. measure: the command that finds out.
    """

    api: str
    path: str
    kind: FieldKind
    since: str
    where: str
    parked: bool
    sent: bool
    measure: str


class Stripped(msgspec.Struct, frozen=True, kw_only=True):
    """A field that responses have and requests lack.

    sent: whether the reference sends it back. verdict: the ledger's, empty when it has none.
    """

    api: str
    path: str
    sent: bool
    verdict: str = ""

    @property
    def leaks(self) -> bool:
        """Whether it is a defect."""
        return self.sent and self.verdict != "accepted"


class DeclaredRefused(msgspec.Struct, frozen=True, kw_only=True):
    """A field that the request type declares and the API was measured or reported to refuse."""

    api: str
    path: str
    verdict: Literal["rejected", "disputed"]
    sent: bool
    evidence: str


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """A difference to the dated surface that never fails: what, at which place, and which values."""

    api: str
    path: str
    what: str
    detail: str = ""
    verdict: str = ""


class Serialized(msgspec.Struct, frozen=True, kw_only=True):
    """A body that the SDK does not send as it was given, or not as the dated release sent it.

    kind: ``body`` (a plain body: this fails), ``echo`` (a returned object given back), ``bytes`` (the same JSON in
    other bytes).
    """

    api: str
    name: str
    kind: Literal["body", "echo", "bytes"]
    says: tuple[str, ...]


class SdkDrift(msgspec.Struct, frozen=True, kw_only=True):
    """One release of one SDK, held against the ledger.

    against: the release whose declarations are the ledger's dated pending set, and dated: the day it was read.
    fields: how many request fields were compared, by API. pending: how many of them stand in the dated set.
    headers: what requests say of versions and betas. settings: how that differs from the dated release, and from what
    the ledger was measured under. tools: differences inside tool definitions. unread: places not understood.
    """

    sdk: str
    version: str
    against: str
    dated: str
    fields: dict[str, int]
    pending: dict[str, int]
    undecided: tuple[Undecided, ...]
    strip: tuple[Stripped, ...]
    refused: tuple[DeclaredRefused, ...]
    changed: tuple[Difference, ...]
    tools: tuple[Difference, ...]
    headers: dict[str, str]
    settings: tuple[str, ...]
    serialized: tuple[Serialized, ...]
    unread: dict[str, str]

    @property
    def blocking(self) -> bool:
        """Whether something fails that ``--allow-pending`` does not excuse."""
        return any(each.leaks for each in self.strip) or any(each.kind == "body" for each in self.serialized)


class Drift(msgspec.Struct, frozen=True, kw_only=True):
    """One run of the gate. allow_pending: undecided and unread fields were let pass. passed: its exit code is 0."""

    passed: bool
    allow_pending: bool
    sdks: tuple[SdkDrift, ...]
    parked: tuple[str, ...] = ()
    schema: int = 1
