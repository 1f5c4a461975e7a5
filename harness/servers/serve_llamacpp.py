"""Start llama.cpp's own HTTP server from the wheel ``xllamacpp``, and end it again whatever happens.

Run ``python -m servers.serve_llamacpp MODEL.gguf`` in ``harness/`` to look at it by hand: it prints its address.
"""

import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any

NAME = "tiny-scripted"
PATIENCE = 60.0
_HARNESS = Path(__file__).resolve().parents[1]
_ADDRESS = "listening at "


class ServerDidNotStart(Exception):
    """The server ended or stayed silent; the message holds the last lines that it wrote."""


@contextmanager
def serving(model: Path) -> Iterator[str]:
    """Serve `model` in a child process on a free local port and yield the base URL, without a path.

    Raises:
        ServerDidNotStart: it was not healthy within `PATIENCE` seconds.
    """
    with TemporaryFile() as log:
        child = _start(model, log)
        try:
            yield _wait_until_healthy(child, log)
        finally:
            child.kill()  # the wheel keeps SIGTERM for itself
            child.wait()


def _start(model: Path, log: IO[bytes]) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "servers.serve_llamacpp", str(model)]
    return subprocess.Popen(command, cwd=_HARNESS, stdout=log, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)


def _wait_until_healthy(child: subprocess.Popen[bytes], log: IO[bytes]) -> str:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and child.poll() is None:
        address = _announced(log)
        if address and _healthy(address):
            return address
        time.sleep(0.05)
    raise ServerDidNotStart(f"llama.cpp's server did not become healthy; it wrote:\n{_written(log)[-2000:]}")


def _written(log: IO[bytes]) -> str:
    # pread leaves the offset alone that the child shares with us.
    return os.pread(log.fileno(), 1_000_000, 0).decode(errors="replace")


def _announced(log: IO[bytes]) -> str:
    lines = _written(log).splitlines(keepends=True)
    return next((line.partition(_ADDRESS)[2].strip() for line in lines if _ADDRESS in line and line.endswith("\n")), "")


def _healthy(address: str) -> bool:
    try:
        with urllib.request.urlopen(f"{address}/health", timeout=5) as answer:
            return bool(answer.status == HTTPStatus.OK)
    except (urllib.error.URLError, OSError):
        return False


def _serve(model: str) -> None:
    """Serve until the parent process is gone: no server outlives its recorder."""
    import xllamacpp  # type: ignore[import-untyped]  # noqa: PLC0415 - only the child needs the wheel, it has no types

    parent = os.getppid()
    server = xllamacpp.Server(_parameters(xllamacpp.CommonParams(), model))
    print(f"{_ADDRESS}{server.listening_address}", flush=True)
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(0)


def _parameters(parameters: Any, model: str) -> Any:
    parameters.model.path = model
    parameters.model_alias = {NAME}
    parameters.port = 0
    parameters.use_jinja = True
    parameters.n_ctx = 32_768
    parameters.n_parallel = 1
    parameters.n_predict = 64
    parameters.sampling.temp = 0
    parameters.cache_prompt = False  # so that no token count depends on what was asked before
    parameters.cpuparams.n_threads = 1
    parameters.cpuparams_batch.n_threads = 1
    return parameters


if __name__ == "__main__":
    _serve(sys.argv[1])
