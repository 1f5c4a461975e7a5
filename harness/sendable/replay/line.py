"""One API at one address: a client of the official SDK, asked with patience, and what came of it."""

from collections.abc import Callable
from typing import Any, Final

import msgspec

from sendable import wire
from sendable.model.errors import ProviderNotAsked, SendableError
from sendable.model.target import Target
from sendable.replay.backoff import Patience, Waiting, retry_after
from sendable.replay.endpoints import Endpoint, key_headers, sdk_key
from sendable.replay.exchange import Came, Exchange, Lost, tap
from sendable.replay.reading import Reading, is_success, read_answer
from sendable.replay.sdk import api_client, client_at, http_library
from sendable.wire import flat

# The same bytes, this often: then a 500 is no accident (design, section 5).
_ENOUGH_500: Final = 3
_TRIES_AT_FIRST: Final = 3
_ROW_OF_FAILURES: Final = 3


class CannotAsk(Exception):
    """There is no verdict on this one request; says why. Others may still get one."""


class NotSent(Exception):
    """The SDK did not send the request; says what it said."""


class Line:
    """A client with its other end at a real server."""

    def __init__(self, target: Target, endpoint: Endpoint, patience: Patience) -> None:
        self.target = target
        self.endpoint = endpoint
        self.api = api_client(target.api)
        self.requests = 0
        self._patience = patience
        self._came: list[Came] = []
        self._is_there = False  # whatever it said, as that it is busy
        self._has_answered = False
        self._failures = 0
        self._is_lost = False
        http = http_library(self.api.SDK)
        self._client: Any = client_at(
            self.api.SDK,
            endpoint.base_url,
            tap(http, endpoint, self._came.append),
            key=sdk_key(endpoint),
            headers=key_headers(endpoint, self.api.SERVICE, self.api.SDK),
            timeout=patience.answer,
        )

    def ask(
        self, send: Callable[[Any], object], target: Target, *, trusts_500: bool = False, is_other: bool = False
    ) -> tuple[Exchange, str]:
        """Let the SDK send a request until there is an answer that says something about it.

        Args:
            send: sends it, given the client.
            target: whom it is for; of this line's API.
            trusts_500: one 500 says all there is to know, as of the control request or of a recording.
            is_other: it is another endpoint's, whose answers have a shape of their own.

        Returns:
            The exchange, a 2xx or a refusal of this very request, and how the SDK failed with it, if it did.

        Raises:
            ProviderNotAsked: no request can be answered here.
            CannotAsk: this one was not, in the time and the tries that there are.
            NotSent: the SDK raised before anything was sent.
        """
        self.target = target
        waiting = Waiting(self._bounds())
        broke = 0
        while True:
            came, failure = self._sent(send)
            reading = self._read(came, is_other=is_other)
            if isinstance(came, Exchange) and (reading.kind == "verdict" or (trusts_500 and reading.kind == "broke")):
                self._has_answered, self._is_lost, self._failures = True, False, 0
                return came, failure
            if reading.kind == "stop" or (reading.kind == "elsewhere" and not self._has_answered):
                raise reading.error(self.endpoint)
            if reading.kind == "broke":
                broke += 1
                if isinstance(came, Exchange) and broke == _ENOUGH_500:
                    return self._broken(came), failure
            if reading.kind == "elsewhere" or self._is_nowhere(came, waiting) or not waiting.again(self._pause(came)):
                raise self._gave_up(came, reading, waiting)

    def close(self) -> None:
        """Let the connections go."""
        self._client.close()

    def _bounds(self) -> Patience:
        """Ask only once where the server has gone, or where asking again has not helped for some time."""
        tired = self._is_lost or self._failures >= _ROW_OF_FAILURES
        return msgspec.structs.replace(self._patience, tries=1) if tired else self._patience

    def _sent(self, send: Callable[[Any], object]) -> tuple[Came, str]:
        """Let the SDK send once; return what came, and how the SDK failed."""
        self._came.clear()
        failure = ""
        try:
            send(self._client)
        except SendableError:
            raise
        except Exception as error:  # noqa: BLE001 - an SDK raises anything, for what it cannot send and for any refusal
            failure = f"{type(error).__name__}: {error}"
        if not self._came:
            raise NotSent(failure or "it returned without sending a request")
        self.requests += len(self._came)
        self._is_there = self._is_there or isinstance(self._came[-1], Exchange)
        return self._came[-1], failure

    def _read(self, came: Came, *, is_other: bool) -> Reading:
        if isinstance(came, Lost):
            return Reading("again", came.why)
        return read_answer(came, self.target, self.endpoint, any_shape=is_other)

    def _pause(self, came: Came) -> float | None:
        return retry_after(came.headers, self._patience.now()) if isinstance(came, Exchange) else None

    def _is_nowhere(self, came: Came, waiting: Waiting) -> bool:
        """Tell whether a server that never said a word has been tried often enough."""
        return isinstance(came, Lost) and not self._is_there and waiting.tries >= _TRIES_AT_FIRST

    def _gave_up(self, came: Came, reading: Reading, waiting: Waiting) -> Exception:
        self._is_lost = isinstance(came, Lost)
        self._failures += 1
        times = f"asked {waiting.tries} times in {waiting.seconds:.0f} s" if waiting.tries > 1 else "asked once"
        if self._is_lost and not self._is_there:
            return ProviderNotAsked(
                f"{self.target.api_name} cannot be reached: {reading.why} ({times})",
                where=self.endpoint.host,
                hint="is the server running, and the address right?",
            )
        return CannotAsk(f"{reading.why} ({times})")

    def _broken(self, came: Exchange) -> Exchange:
        """Let a 500 that the same bytes always get stand, when the server answers something else well.

        Raises:
            CannotAsk: it does not.
        """
        try:
            control, _ = self.ask(self._control, self.target, trusts_500=True)
        except CannotAsk as error:
            raise CannotAsk(f"500 three times, and a control request was not answered: {error}") from error
        if not is_success(control):
            self._failures += 1
            raise CannotAsk(f"500 three times, and a control request got {control.status} as well")
        return came

    def _control(self, client: Any) -> object:
        """Send the simplest request that the API has."""
        body = wire.to_body(flat.entries([{"role": "user", "content": "Hi"}]), self.target)
        return self.api.create(client, body | self.api.SERVICE.least, {}, self.target.model)
