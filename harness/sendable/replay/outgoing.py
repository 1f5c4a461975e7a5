"""What would go out for a body: the bytes of the SDK, and the digests that recordings of it are named by."""

from collections.abc import Mapping
from typing import Any

import msgspec

from sendable.model.errors import UnreadableInput
from sendable.model.json import JsonObject
from sendable.model.outcome import Crashed
from sendable.model.target import Target
from sendable.oracle.seals import digest_class
from sendable.recordings.digest import history_digest, settings_digest
from sendable.replay.no_sockets import no_sockets
from sendable.replay.sdk import api_client, client_over


class Outgoing(msgspec.Struct, frozen=True):
    """One request as the SDK makes it.

    content: the bytes. body: the same, parsed. headers: the SDK's, those of a key without meaning. history, settings:
    its digests, blobs classed as their reader would.
    """

    content: bytes
    body: JsonObject
    headers: dict[str, str]
    history: str
    settings: str


class Outbox:
    """The SDKs, with nothing at their other end: nothing leaves this process."""

    def __init__(self) -> None:
        self._clients: dict[str, Any] = {}
        self._seen: tuple[bytes, dict[str, str]] | None = None

    def out(self, body: JsonObject, target: Target, headers: Mapping[str, str] | None = None) -> Outgoing | Crashed:
        """Return what would go out for a body; `Crashed` when the SDK does not send it.

        Raises:
            BadUsage: there is no way to ask this API.
        """
        api = api_client(target.api)
        if target.api not in self._clients:
            self._clients[target.api] = client_over(api.SDK, self._answer)
        self._answering, self._seen, failure = api.ok, None, ""
        with no_sockets():
            try:
                api.create(self._clients[target.api], body, headers or {}, target.model)
            except Exception as error:  # noqa: BLE001 - an SDK raises anything for what it cannot serialize
                failure = f"{type(error).__name__}: {error}"
        if self._seen is None:
            return Crashed(f"the {api.SDK} SDK did not send this body: {failure or 'it sent nothing'}")
        try:
            return outgoing(*self._seen, target)
        except UnreadableInput as error:
            return Crashed(f"the body cannot be digested: {error.what}")

    def _answer(self, content: bytes, headers: Mapping[str, str]) -> tuple[int, JsonObject]:
        self._seen = content, {name.lower(): text for name, text in headers.items()}
        return 200, self._answering(msgspec.json.decode(content))


def outgoing(content: bytes, headers: Mapping[str, str], target: Target) -> Outgoing:
    """Read the bytes of a request.

    Raises:
        UnreadableInput: they are nested too deeply.
    """
    body: JsonObject = msgspec.json.decode(content)
    return Outgoing(
        content=content,
        body=body,
        headers=dict(headers),
        history=history_digest(body, target.api, digest_class(target.provider_type)),
        settings=settings_digest(body, target.api, headers, model="" if "model" in body else target.model),
    )
