"""The modelled basis: the official SDK sends, the oracle answers as the provider would."""

from collections.abc import Mapping
from typing import Any

import msgspec

from sendable import oracle
from sendable.model.json import JsonObject
from sendable.model.outcome import CouldNotAsk, Crashed, Verdict
from sendable.model.target import Target
from sendable.oracle.judge import EVIDENCE_DATE
from sendable.replay.asking import Asked
from sendable.replay.no_sockets import no_sockets
from sendable.replay.recorded import grounded
from sendable.replay.sdk import HTTP, ApiClient, api_client, client_over


class Modelled:
    """Ask the oracle through the official SDKs, inside this process.

    as_of: ISO date of the verdicts. without: oracle rules to leave out, for tests of the net.
    """

    def __init__(self, as_of: str = EVIDENCE_DATE, without: frozenset[str] = frozenset()) -> None:
        self._as_of = as_of
        self._without = without
        self._lines: dict[str, _Line] = {}

    def ask(self, body: JsonObject, target: Target, headers: Mapping[str, str] | None = None) -> Asked:
        """Send one body to one target and return the verdict with the bytes that the SDK serialized.

        The verdict is the oracle's, or the recorded one where a real round trip of this very shape is on file.

        Raises:
            BadUsage: the API or the vendor is not known.
            ProviderNotAsked: something tried to open a socket.
        """
        line = self._lines.setdefault(target.api_name, _Line(target, self._as_of, self._without))
        return line.ask(body, headers or {}, target.model)

    def close(self) -> None:
        """Let the clients go; none has a connection."""
        self._lines.clear()


class _Line:
    """The client of one API with the handler at its other end."""

    def __init__(self, target: Target, as_of: str, without: frozenset[str]) -> None:
        self._target = target
        self._as_of = as_of
        self._without = without
        self._api: ApiClient = api_client(target.api)
        self._client: Any = None
        self._verdict: Verdict | None = None
        self._recording: str | None = None
        self._sent = b""
        self._defect: Exception | None = None
        self._model = target.model

    def ask(self, body: JsonObject, headers: Mapping[str, str], model: str) -> Asked:
        self._verdict, self._recording, self._sent = None, None, b""
        self._model = model
        failure = self._send(body, headers)
        if self._defect is not None:
            raise self._defect
        if self._verdict is None:
            why = failure or "the SDK returned without sending a request"
            return Asked(Crashed(f"the {self._api.SDK} SDK did not send this body: {why}"))
        if (failure is None) != self._verdict.accepted:
            return Asked(CouldNotAsk(f"the SDK understood the answer otherwise: {failure or 'success'}"), self._sent)
        return Asked(self._verdict, self._sent, self._recording)

    def _send(self, body: JsonObject, headers: Mapping[str, str]) -> str | None:
        """Let the SDK send; return how it failed, None when it was content."""
        if self._client is None:
            self._client = client_over(self._api.SDK, self._answer)
        with no_sockets():
            try:
                self._api.create(self._client, body, headers, self._model)
            except Exception as error:  # noqa: BLE001 - an SDK raises anything for what it cannot serialize
                return f"{type(error).__name__}: {error}"
        return None

    def _answer(self, content: bytes, headers: Mapping[str, str]) -> tuple[int, JsonObject]:
        try:
            return self._judged(content, headers)
        except Exception as error:
            # The SDK would wrap a defect of the oracle as a lost connection; it must surface as what it is.
            self._defect = error
            raise

    def _judged(self, content: bytes, headers: Mapping[str, str]) -> tuple[int, JsonObject]:
        self._sent = content
        body = msgspec.json.decode(content)
        model = "" if self._api.SDK != HTTP or "model" in body else self._model
        modelled = oracle.judge(
            self._target.api,
            body,
            model=model or None,
            vendor=self._target.vendor,
            headers=headers,
            as_of=self._as_of,
            without=self._without,
        )
        self._verdict = verdict = self._grounded(modelled, body, headers, model)
        if verdict.accepted:
            return 200, self._api.ok(body)
        return verdict.status, oracle.envelope(self._target.api, verdict, self._target.vendor)

    def _grounded(self, modelled: Verdict, body: JsonObject, headers: Mapping[str, str], model: str) -> Verdict:
        """Look for a recording; not where rules are left out, for there the net itself is tested."""
        if self._without:
            return modelled
        found = grounded(modelled, body, self._target.api, self._target.vendor, headers, model)
        self._recording = found.recording
        return found.verdict
