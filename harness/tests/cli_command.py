"""The real command, run as a user runs it."""

import subprocess
import sys
from collections.abc import Callable

import pytest

Command = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def sendable(tmp_path) -> Command:
    """Run ``sendable`` in an empty folder; give back exit code, stdout and stderr."""

    def run(*words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "sendable", *words]
        return subprocess.run(
            command, input=stdin, capture_output=True, text=True, cwd=tmp_path, timeout=120, check=False
        )

    return run
