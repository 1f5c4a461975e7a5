"""How long and how often a provider is asked again before we say that it could not be asked."""

import math
import time
from collections.abc import Callable, Mapping
from email.utils import parsedate_to_datetime

import msgspec


class Patience(msgspec.Struct, frozen=True):
    """The bounds of asking again for one request.

    tries: how often at most. seconds: for all tries, pauses included. answer: for the connection, and for each piece of
    one answer. first, longest: seconds of the first pause, and of
    any; each is twice the one before, unless the provider names one. sleep, clock, now: the passing of time, seconds.
    """

    tries: int = 6
    seconds: float = 120.0
    answer: float = 120.0
    first: float = 0.5
    longest: float = 30.0
    sleep: Callable[[float], None] = time.sleep
    clock: Callable[[], float] = time.monotonic
    now: Callable[[], float] = time.time


class Waiting:
    """The tries of one request, counted."""

    def __init__(self, patience: Patience) -> None:
        self._patience = patience
        self._started = patience.clock()
        self.tries = 1

    @property
    def seconds(self) -> float:
        """How long it has been."""
        return self._patience.clock() - self._started

    def again(self, asked_for: float | None = None) -> bool:
        """Sleep before the next try; False when there shall be none.

        Args:
            asked_for: the pause that the provider named, in seconds. A longer one than is left ends it at once.
        """
        if self.tries >= self._patience.tries:
            return False
        pause = self._pause() if asked_for is None else asked_for
        if self.seconds + pause > self._patience.seconds:
            return False
        self._patience.sleep(pause)
        self.tries += 1
        return True

    def _pause(self) -> float:
        return min(self._patience.first * 2.0 ** (self.tries - 1), self._patience.longest)


def retry_after(headers: Mapping[str, str], now: float) -> float | None:
    """Read the pause that a provider asks for, in seconds; None when it names none that makes sense.

    Args:
        headers: of the answer, names in lower case: ``retry-after-ms``, or ``retry-after`` in seconds or as a date.
        now: seconds since 1970, for a date.
    """
    milliseconds = _number(headers.get("retry-after-ms", ""))
    if milliseconds is not None:
        return milliseconds / 1000
    said = headers.get("retry-after", "")
    seconds = _number(said)
    return seconds if seconds is not None else _until(said, now)


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) and number >= 0 else None


def _until(date: str, now: float) -> float | None:
    try:
        return max(0.0, parsedate_to_datetime(date).timestamp() - now)
    except ValueError:
        return None
