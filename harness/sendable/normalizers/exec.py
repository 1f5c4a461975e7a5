"""``exec:COMMAND``: a process of its own, asked line by line, and started again when it breaks."""

import time
from multiprocessing.util import Finalize

from sendable.normalizers.child import Child, split_command
from sendable.normalizers.limits import Limits
from sendable.normalizers.link import LinkBroken
from sendable.normalizers.protocol import start_line, stop_line
from sendable.normalizers.remote import RemoteNormalizer, connect_remote, seq_of

# A program that says ever more without answering is stopped, even if every line of it is short.
_STALE_LINES = 1000
_STARTS_TRIED = 3


def connect_exec(rest: str, limits: Limits) -> RemoteNormalizer:
    """Start the command and ask who it is.

    Raises:
        BadUsage: there is no command. NormalizerDidNotStart: it does not run, or does not answer ``start``.
    """
    return connect_remote(f"exec:{rest}", ExecLink(split_command(rest, "exec"), limits))


class ExecLink:
    """The line protocol over stdin and stdout."""

    def __init__(self, words: list[str], limits: Limits) -> None:
        self._words = words
        self._limits = limits
        self._child: Child | None = None
        self._finalize: Finalize | None = None
        self._before: tuple[int | None, bytes] = (None, b"")
        self._failed_starts = 0

    @property
    def fresh(self) -> bool:
        """Whether the next exchange starts a process."""
        return self._child is None or self._child.has_ended()

    def exchange(self, line: bytes) -> bytes:
        """Send one line and return the line that answers it; start the process when it is not running."""
        is_start = line == start_line()
        child = self._running(greet=not is_start)
        seq, payload = seq_of(line), _payload(line)
        try:
            child.send(line)
            answer = self._answer(child, seq, payload)
        except LinkBroken as broken:
            raise self.discard(broken.message, final=broken.final) from broken
        self._before = (seq, payload)
        return answer

    def discard(self, message: str, *, final: bool = False) -> LinkBroken:
        """End the process at once."""
        errors = self._child.errors() if self._child else ""
        self._end()
        return LinkBroken(message, errors, final=final)

    def close(self) -> bool:
        """Send ``stop`` and give the process a moment; return whether it used it."""
        return self._end(stop_line())

    def _running(self, *, greet: bool) -> Child:
        if self._child is not None and not self._child.has_ended():
            return self._child
        self._end()
        if self._failed_starts >= _STARTS_TRIED:
            raise LinkBroken(f"it did not start again {_STARTS_TRIED} times in a row")
        self._child = child = Child(self._words, self._limits)
        # Pool workers end without the usual exit handlers; these they do run.
        self._finalize = Finalize(self, child.end, exitpriority=10)
        self._before = (None, b"")
        if greet:
            self._greet(child)
        return child

    def _greet(self, child: Child) -> None:
        """Say ``start`` to a process that was started again; who it is is known."""
        try:
            child.send(start_line())
            child.line(time.monotonic() + self._limits.seconds)
        except LinkBroken as broken:
            self._failed_starts += 1
            raise self.discard(f"it did not start again: {broken.message}") from broken
        self._failed_starts = 0

    def _answer(self, child: Child, seq: int | None, payload: bytes) -> bytes:
        deadline = time.monotonic() + self._limits.seconds
        for _ in range(_STALE_LINES):
            answer = child.line(deadline)
            if not self._is_stale(answer, seq, payload):
                break
        else:
            raise LinkBroken(f"said {_STALE_LINES} lines without answering")
        if seq_of(answer) == seq and child.waiting() is not None:
            raise LinkBroken("answered more than once", final=True)
        return answer

    def _is_stale(self, answer: bytes, seq: int | None, payload: bytes) -> bool:
        """Whether a line answers the request before a second time: no fault of this case, unless it is the same one."""
        before, asked = self._before
        if seq is None or before is None or seq_of(answer) != before:
            return False
        if asked == payload:
            raise LinkBroken("answered more than once", final=True)
        return True

    def _end(self, goodbye: bytes = b"") -> bool:
        child, self._child = self._child, None
        if self._finalize:
            self._finalize.cancel()
        return child.end(goodbye) if child else True


def _payload(line: bytes) -> bytes:
    """Return a request without its seq, to know the same request again."""
    head, _, rest = line.partition(b'"seq":')
    return head + rest.partition(b",")[2]
