"""The line protocol: every message as a record. One JSON object a line, requests in, answers out.

The JSON Schema of each stands in ``schemas/``; `schema` makes them from these records. Readers must ignore keys that
they do not know: a later version may add some.
"""

from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from sendable.model.case import Contract
from sendable.model.json import Json, JsonObject, encode_json
from sendable.normalizers.answer import Given

PROTOCOL = 1
"""The version of the protocol that is spoken here."""

Accepts: TypeAlias = Literal["messages", "items", "nodes"]
Some = msgspec.Meta(min_length=1)


class Start(msgspec.Struct, frozen=True, tag="start", tag_field="op"):
    """The first request: who are you? protocol: the version that is spoken."""

    protocol: int


class Started(msgspec.Struct, frozen=True, omit_defaults=True):
    """The answer to ``start``.

    contracts: what the normalizer is held to. accepts: the shapes of history that it takes; a case that cannot be
    brought to one of them is not expressible. targets: globs on ``API[@vendor]:model``; it is asked for no other.
    """

    name: Annotated[str, Some]
    version: str
    language: str
    contracts: Annotated[tuple[Contract, ...], Some]
    accepts: Annotated[tuple[Accepts, ...], Some]
    targets: Annotated[tuple[str, ...], Some]
    homepage: str | None = None
    issues: str | None = None


class To(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whom the request is for."""

    api: str
    model: str
    vendor: str | None = None


class Normalize(msgspec.Struct, frozen=True, tag="normalize", tag_field="op"):
    """One history to normalize.

    seq: repeat it in the answer. history: ``{"messages": […]}``, ``{"items": […]}`` or ``{"nodes": […], "leaf": id}``;
    for ``send`` each may have ``tools`` beside it, the neutral definitions ``{"name", "description", "parameters"}``
    that the conversation offers. next: the coming user turn; a ``send`` normalizer puts it at the end of the body, a
    ``flat`` one leaves it out.
    """

    seq: int
    contract: Literal["flat", "send"]
    target: To
    history: dict[str, Any]
    next: list[Any]


class Loop(msgspec.Struct, frozen=True, tag="loop", tag_field="op"):
    """One script to play. The answer is the history that was stored when it was over, or when the worker died."""

    seq: int
    contract: Literal["write"]
    script: dict[str, Any]


class Stop(msgspec.Struct, frozen=True, tag="stop", tag_field="op"):
    """The last request: end. It has no answer."""


class Messages(msgspec.Struct, frozen=True, omit_defaults=True):
    """The answer of the contract ``flat``. dropped: how many messages and calls were removed; it may be left out."""

    seq: int
    messages: list[Any]
    dropped: int | None = None


class Body(msgspec.Struct, frozen=True, omit_defaults=True):
    """The answer of the contract ``send``: the request body. warnings: what a user should be told."""

    seq: int
    body: dict[str, Any]
    warnings: list[Any] = []


class Stored(msgspec.Struct, frozen=True, omit_defaults=True):
    """The answer of the contract ``write``. queued: what the user said that waits for the next turn."""

    seq: int
    stored: dict[str, Any]
    queued: list[dict[str, Any]] = []


class RefusedWith(msgspec.Struct, frozen=True):
    """The type of the error that the normalizer raised, and its message."""

    type: str
    message: str


class RefusedAnswer(msgspec.Struct, frozen=True):
    """The normalizer declines this history with an error of its own; no failure."""

    seq: int
    refused: RefusedWith


class NotExpressibleAnswer(msgspec.Struct, frozen=True):
    """The normalizer's types cannot hold this history; no failure. The text says why."""

    seq: int
    not_expressible: str


class ErrorAnswer(msgspec.Struct, frozen=True):
    """The normalizer broke; the case ends as crashed, with what stands here."""

    seq: int
    error: Any


def start_line() -> bytes:
    """Return the first request."""
    return msgspec.json.encode(Start(PROTOCOL))


def stop_line() -> bytes:
    """Return the last request."""
    return msgspec.json.encode(Stop())


def request(given: Given, seq: int) -> JsonObject:
    """Return the request for one history that is already in an accepted shape."""
    if given.contract == "write":
        return {"op": "loop", "seq": seq, "contract": "write", "script": given.history["script"]}
    rest = {"contract": given.contract, "target": given.target, "history": given.history, "next": given.next}
    return {"op": "normalize", "seq": seq, **rest}


def request_line(given: Given, seq: int) -> bytes:
    """Return `request` as one line of JSON, without its end."""
    return encode_json(request(given, seq))


def read_started(answer: Json) -> Started:
    """Read the answer to ``start``.

    Raises:
        msgspec.ValidationError: says what is wrong, and where.
    """
    return msgspec.convert(answer, Started)
