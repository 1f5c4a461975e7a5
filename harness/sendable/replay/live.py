"""The live basis: the official SDK asks the provider, now."""

import os
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, Final

import msgspec

from sendable.model.errors import SendableError
from sendable.model.json import JsonObject
from sendable.model.outcome import CouldNotAsk, Crashed, Verdict
from sendable.model.target import Target
from sendable.replay.asking import Asked
from sendable.replay.backoff import Patience
from sendable.replay.endpoints import endpoint_of
from sendable.replay.exchange import Exchange
from sendable.replay.line import CannotAsk, Line, NotSent
from sendable.replay.minting import CannotMint, Minted, Mints, mint
from sendable.replay.reading import error_in, is_success

__all__ = ["CannotAsk", "Live", "LiveAnswer"]
_PATIENCE: Final = Patience()


class LiveAnswer(msgspec.Struct, frozen=True):
    """One body asked live.

    exchange: that gave the verdict, None when there is no verdict. requests: that went out for it, those for its blobs
    and controls included. minted: the body as it went out, with what its blobs and ids stand for.
    """

    asked: Asked
    exchange: Exchange | None
    requests: int
    minted: Minted


class Live:
    """Ask the providers themselves. Not thread-safe: one for each thread.

    base_url: instead of every provider's own address. env: holds keys and addresses. patience: how long to ask again.
    today: ISO date of the verdicts. mints: blobs and ids that were obtained before, and where new ones are kept.
    """

    def __init__(
        self,
        base_url: str | None = None,
        *,
        env: Mapping[str, str] = os.environ,
        patience: Patience = _PATIENCE,
        today: str | None = None,
        mints: Mints | None = None,
    ) -> None:
        self._base_url = base_url
        self._env = env
        self._patience = patience
        self._today = today or datetime.now(UTC).date().isoformat()
        self._mints = mints or Mints()
        self._lines: dict[tuple[str, str | None], Line] = {}
        self._closed = 0

    @property
    def requests(self) -> int:
        """All HTTP requests so far."""
        return self._closed + sum(line.requests for line in self._lines.values())

    def ask(self, body: JsonObject, target: Target, headers: Mapping[str, str] | None = None) -> Asked:
        """Send one body to one target and return the verdict with the bytes that went out.

        Raises:
            ProviderNotAsked: no request of this run can be answered: no key, a wrong one, nobody there, another server.
            BadUsage: the API or the address is not known.
        """
        return self.answer(body, target, headers).asked

    def answer(self, body: JsonObject, target: Target, headers: Mapping[str, str] | None = None) -> LiveAnswer:
        """Do what `ask` does, and return the exchange too; raises the same."""
        before = self.requests
        minted = Minted(body)
        exchange = None
        try:
            minted = mint(body, target, self._mints, lambda maker, send: self._made(maker, target, send))
            asked, exchange = self._judged(minted.body, target, headers or {})
        except (CannotMint, CannotAsk) as error:
            asked = Asked(CouldNotAsk(str(error)))
        except NotSent as error:
            sdk = self._line(target).api.SDK
            asked = Asked(Crashed(f"the {sdk} SDK did not send this body: {error}"))
        return LiveAnswer(asked, exchange, self.requests - before, minted)

    def call(self, target: Target, send: Callable[[Any], object]) -> Exchange:
        """Let the SDK send any other request to a target's address, with the same patience.

        Args:
            target: whose address.
            send: sends the request, given the client of the official SDK.

        Raises:
            ProviderNotAsked: as `ask`.
            CannotAsk: this request was not answered.
        """
        try:
            return self._line(target).ask(send, target, is_other=True)[0]
        except NotSent as error:
            raise CannotAsk(str(error)) from error

    def close(self) -> None:
        """Let the connections go."""
        for line in self._lines.values():
            self._closed += line.requests
            line.close()
        self._lines.clear()

    def _judged(self, body: JsonObject, target: Target, headers: Mapping[str, str]) -> tuple[Asked, Exchange]:
        line = self._line(target)
        came, failure = line.ask(lambda client: line.api.create(client, body, headers, target.model), target)
        accepted = is_success(came)
        unread = (f"the {line.api.SDK} SDK could not read the answer: {failure}",) if accepted and failure else ()
        verdict = Verdict(
            accepted=accepted,
            status=came.status,
            basis="live",
            model=target.model,
            as_of=self._today,
            error=error_in(came),
            message_basis=None if accepted else "quoted",
            assumptions=unread,
        )
        return Asked(verdict, came.sent), came

    def _made(self, maker: Target, reader: Target, send: Callable[[Any], object]) -> JsonObject:
        """Ask the maker of a blob; return the answer's body.

        Args:
            maker: who is asked: where the reader is asked, when both are the same provider, else at its own address.
            reader: for whom the blob is.
            send: sends the request.

        Raises:
            CannotMint: it cannot be asked, or refused.
            ProviderNotAsked: neither can the reader.
        """
        base_url = self._base_url if maker.provider_type == reader.provider_type else None
        try:
            came, _ = self._line_at(maker, base_url).ask(send, maker, is_other=True)
        except (CannotAsk, NotSent) as error:
            raise CannotMint(f"{maker} did not answer: {error}") from error
        except SendableError as error:
            if maker.api_name == reader.api_name:
                raise
            raise CannotMint(f"{maker} cannot be asked: {error.what}") from error
        body = came.json()
        if not is_success(came) or not isinstance(body, dict):
            said = error_in(came)
            raise CannotMint(f"{maker} answered {came.status} {said.message if said else ''}".rstrip())
        return body

    def _line(self, target: Target) -> Line:
        return self._line_at(target, self._base_url)

    def _line_at(self, target: Target, base_url: str | None) -> Line:
        at = (target.api_name, base_url)
        if at not in self._lines:
            self._lines[at] = Line(target, endpoint_of(target, base_url, self._env), self._patience)
        return self._lines[at]
