"""Start llama.cpp's own HTTP server from the wheel ``xllamacpp``, and end it again whatever happens.

Run ``python -m servers.serve_llamacpp MODEL.gguf PORT`` in ``harness/`` to look at it by hand.
"""

import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from servers.process import Running, free_port, running

NAME = "tiny-scripted"
PATIENCE = 60.0
_HARNESS = Path(__file__).resolve().parents[1]


@contextmanager
def serving(model: Path) -> Iterator[Running]:
    """Serve `model` in a child process on a free local port.

    Raises:
        ServerDidNotStart: it was not healthy within `PATIENCE` seconds.
    """
    port = free_port()
    paths = os.pathsep.join([str(_HARNESS), *filter(None, [os.environ.get("PYTHONPATH")])])
    command = [sys.executable, "-m", "servers.serve_llamacpp", str(model), str(port)]
    with (
        TemporaryDirectory() as scratch,
        running(
            "llama.cpp", command, port, Path(scratch) / "log", env={"PYTHONPATH": paths}, patience=PATIENCE
        ) as server,
    ):
        yield server


def _serve(model: str, port: int) -> None:
    """Serve until the parent process is gone: no server outlives its recorder."""
    import xllamacpp  # type: ignore[import-untyped]  # noqa: PLC0415 - only the child needs the wheel, it has no types

    parent = os.getppid()
    server = xllamacpp.Server(_parameters(xllamacpp.CommonParams(), model, port))
    # The wheel keeps this signal for itself, and does not end.
    signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
    print(f"listening at {server.listening_address}", flush=True)
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(0)


def _parameters(parameters: Any, model: str, port: int) -> Any:
    parameters.model.path = model
    parameters.model_alias = {NAME}
    parameters.port = port
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
    _serve(sys.argv[1], int(sys.argv[2]))
