"""The bounds of the frozen corpus in seconds and megabytes, through the official SDKs on two processors."""

import re
import resource
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.speed


def test_smoke_takes_less_than_five_seconds(tmp_path) -> None:
    """The 500 cases, for three targets, from the start of the program to its end: the best of three."""
    assert min(_seconds(tmp_path, "--profile", "smoke") for _ in range(3)) < 5


def test_the_frozen_profile_takes_less_than_a_minute(tmp_path) -> None:
    """All but the very long histories, which are recipes, in at most 500 MB a process."""
    globs = [word for shape in ("messages", "items", "nodes") for word in ("--case", f"{shape}--[!v]*")]
    assert _seconds(tmp_path, "--profile", "2026-12", *globs) < 60
    # In kilobytes, of the largest process; of all that this test program started, so it is no less than of these.
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss < 500 * 1024


def _seconds(folder: Path, *words: str) -> float:
    started = time.monotonic()
    command = [sys.executable, "-m", "sendable", "run", *words, "--jobs", "2"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    passed = time.monotonic() - started
    assert (done.returncode, done.stderr[-200:] if done.returncode else "") == (0, "")
    assert re.search(r"\d+ passed, 0 failed", done.stdout)
    return passed
