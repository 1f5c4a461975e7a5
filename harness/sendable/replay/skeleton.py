"""Skeletons: the shape of a body without its words, so that nobody's content lands in a recording.

What a digest reads stays (types, roles, ids, names, models, settings), so a body and its skeleton have the same
digests. Texts, arguments, media and blobs are replaced by something of their class; a string under a key that no API
declares is a text too, which is the one case in which the digests may differ.
"""

import re
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from typing import Final

from sendable import ledger
from sendable.ledger.declared import declared
from sendable.model.json import Json, JsonObject
from sendable.oracle.seals import is_sealed
from sendable.recordings.classes import arguments_class, text_class
from sendable.recordings.reduce import kind_of
from sendable.replay.echo import without_echo

_ARGUMENTS: Final = {"object": "{}", "json": "[]", "not json": "{", "empty": ""}
_BASE64: Final = re.compile(r"[A-Za-z0-9+/_\-\s]+={0,2}\s*").fullmatch
_DATA_URL: Final = re.compile(r"data:(?P<mime>[\w.+-]*/?[\w.+-]*)(?P<flags>(;base64)?)[^,]*,(?P<rest>.*)", re.DOTALL)
_ADDRESS: Final = "https://example.test/f"
_HEAD: Final = 4
_HASH: Final = 12
# What stands for itself: a skeleton's own, and the words that a provider takes in place of a blob.
_NO_BLOB: Final = re.compile(r".{4}[0-9a-f]{12}|[a-z]+(_[a-z]+)+").fullmatch
_NOT_BASE64: Final = "(not base64)"
# Settings of a request and words of an answer whose values are the API's own.
_OWN_WORDS: Final = frozenset(
    {"anthropic_beta", "anthropic_version", "betas", "budget_tokens", "code", "conversation", "display", "effort"}
    | {"finishReason", "finish_reason", "format", "include", "inference_geo", "modalities", "mode", "model"}
    | {"modelVersion", "object", "param", "phase", "previous_response_id", "prompt_mode", "reasoning_effort"}
    | {"responseId", "role", "serviceTier", "service_tier", "speed", "status", "stopReason", "stop_reason"}
    | {"summary_type", "system_fingerprint", "threshold", "tool_choice", "truncation", "type", "verbosity"}
)
_WORD: Final = re.compile(r"[\w.:/@+\[\]-]{0,80}").fullmatch
_SCHEMAS: Final = frozenset({"input_schema", "inputSchema", "parameters", "schema", "json"})
_SAYS: Final = frozenset({"message", "Message", "msg", "detail"})
_FIRST_ERROR: Final = 400


class Skeletons:
    """Makes the skeletons of one exchange, and remembers what was taken out of them."""

    def __init__(self) -> None:
        self.removed: list[str] = []

    def of_request(self, body: Json) -> Json:
        """Return the skeleton of a request body."""
        return self._value("", body)

    def of_response(self, body: Json, status: int) -> Json:
        """Return the skeleton of an answer; of a refusal the words stay, but for what they echo of the request."""
        if status >= _FIRST_ERROR:
            return self._refusal(body)
        return self._value("", body)

    def _refusal(self, body: Json) -> Json:
        if isinstance(body, str):
            return without_echo(body, self.removed)
        if isinstance(body, list):
            return [self._refusal(each) for each in body]
        if not isinstance(body, dict):
            return body
        return {key: self._of_refusal(key, each, body) for key, each in body.items()}

    def _of_refusal(self, key: str, value: Json, around: JsonObject) -> Json:
        if key in _SAYS and isinstance(value, str):
            return without_echo(value, self.removed)
        if key == "error" or (key in _SAYS and not isinstance(value, str)):
            return self._refusal(value)
        if key == "loc" and isinstance(value, list):
            return value
        return self._under(key, value, around)

    def _value(self, key: str, value: Json) -> Json:
        if isinstance(value, dict):
            return {each: self._under(each, inner, value) for each, inner in value.items()}
        if isinstance(value, list):
            return [self._value(key, each) for each in value]
        return self._literal(key, value) if isinstance(value, str) else value

    def _under(self, key: str, value: Json, around: JsonObject) -> Json:
        kind = kind_of(key, around.keys())
        if isinstance(value, dict | list) and (kind in ("free", "arguments") or (kind, type(value)) == ("input", dict)):
            self.removed += _strings(value)
            return [] if isinstance(value, list) else {"type": "object"} if key in _SCHEMAS else {}
        if isinstance(value, list):
            return [self._element(key, kind, each) for each in value]
        return self._string(key, kind, value) if isinstance(value, str) else self._value(key, value)

    def _element(self, key: str, kind: str, value: Json) -> Json:
        """Return the skeleton of a list's element: a text where the key holds texts, else what stands for itself."""
        if isinstance(value, list):
            return [self._element(key, kind, each) for each in value]
        if isinstance(value, str) and kind in ("text", "input"):
            return self._replaced(value, _text(value))
        return self._value(key, value)

    def _string(self, key: str, kind: str, value: str) -> str:
        if kind in ("id", "name"):
            return value
        if kind == "literal":
            return self._literal(key, value)
        made = {"blob": _blob, "media": _media, "arguments": _arguments}.get(kind, _text)(value)
        return self._replaced(value, made)

    def _literal(self, key: str, value: str) -> str:
        if key in _known_keys() and _WORD(value):
            return value
        return self._replaced(value, _text(value))

    def _replaced(self, value: str, made: str) -> str:
        if made != value:
            self.removed.append(value)
        return made


def skeleton(body: Json) -> Json:
    """Return the skeleton of one request body."""
    return Skeletons().of_request(body)


@cache
def _known_keys() -> frozenset[str]:
    """Return the names of the fields that some API is known to have."""
    named = (path for api in ledger.apis() for path in declared(api).paths())
    rows = (row.path for api in ledger.apis() for row in ledger.rows(api))
    return _OWN_WORDS | {path.rpartition(".")[2] for each in (named, rows) for path in each}


def _text(text: str) -> str:
    kind = text_class(text)
    if kind in ("empty", "blank"):
        return text[:1]
    return kind.replace("text", "t").replace("_", " ")


def _arguments(text: str) -> str:
    return _ARGUMENTS[arguments_class(text)]


def _blob(blob: str) -> str:
    """Replace a blob; what tells its maker, its first characters, stays."""
    if not blob or is_sealed(blob) or _NO_BLOB(blob):
        return blob
    if blob.startswith("data:"):
        return _media(blob)
    if not _BASE64(blob[:32]):
        return _NOT_BASE64
    return blob[:_HEAD].ljust(_HEAD, "A") + sha256(blob.encode("utf-8", "surrogatepass")).hexdigest()[:_HASH]


def _media(media: str) -> str:
    if media.startswith(("https://", "http://")):
        return _ADDRESS
    data = _DATA_URL.fullmatch(media)
    if data:
        return f"data:{data['mime']}{data['flags']},{_payload(data['rest'])}"
    return _payload(media)


def _payload(payload: str) -> str:
    if _BASE64(payload):
        return "AAAA"
    return _text(payload).replace("t", "t!")


def _strings(value: Json) -> Iterator[str]:
    """Yield every text inside a value, keys included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, each in value.items():
            yield str(key)
            yield from _strings(each)
    elif isinstance(value, list):
        for each in value:
            yield from _strings(each)
