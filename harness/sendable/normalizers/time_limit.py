"""A limit for a call inside this process."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class OutOfTime(BaseException):
    """The call took too long. Not an `Exception`, so that the code under test cannot take it for one of its own."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise `OutOfTime` in the block once so many seconds are over.

    Works where the system has interval timers and in the main thread, as the workers of a run are; elsewhere there is
    no limit.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    previous = signal.signal(signal.SIGALRM, _ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)


def _ring(_signal: int, _frame: FrameType | None) -> None:
    raise OutOfTime
