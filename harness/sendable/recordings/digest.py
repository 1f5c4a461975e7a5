"""Digests of a request's shape: of its history, of its settings, and of a flat history.

The history in canonical form: ids and tool names are renamed in order of appearance and keep prefix, character classes
and exact length; texts, arguments, media and opaque blobs are replaced by their class; every other field stays literal.
Two bodies with the same digests are the same question to a provider (design, section 4, Digests).
"""

from collections.abc import Mapping
from hashlib import blake2b, sha256

from sendable.model.errors import UnreadableInput
from sendable.model.json import Json, JsonObject
from sendable.recordings.reduce import BlobClass, Run, reduce_text, reduce_value
from sendable.recordings.settings import settings_of

DIGEST_VERSION = 1
"""Counts up whenever the canonical form changes: digests of different versions never match."""

_HISTORY_KEYS = {
    "responses": ("input",),
    "chat": ("messages",),
    "mistral": ("messages",),
    "groq": ("messages",),
    "messages": ("messages", "system"),
    "converse": ("messages", "system"),
    "gemini": ("contents", "systemInstruction", "system_instruction"),
}
_ANY_HISTORY_KEYS = ("contents", "input", "messages", "system", "systemInstruction", "system_instruction")
_BYTES = 16


def history_keys(api: str) -> tuple[str, ...]:
    """Return the top-level keys that hold the history in an API's bodies; for an unknown API, any that may."""
    return _HISTORY_KEYS.get(api.partition("@")[0].rpartition("-")[2], _ANY_HISTORY_KEYS)


def history_digest(body: JsonObject, api: str, blob_class: BlobClass | None = None) -> str:
    """Return the digest of a body's history: 32 hexadecimal digits.

    Args:
        body: a live request body, or the skeleton of one.
        api: its wire format; a vendor after ``@`` changes nothing.
        blob_class: tells maker and validity of an opaque blob; without it, all are genuine.

    Raises:
        UnreadableInput: the body is nested too deeply.
    """
    return _hash("history", _history_run(body, api, blob_class))


def settings_digest(body: JsonObject, api: str, headers: Mapping[str, str], *, model: str = "") -> str:
    """Return the digest of everything beside the history on which its acceptance depends: 32 hexadecimal digits.

    Model, API version, betas, store, thinking, the kinds of tools, the tool choice, and every top-level key that is not
    known to steer only the answer.

    Args:
        body: a live request body, or the skeleton of one.
        api: its wire format.
        headers: of the request, for the API version and the betas.
        model: for APIs that have the model in the address.

    Raises:
        UnreadableInput: the body is nested too deeply.
    """
    return _hash("settings", _settings_run(body, api, headers, model))


def history_form(body: JsonObject, api: str, blob_class: BlobClass | None = None) -> tuple[str, ...]:
    """Return the canonical form that `history_digest` is the digest of, in its pieces; same arguments, same errors.

    A container is ``{`` or ``[``, its parts, ``}`` or ``]``; a key is its length, a dot and itself; all else is one
    piece.
    """
    return tuple(_history_run(body, api, blob_class).pieces)


def settings_form(body: JsonObject, api: str, headers: Mapping[str, str], *, model: str = "") -> tuple[str, ...]:
    """Return the canonical form that `settings_digest` is the digest of, in its pieces; same arguments, same errors."""
    return tuple(_settings_run(body, api, headers, model).pieces)


def _history_run(body: JsonObject, api: str, blob_class: BlobClass | None) -> Run:
    run = Run(blob_class or _genuine)
    for key in history_keys(api):
        if key in body:
            run.emit(key)
            _reduce(body[key], run)
    return run


def _settings_run(body: JsonObject, api: str, headers: Mapping[str, str], model: str) -> Run:
    run = Run(_genuine)
    _reduce(settings_of(body, api.partition("@")[0], headers, model, history_keys(api)), run)
    return run


def messages_digest(messages: Json) -> str:
    """Return the sha256 of the canonical form of a flat history: 64 hexadecimal digits.

    Raises:
        UnreadableInput: the messages are nested too deeply.
    """
    run = Run(_genuine)
    _reduce(messages, run)
    return sha256(_form("messages", run)).hexdigest()


def _reduce(value: Json, run: Run) -> None:
    try:
        (reduce_text if isinstance(value, str) else reduce_value)(value, run)
    except RecursionError:
        raise UnreadableInput("nested too deeply", hint="no provider takes such a body") from None


def _genuine(_blob: str) -> str:
    return "genuine"


def _hash(what: str, run: Run) -> str:
    return blake2b(_form(what, run), digest_size=_BYTES).hexdigest()


def _form(what: str, run: Run) -> bytes:
    return "\n".join((f"{what} {DIGEST_VERSION}", *run.pieces)).encode(errors="surrogatepass")
