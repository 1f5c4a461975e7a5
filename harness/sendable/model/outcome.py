"""What became of one request: a verdict, or why there is none."""

from typing import TypeAlias

import msgspec

from sendable.model.evidence import Basis, Evidence
from sendable.model.json import JsonObject


class ProviderError(msgspec.Struct, frozen=True):
    """The provider's error, in the fields that all envelopes share. None where the envelope has none."""

    message: str
    type: str | None = None
    code: str | int | None = None
    param: str | None = None


class RuleWarning(msgspec.Struct, frozen=True):
    """An unconfirmed rule that the body trips: told, never counted against anyone."""

    rule: str
    path: str
    message: str


class Verdict(msgspec.Struct, frozen=True, tag="verdict", tag_field="outcome"):
    """What the provider says of one body, and on which basis we say so.

    status: the HTTP status. error, rule, path: None on a 2xx. path: where in the body, as ``$.messages[3]``.
    model: the model it was judged for. as_of: the ISO date it was judged for. message_basis: ``quoted`` when the
    error's text is the provider's own, ``unknown`` when nobody has published it and it is ours.
    """

    accepted: bool
    status: int
    basis: Basis
    model: str
    as_of: str
    error: ProviderError | None = None
    rule: str | None = None
    path: str | None = None
    message_basis: str | None = None
    warnings: tuple[RuleWarning, ...] = ()
    assumptions: tuple[str, ...] = ()
    evidence: tuple[Evidence, ...] = ()


class CouldNotAsk(msgspec.Struct, frozen=True, tag="could-not-ask", tag_field="outcome"):
    """The provider was not reached, or did not answer with a verdict."""

    why: str


class NotOnFile(msgspec.Struct, frozen=True, tag="not-on-file", tag_field="outcome"):
    """Nobody has recorded a request of this shape and these settings.

    missing: the digests of the recording that is missing, ``<history>-<settings>``. tokens, dollars: what that one
    request costs at most; dollars is None when no price is known.
    """

    why: str
    missing: str = ""
    tokens: int = 0
    dollars: float | None = None


class NotExpressible(msgspec.Struct, frozen=True, tag="not-expressible", tag_field="outcome"):
    """The normalizer's types cannot hold this history: neither passed nor failed."""

    why: str


class Refused(msgspec.Struct, frozen=True, tag="refused", tag_field="outcome"):
    """The normalizer declined the history with a typed error."""

    type: str
    message: str


class Crashed(msgspec.Struct, frozen=True, tag="crashed", tag_field="outcome"):
    """The normalizer broke: an exception, a broken protocol, a time-out."""

    message: str
    detail: str = ""


Outcome: TypeAlias = Verdict | CouldNotAsk | NotOnFile | NotExpressible | Refused | Crashed


class Answer(msgspec.Struct, frozen=True):
    """What went over the wire and what came back, for one request.

    sent: the bytes that the SDK serialized. status and body: the provider's. headers: those kept.
    """

    sent: bytes
    status: int
    body: JsonObject
    headers: dict[str, str] = {}
