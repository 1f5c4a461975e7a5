"""Ctrl-C in a search: the first one asks it to come to an end and tell what it has, the second ends it at once."""

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

_GRACE: Final = 5.0


class Interruption:
    """Whether somebody asked to stop, and since when."""

    def __init__(self) -> None:
        self._since: float | None = None
        self._within = False

    @property
    def asked(self) -> bool:
        """Whether Ctrl-C was pressed."""
        return self._since is not None

    @property
    def over(self) -> bool:
        """Whether the time is over that making causes short may still take then."""
        return self._since is not None and time.monotonic() > self._since + _GRACE

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Answer Ctrl-C in this block, where there is such an answer: in the main thread, and not in the background."""
        previous = signal.getsignal(signal.SIGINT)
        if threading.current_thread() is not threading.main_thread() or previous in (None, signal.SIG_IGN):
            yield
            return
        signal.signal(signal.SIGINT, self._ring)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, previous)

    @contextmanager
    def ends(self) -> Iterator[None]:
        """Leave this block at the first Ctrl-C, wherever it stands; nothing is raised."""
        self._within = not self.asked
        try:
            yield
        except KeyboardInterrupt:
            if not self._within:
                raise
        finally:
            self._within = False

    def _ring(self, _signal: int, _frame: FrameType | None) -> None:
        if self._since is not None:
            self._within = False
            raise KeyboardInterrupt
        self._since = time.monotonic()
        if self._within:
            raise KeyboardInterrupt
