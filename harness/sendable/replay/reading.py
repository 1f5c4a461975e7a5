"""What an answer says: a verdict, ask again, or that nobody can be asked there (design, section 5)."""

import re
from http import HTTPStatus
from typing import Final, Literal
from urllib.parse import urlsplit

import msgspec

from sendable.model.errors import ProviderNotAsked
from sendable.model.json import Json
from sendable.model.outcome import ProviderError
from sendable.model.target import Target
from sendable.recordings.envelope import error_of
from sendable.replay.endpoints import Endpoint
from sendable.replay.exchange import Exchange
from sendable.replay.sdk import api_client

# Load, limits and time-outs, Cloudflare's own (520 to 530) included: none of them is about the request.
_LATER: Final = frozenset({408, 409, 425, 429, 502, 503, 504, 529, *range(520, 528), 530})
_KEY: Final = frozenset({401, 403})
_NOT_HERE: Final = frozenset({404, 405})
_NO_MONEY: Final = re.compile(
    r"insufficient_quota|exceeded your current quota|billing_(error|hard_limit|not_active)|credit balance is too low"
    r"|insufficient balance",
    re.IGNORECASE,
)
_NO_KEY: Final = re.compile(r"API_KEY_INVALID|API key not valid|API key expired|invalid_api_key", re.IGNORECASE)
_NO_MODEL: Final = re.compile(
    r"model_not_found|invalid_model|model identifier is invalid|^model: \S+$"
    r"|\bmodels?[\s/:]*['\"`]?[\w./:@-]+['\"`]? (does not exist|is not found|not found)",
    re.IGNORECASE,
)
# A stored thing that a body names and the provider does not have: that is about the body.
_STORED: Final = re.compile(
    r"\b(item|response|file|container|conversation|vector store|prompt|call|skill)s?\b.{0,120}not found",
    re.IGNORECASE | re.DOTALL,
)
_STREAM: Final = "text/event-stream"
_SHOWN: Final = 200

Kind = Literal["verdict", "broke", "again", "stop", "elsewhere"]


class Reading(msgspec.Struct, frozen=True):
    """How one answer is taken.

    kind: ``verdict``; ``broke``: a 500, which is a verdict when the same bytes always get it; ``again``: later;
    ``stop``: no request of this run can be answered; ``elsewhere``: the same, unless this address has answered before.
    why: in a sentence, without the provider's words where these may quote a key. hint: what to do about it.
    """

    kind: Kind
    why: str = ""
    hint: str = ""

    def error(self, endpoint: Endpoint) -> ProviderNotAsked:
        """Return the error that ends the run."""
        return ProviderNotAsked(self.why, where=endpoint.host, hint=self.hint)


def read_answer(came: Exchange, target: Target, endpoint: Endpoint, *, any_shape: bool = False) -> Reading:
    """Say how an answer is to be taken. any_shape: a 2xx need not be a model's answer."""
    status = came.status
    if status < HTTPStatus.OK or HTTPStatus.MULTIPLE_CHOICES <= status < HTTPStatus.BAD_REQUEST:
        return _redirected(came)
    if status in _KEY or (status == HTTPStatus.BAD_REQUEST and _says(came, _NO_KEY)):
        return _key_refused(came, target, endpoint)
    if status == HTTPStatus.PAYMENT_REQUIRED or (_is_of_money(status) and _says(came, _NO_MONEY)):
        hint = "add credit at the provider, then run again"
        return Reading("stop", f"the account at {target.api_name} has no credit or quota left ({status})", hint)
    if status in _LATER:
        return Reading("again", f"the provider answered {_named(status)}")
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        kind: Kind = "broke" if status == HTTPStatus.INTERNAL_SERVER_ERROR else "again"
        return Reading(kind, f"the provider answered {_named(status)}")
    free = any_shape or bool(endpoint.path_suffix)
    return _of_another(came, target, free=free) or Reading("verdict")


def error_in(came: Exchange) -> ProviderError | None:
    """Return the provider's error of a refusal, its text when it is no envelope; None for a 2xx."""
    body = came.json()
    if body is None and came.content:
        body = "an HTML page" if _is_html(came) else came.content.decode(errors="replace")[:_SHOWN]
    return error_of(came.status, body, came.headers)


