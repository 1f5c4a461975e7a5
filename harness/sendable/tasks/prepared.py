"""What evaluating one case needs again and again, for every target: its digests, and fresh copies of its history."""

from hashlib import sha256
from typing import Any

import msgspec

from sendable.corpus import realize
from sendable.model.case import Case
from sendable.model.json import JsonObject, encode_json
from sendable.recordings.digest import messages_digest


class Prepared:
    """A case, made ready once.

    case_digest: of its history's shape. input_digest: of its history's bytes.
    """

    def __init__(self, case: Case) -> None:
        self.case = case
        self.case_digest = _history_digest(case.history)
        self.input_digest = digest_of(case.history)
        self._encoded = _encoded(realize(case.history))

    def history(self) -> JsonObject:
        """Return the history as a normalizer is given it; every call makes one that shares nothing with the others."""
        if self._encoded is None:
            return realize(self.case.history)
        fresh: JsonObject = msgspec.json.decode(self._encoded)
        return fresh


_latest: list[Prepared] = []


def prepared(case: Case) -> Prepared:
    """Return what is known of a case; only the latest is kept, for a case's targets come one after another."""
    for each in tuple(_latest):
        if each.case is case:
            return each
    ready = Prepared(case)
    _latest[:] = [ready]
    return ready


def digest_of(value: Any) -> str:
    """Return the SHA-256 of a value's JSON, in hexadecimal digits."""
    try:
        return sha256(encode_json(value)).hexdigest()
    except (TypeError, ValueError, RecursionError):
        # What JSON cannot hold has no bytes; its structure still tells two outputs of one run apart.
        return sha256(repr(value).encode("utf-8", "backslashreplace")).hexdigest()


def _encoded(history: JsonObject) -> bytes | None:
    """Return a history's JSON where all of it can be read back, else None."""
    try:
        encoded = encode_json(history)
        same = msgspec.json.decode(encoded) == history
    except (TypeError, ValueError, RecursionError, msgspec.MsgspecError):
        return None
    return encoded if same else None


def _history_digest(history: dict[str, Any]) -> str:
    messages = history.get("messages")
    return messages_digest(messages) if isinstance(messages, list) else digest_of(history)
