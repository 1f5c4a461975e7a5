"""The bounds of the frozen corpus in seconds and megabytes, through the official SDKs on two processors."""

import gzip
import re
import resource
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest

from sendable.corpus.recipe import has_recipes
from sendable.model.case import Case

CASES = Path(__file__).parents[3] / "cases" / "profiles" / "2026-12.jsonl.gz"
pytestmark = pytest.mark.speed


def test_smoke_takes_less_than_five_seconds(tmp_path) -> None:
    """The 500 cases, for three targets, from the start of the program to its end: the best of three."""
    assert min(_seconds(tmp_path, "--profile", "smoke") for _ in range(3)) < 5


def test_the_frozen_profile_takes_less_than_a_minute(tmp_path) -> None:
    """All but the recipes, whose histories are long on purpose, in at most 500 MB a process."""
    decode = msgspec.json.Decoder(Case).decode
    lines = gzip.decompress(CASES.read_bytes()).splitlines(keepends=True)
    (tmp_path / "cases.jsonl").write_bytes(b"".join(x for x in lines if not has_recipes(decode(x).history)))
    assert _seconds(tmp_path, "--cases", "cases.jsonl") < 60
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
