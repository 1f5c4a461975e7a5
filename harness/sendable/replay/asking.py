"""What every basis takes and gives."""

from collections.abc import Mapping
from typing import Protocol

import msgspec

from sendable.model.json import JsonObject
from sendable.model.outcome import CouldNotAsk, Crashed, NotOnFile, Verdict
from sendable.model.target import Target


class Asked(msgspec.Struct, frozen=True):
    """One request and what became of it.

    outcome: the provider's verdict, or why there is none; `Crashed` when the official SDK cannot even serialize the
    body. sent: the bytes that went over the wire, empty when none did. recording: where a recorded answer lies.
    """

    outcome: Verdict | CouldNotAsk | NotOnFile | Crashed
    sent: bytes = b""
    recording: str | None = None


class Asker(Protocol):
    """A basis: sends a body to a target and says what the provider answered."""

    def ask(self, body: JsonObject, target: Target, headers: Mapping[str, str] | None = None) -> Asked:
        """Send one body."""
        ...


class Basis(Asker, Protocol):
    """A basis that a run opens and closes."""

    def close(self) -> None:
        """Let go of what was opened for it."""
        ...
