"""What a normalizer is given, and what it may answer."""

from collections.abc import Callable
from typing import Any, TypeAlias

import msgspec

from sendable.model.json import Json, JsonObject
from sendable.model.outcome import Crashed, NotExpressible, Refused


class Given(msgspec.Struct, frozen=True):
    """One request to a normalizer: everything it may know, and nothing of what is expected.

    history: ``{"messages": […]}`` or ``{"nodes": […], "leaf": id}``, for `send` perhaps with ``tools``; for
        `write` ``{"script": {…}}``.
    target: ``{"api", "vendor"?, "model"}``.
    next: the coming user turn in the history's own shape.
    """

    contract: str
    target: dict[str, str]
    history: dict[str, Any]
    next: list[Json]


class FlatAnswer(msgspec.Struct, frozen=True):
    """The answer of the `flat` contract. dropped: None when the implementation does not count."""

    messages: list[Json]
    dropped: int | None = None


class BodyAnswer(msgspec.Struct, frozen=True):
    """The answer of the `send` contract: a request body, and what the implementation wants to be said."""

    body: JsonObject
    warnings: list[Json] = []


class StoredAnswer(msgspec.Struct, frozen=True):
    """The answer of the `write` contract: the stored history, and the user's messages that wait for the next turn."""

    stored: JsonObject
    queued: list[JsonObject] = []


NormalizerAnswer: TypeAlias = FlatAnswer | BodyAnswer | StoredAnswer | Refused | NotExpressible | Crashed


def read_answer(answer: Json) -> NormalizerAnswer:
    """Read the protocol's answer (without ``seq``); what is no answer is a `Crashed` that says so."""
    if not isinstance(answer, dict):
        return Crashed(f"the normalizer returned {type(answer).__name__}, not an object")
    found = [key for key in _READERS if key in answer]
    if len(found) > 1:
        return Crashed(f"the normalizer's answer has more than one of: {', '.join(found)}")
    if found:
        return _READERS[found[0]](answer)
    known = ", ".join(_READERS)
    return Crashed(f"the normalizer's answer has none of: {known}", detail=f"keys: {', '.join(map(str, answer))}")


def _read_flat(answer: JsonObject) -> NormalizerAnswer:
    messages, dropped = answer["messages"], answer.get("dropped")
    if not isinstance(messages, list):
        return Crashed(f"'messages' is {type(messages).__name__}, not a list")
    if isinstance(dropped, bool) or not isinstance(dropped, int | None):
        return Crashed(f"'dropped' is {dropped!r}, not a whole number")
    return FlatAnswer(messages, dropped)


def _read_body(answer: JsonObject) -> NormalizerAnswer:
    body, warnings = answer["body"], answer.get("warnings") or []
    if not isinstance(body, dict) or not isinstance(warnings, list):
        return Crashed("'body' is not an object, or 'warnings' is not a list")
    return BodyAnswer(body, warnings)


def _read_stored(answer: JsonObject) -> NormalizerAnswer:
    stored, queued = answer["stored"], answer.get("queued") or []
    if (
        not isinstance(stored, dict)
        or not isinstance(queued, list)
        or not all(isinstance(each, dict) for each in queued)
    ):
        return Crashed("'stored' is not an object, or 'queued' is not a list of messages")
    return StoredAnswer(stored, queued)


def _read_refused(answer: JsonObject) -> NormalizerAnswer:
    refused = answer["refused"]
    if not isinstance(refused, dict):
        return Refused(type="refused", message=str(refused))
    return Refused(type=str(refused.get("type", "refused")), message=str(refused.get("message", "")))


def _read_not_expressible(answer: JsonObject) -> NormalizerAnswer:
    return NotExpressible(str(answer["not_expressible"]))


def _read_error(answer: JsonObject) -> NormalizerAnswer:
    return Crashed(f"the normalizer reports an error: {answer['error']}")


_READERS: dict[str, Callable[[JsonObject], NormalizerAnswer]] = {
    "messages": _read_flat,
    "body": _read_body,
    "stored": _read_stored,
    "refused": _read_refused,
    "not_expressible": _read_not_expressible,
    "error": _read_error,
}
