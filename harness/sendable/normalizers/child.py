"""A process under watch: lines in, lines out, bounded in time, memory and length."""

import os
import selectors
import shlex
import signal
import subprocess
import time
from contextlib import suppress
from typing import IO

from sendable.model.errors import BadUsage, NormalizerDidNotStart
from sendable.normalizers.limits import Limits
from sendable.normalizers.link import LinkBroken, tail
from sendable.normalizers.memory import group_memory

_CHUNK = 1 << 16
_ERRORS_KEPT = 8192
_LOOK_EVERY = 0.1
_GOODBYE = 1.0


def split_command(command: str, scheme: str) -> list[str]:
    """Split the command of an address as a shell would; no shell runs it.

    Raises:
        BadUsage: there is none, its quotes do not match, or this system has no way to watch processes.
    """
    if os.name != "posix":
        raise BadUsage(
            f"{scheme}: needs a POSIX system", hint="start the normalizer yourself and write its http: address"
        )
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise BadUsage(f"not a command: {command!r}: {error}", hint=f"write {scheme}:COMMAND") from error
    if not words:
        raise BadUsage("an address without a command", hint=f"write {scheme}:COMMAND")
    return words


class Child:
    """One running process. Its group is its own, so that what it starts ends with it."""

    def __init__(self, words: list[str], limits: Limits) -> None:
        """Start it.

        Raises:
            NormalizerDidNotStart: there is no such program, or it may not be run.
        """
        try:
            self._process = subprocess.Popen(  # noqa: S603 - the command is the user's own, from the command line
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except OSError as error:
            raise NormalizerDidNotStart(
                f"cannot run {words[0]!r}: {error.strerror}", where=shlex.join(words)
            ) from error
        self._limits = limits
        self._unsent = bytearray()
        self._said = bytearray()
        self._errors = bytearray()
        self._ended = False
        self._writing = False
        self._looked = time.monotonic()
        self._selector = selectors.DefaultSelector()
        self._stdin, self._stdout, self._stderr = _pipes(self._process)
        self._selector.register(self._stdout, selectors.EVENT_READ)
        self._selector.register(self._stderr, selectors.EVENT_READ)

    def send(self, line: bytes) -> None:
        """Queue one line; it is written while an answer is waited for."""
        self._unsent += line + b"\n"
        self._write()

    def line(self, deadline: float) -> bytes:
        """Return the next line, without its end.

        Args:
            deadline: on the clock `time.monotonic`.

        Raises:
            LinkBroken: none came in time, it is too long, the process ended or holds too much memory.
        """
        scanned = 0
        while (end := self._said.find(b"\n", scanned)) < 0:
            scanned = len(self._said)
            if self._ended:
                raise LinkBroken(f"the process ended ({self._how_it_ended()}) before it answered")
            self._pump(deadline)
        found = bytes(self._said[:end])
        del self._said[: end + 1]
        return found

    def rest(self, deadline: float) -> bytes:
        """Close its stdin and return all that it still says until it ends.

        Raises:
            LinkBroken: as `line`, or it ended with another exit code than 0.
        """
        while self._unsent and not self._ended:
            self._pump(deadline)
        self._close_stdin()
        while not self._ended:
            self._pump(deadline)
        how = self._how_it_ended()
        if how != "exit code 0":
            raise LinkBroken(f"the process ended with {how}")
        return bytes(self._said)

    def waiting(self) -> bytes | None:
        """Return a further line that it has said already, None when there is none."""
        self._read_ready(0)
        end = self._said.find(b"\n")
        return bytes(self._said[:end]) if end >= 0 else None

    def has_ended(self) -> bool:
        """Whether it has ended, or will say nothing more."""
        return self._ended or self._process.poll() is not None

    def errors(self) -> str:
        """Return the end of its stderr."""
        self._read_ready(0)
        return tail(bytes(self._errors))

    def end(self, goodbye: bytes = b"") -> bool:
        """End it, politely when there is something to say goodbye with; what it started ends too.

        Returns:
            Whether it ended by itself.
        """
        with suppress(OSError):
            if goodbye and not self._ended and not self._unsent:
                os.write(self._stdin.fileno(), goodbye + b"\n")
        self._close_stdin()
        if goodbye:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(_GOODBYE)
        by_itself = self._process.poll() is not None
        with suppress(OSError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._selector.close()
        for pipe in (self._stdout, self._stderr):
            pipe.close()
        return by_itself

    def _pump(self, deadline: float) -> None:
        left = deadline - time.monotonic()
        if left <= 0:
            raise LinkBroken(f"no answer within {self._limits.seconds:g} s", final=True)
        self._write()
        self._read_ready(min(left, _LOOK_EVERY))
        if len(self._said) > self._limits.answer:
            raise LinkBroken(f"wrote {_megabytes(len(self._said))} to stdout without answering")
        self._look()

    def _look(self) -> None:
        """Look at the memory now and then: a quick answer is not held up by it."""
        if time.monotonic() - self._looked < _LOOK_EVERY:
            return
        self._looked = time.monotonic()
        held = group_memory(self._process.pid)
        if held > self._limits.memory:
            limit = _megabytes(self._limits.memory)
            raise LinkBroken(f"held {_megabytes(held)} of memory; the limit is {limit}", final=True)

    def _write(self) -> None:
        """Write what the pipe takes; the rest when the selector says that there is room."""
        try:
            while self._unsent:
                written = os.write(self._stdin.fileno(), memoryview(self._unsent)[:_CHUNK].tobytes())
                del self._unsent[:written]
        except BlockingIOError:
            if not self._writing:
                self._selector.register(self._stdin, selectors.EVENT_WRITE)
            self._writing = True
            return
        except (OSError, ValueError):
            # It closed its stdin; whether it answers all the same is seen when its stdout is read.
            self._unsent.clear()
        self._watch_no_writing()

    def _read_ready(self, seconds: float) -> None:
        for key, _ in self._selector.select(seconds):
            if key.fileobj is self._stdout:
                self._ended = not self._read(self._stdout, self._said) or self._ended
            elif key.fileobj is self._stderr:
                self._read(self._stderr, self._errors)
                del self._errors[:-_ERRORS_KEPT]

    def _read(self, pipe: IO[bytes], into: bytearray) -> bool:
        """Read what is there; whether the pipe is still open."""
        try:
            chunk = os.read(pipe.fileno(), _CHUNK)
        except BlockingIOError:
            return True
        if not chunk:
            self._selector.unregister(pipe)
        into += chunk
        return bool(chunk)

    def _how_it_ended(self) -> str:
        try:
            code = self._process.wait(_GOODBYE)
        except subprocess.TimeoutExpired:
            return "stdout closed"
        return f"exit code {code}" if code >= 0 else f"signal {-code}"

    def _close_stdin(self) -> None:
        self._watch_no_writing()
        with suppress(OSError):
            self._stdin.close()

    def _watch_no_writing(self) -> None:
        if self._writing:
            self._selector.unregister(self._stdin)
        self._writing = False


def _pipes(process: "subprocess.Popen[bytes]") -> tuple[IO[bytes], IO[bytes], IO[bytes]]:
    stdin, stdout, stderr = process.stdin, process.stdout, process.stderr
    assert stdin is not None, "a pipe was asked for"
    assert stdout is not None, "a pipe was asked for"
    assert stderr is not None, "a pipe was asked for"
    for pipe in (stdin, stdout, stderr):
        os.set_blocking(pipe.fileno(), False)
    return stdin, stdout, stderr


def _megabytes(count: int) -> str:
    return f"{count / 1024**2:.0f} MB"
