"""The request as a whole."""

from typing import Any

from sendable.model.json import JsonObject, Path
from sendable.oracle.openai_chat.keys import KEYS
from sendable.oracle.openai_chat.words import phrase
from sendable.oracle.rule import ENVELOPE, SCHEMA, Fault, rule
from sendable.oracle.scan import Scan

_NEW_WORDS = "2026"


@rule("chat-model-missing", on="request", phase=ENVELOPE)
def model_missing(body: JsonObject, _path: Path, scan: Scan) -> Fault | None:
    """Refuse a request that names no model; Azure's address names it."""
    if body.get("model") is None and not scan.settings.model and scan.settings.vendor != "azure":
        return Fault(())
    return None


@rule("chat-messages-missing", on="request", phase=ENVELOPE)
def messages_missing(body: JsonObject, _path: Path, _scan: Scan) -> Fault | None:
    """Refuse a request without messages; two recordings show the older ``prompt`` taken in their place."""
    return Fault(("messages",)) if body.get("messages") is None and "prompt" not in body else None


@rule("chat-unknown-key", on="request", phase=ENVELOPE + 1)
def unknown_key(body: JsonObject, _path: Path, scan: Scan) -> Fault | None:
    """Refuse a key that no Chat request has, as those of the Responses API."""
    if body.keys() <= KEYS:
        return None
    key = next(each for each in body if each not in KEYS)
    return Fault((key,), {"key": key}, variant="" if scan.settings.as_of >= _NEW_WORDS else "before")


@rule("chat-messages-wrong-type", on="request", phase=SCHEMA)
def messages_wrong_type(body: JsonObject, _path: Path, _scan: Scan) -> Fault | None:
    """Refuse messages that are no list."""
    messages = body.get("messages")
    if messages is None or isinstance(messages, list):
        return None
    return Fault(("messages",), {"got": phrase(messages)})


@rule("chat-messages-empty", on="request", phase=SCHEMA)
def messages_empty(body: JsonObject, _path: Path, _scan: Scan) -> Fault | None:
    """Refuse an empty history."""
    return Fault(("messages",)) if body.get("messages") == [] else None


@rule("chat-message-not-object", on="entry", phase=SCHEMA)
def message_not_object(entry: Any, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a message that is a string, a number or anything but an object."""
    return None if isinstance(entry, dict) else Fault(path, {"got": phrase(entry)})