def is_success(came: Exchange) -> bool:
    """Tell whether it is a 2xx."""
    return HTTPStatus.OK <= came.status < HTTPStatus.MULTIPLE_CHOICES


def _redirected(came: Exchange) -> Reading:
    to = _pointed_to(came.headers.get("location", ""))
    where = f" to {to}" if to else ""
    return Reading(
        "stop",
        f"the server answered with a redirect ({came.status}){where}: it is not followed, for the key would go there",
        "give the address that it points to, if you trust it, as --base-url",
    )


def _pointed_to(location: str) -> str:
    """Return where a redirect points, with its port and without what may be secret: user, key and query."""
    try:
        to = urlsplit(location)
    except ValueError:
        return ""
    return to._replace(netloc=to.netloc.rpartition("@")[2], query="", fragment="").geturl()


def _key_refused(came: Exchange, target: Target, endpoint: Endpoint) -> Reading:
    code = "" if came.json() is None else _code(error_in(came))
    if not endpoint.key:
        return Reading(
            "stop",
            f"{target.api_name} wants a key ({came.status}{code}), and there is none",
            f"set {endpoint.key_name}",
        )
    return Reading(
        "stop",
        f"{target.api_name} refused the key in {endpoint.key_name} ({came.status}{code})",
        f"set {endpoint.key_name} to a key that is valid there and may use {target.model}",
    )


def _code(error: ProviderError | None) -> str:
    """Return the error's code, or its type: its message may quote the key."""
    said = (error.code or error.type or "") if error else ""
    return f" {said}" if isinstance(said, str) and said and len(said) <= _SHOWN else ""


def _is_of_money(status: int) -> bool:
    return status in (HTTPStatus.BAD_REQUEST, HTTPStatus.TOO_MANY_REQUESTS)


def _of_another(came: Exchange, target: Target, *, free: bool) -> Reading | None:
    """Tell an answer that is not this API's: a page, another server, a model that is not there."""
    address = "check --base-url: it must be the root of an API server"
    if _is_html(came):
        return Reading("elsewhere", f"an HTML page came back ({came.status}), not an answer of {target.api}", address)
    body = came.json()
    if body is None and not (is_success(came) and came.headers.get("content-type", "").startswith(_STREAM)):
        return Reading("elsewhere", f"the answer ({came.status}) is not JSON: {_start(came)}", address)
    if _says(came, _NO_MODEL) and not is_success(came):
        return Reading("elsewhere", f"{target.api_name} has no model {target.model!r} ({came.status})", "see --target")
    if came.status in _NOT_HERE and not _says(came, _STORED):
        path = urlsplit(came.url).path
        return Reading("elsewhere", f"no {target.api} at this address: {came.status} for {path}", address)
    if is_success(came) and not free and not _is_shaped(body, target):
        return Reading("elsewhere", f"the answer ({came.status}) is JSON, but not one of {target.api}", address)
    return None


def _is_shaped(body: Json, target: Target) -> bool:
    """Tell whether a 2xx is this API's; a stream of events, which is no JSON, is taken as it is."""
    return body is None or (
        isinstance(body, dict) and any(key in body for key in api_client(target.api).SERVICE.answer)
    )


def _says(came: Exchange, words: re.Pattern[str]) -> bool:
    """Look for words in the parts of an error: its code, type and message."""
    if is_success(came):
        return False
    error = error_in(came)
    parts = (str(error.code or ""), str(error.type or ""), error.message) if error else ()
    return any(words.search(part) for part in parts) or bool(_reason(came.json(), words))


def _reason(body: Json, words: re.Pattern[str]) -> bool:
    """Look into the details of Google's errors, which name the reason there."""
    inner = body.get("error") if isinstance(body, dict) else None
    details = inner.get("details") if isinstance(inner, dict) else None
    return isinstance(details, list) and any(
        isinstance(each, dict) and words.search(str(each.get("reason", ""))) for each in details
    )


def _is_html(came: Exchange) -> bool:
    head = came.content[:_SHOWN].lstrip().lower()
    return came.headers.get("content-type", "").startswith("text/html") or head.startswith((b"<!doctype", b"<html"))


def _start(came: Exchange) -> str:
    text = came.content[:60].decode(errors="replace")
    return repr(text) if text else "it is empty"


def _named(status: int) -> str:
    try:
        return f"{status} {HTTPStatus(status).phrase}"
    except ValueError:
        return str(status)
