"""Run a server in a child process until the work with it is done, and end it whatever happens."""

import os
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from http import HTTPStatus
from pathlib import Path
from typing import IO

_LAST = 1500
_PAUSE = 0.2
_GOODBYE = 10


class ServerDidNotStart(Exception):
    """The server ended or stayed silent; the message holds the last lines that it wrote."""


class Running:
    """A server that answers.

    base_url: without a path. name: for messages.
    """

    def __init__(self, name: str, base_url: str, child: subprocess.Popen[bytes], log: Path) -> None:
        """Hold the child, and the file that it writes to."""
        self.name = name
        self.base_url = base_url
        self._child = child
        self._log = log

    @property
    def fate(self) -> str:
        """What became of a server that has exited, with its last words; ``""`` while it runs."""
        code = self._child.poll()
        return "" if code is None else f"{self.name} exited with {code}; it wrote:\n{last_words(self._log)}"

    def wait(self, seconds: float) -> None:
        """Wait for a server that is about to exit."""
        with suppress(subprocess.TimeoutExpired):
            self._child.wait(seconds)


@contextmanager
def running(
    name: str,
    command: Sequence[str],
    port: int,
    log: Path,
    *,
    env: Mapping[str, str] | None = None,
    patience: float = 240,
    health: str = "/health",
) -> Iterator[Running]:
    """Start a server and yield it once its health endpoint answers with 200.

    Args:
        name: for messages.
        command: program and arguments.
        port: on which it will listen, on this machine.
        log: file for what it writes.
        env: variables to set beside those of this process.
        patience: how many seconds it may take.
        health: path of the endpoint.

    Raises:
        ServerDidNotStart: it ended, or was not healthy in time.
    """
    with log.open("wb") as stream:
        child = _start(command, stream, env or {})
        server = Running(name, f"http://127.0.0.1:{port}", child, log)
        try:
            _wait_until_healthy(server, patience, health)
            yield server
        finally:
            _end(child)


def free_port() -> int:
    """Return a port that nobody listens on now."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
    return port


def last_words(log: Path) -> str:
    """Return the end of what a server wrote."""
    return log.read_text("utf-8", errors="replace")[-_LAST:]


def _start(command: Sequence[str], stream: IO[bytes], env: Mapping[str, str]) -> subprocess.Popen[bytes]:
    # A session of its own: servers start processes, and all of them shall end.
    return subprocess.Popen(
        command,
        stdout=stream,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        env={**os.environ, **env},
        start_new_session=True,
    )


def _wait_until_healthy(server: Running, patience: float, health: str) -> None:
    deadline = time.monotonic() + patience
    while time.monotonic() < deadline:
        if server.fate:
            raise ServerDidNotStart(server.fate)
        if _healthy(f"{server.base_url}{health}"):
            return
        time.sleep(_PAUSE)
    raise ServerDidNotStart(f"{server.name} was not healthy within {patience:g} s")


def _healthy(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=5) as answer:
            return bool(answer.status == HTTPStatus.OK)
    except (urllib.error.URLError, OSError):
        return False


def _end(child: subprocess.Popen[bytes]) -> None:
    for how in (signal.SIGTERM, signal.SIGKILL):
        with suppress(ProcessLookupError):
            os.killpg(child.pid, how)
        with suppress(subprocess.TimeoutExpired):
            child.wait(_GOODBYE)
            return
