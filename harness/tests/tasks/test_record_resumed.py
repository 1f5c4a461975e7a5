"""``sendable record`` against a provider that has bad days, killed and resumed: right verdicts, no duplicates, no loss."""

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
from replay import fake_provider
from tasks.asked_bodies import lines, verdicts

from sendable.recordings import read

BODIES = 32
KILLS = 10
JOBS = 3


def _provider(folder: Path) -> subprocess.Popen[str]:
    words = [
        "--limit-every",
        "5",
        "--drop-every",
        "7",
        "--fail-every",
        "11",
        "--slow",
        "0.02",
        "--log",
        "answered.jsonl",
    ]
    command = [sys.executable, fake_provider.__file__, *words]
    return subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True)


def _record(folder: Path, base_url: str, *more: str) -> subprocess.Popen[str]:
    words = ["--api", "openai-chat", "--base-url", base_url, "--gateway", "--yes", "--jobs", str(JOBS), "--json"]
    command = [sys.executable, "-m", "sendable", "record", "bodies.jsonl", *words, "--ledger", "own", *more]
    env = os.environ | {"OPENAI_API_KEY": "none-needed"}
    return subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env)


def _killed_when_it_has_grown(folder: Path, base_url: str) -> None:
    """Let it record an answer more, then kill it as nothing can be caught."""
    before = len(_files(folder))
    child = _record(folder, base_url)
    deadline = time.monotonic() + 60
    while child.poll() is None and len(_files(folder)) < before + 1 and time.monotonic() < deadline:
        time.sleep(0.005)
    child.send_signal(signal.SIGKILL)
    child.communicate()


def _files(folder: Path) -> list[Path]:
    return sorted((folder / "cassettes").rglob("*.yaml"))


def test_killed_and_resumed_ten_times(tmp_path) -> None:
    """Each body is on file once, with the provider's verdict; only what was on its way is asked again."""
    (tmp_path / "bodies.jsonl").write_text(lines(BODIES))
    provider = _provider(tmp_path)
    try:
        base_url = provider.stdout.readline().strip()
        for _ in range(KILLS):
            _killed_when_it_has_grown(tmp_path, base_url)
        last = _record(tmp_path, base_url)
        out, err = last.communicate(timeout=120)
    finally:
        provider.kill()
        provider.communicate()
    assert (last.returncode, json.loads(out)["stopped"], json.loads(out)["not_asked"]) == (0, "", {}), err
    trips = [trip for file in _files(tmp_path) for trip in read(file)]
    assert Counter("accepted" if each.accepted else "refused" for each in trips) == verdicts(BODIES)
    assert [each.status for each in trips if each.status not in (200, 400)] == []
    assert list(tmp_path.rglob("*.part")) == []
    answered = Counter(json.loads(line)["body"] for line in (tmp_path / "answered.jsonl").read_text().splitlines())
    controls_and_lost = sum(answered.values()) - BODIES
    assert len(answered) >= BODIES
    assert controls_and_lost <= KILLS * JOBS * 2


def test_nothing_is_sent_twice(tmp_path) -> None:
    """A second run finds all on file and sends nothing."""
    (tmp_path / "bodies.jsonl").write_text(lines(8))
    with fake_provider.serving(fake_provider.FakeProvider()) as provider:
        first = _record(tmp_path, provider.base_url)
        first.communicate(timeout=60)
        asked = len(provider.seen)
        second = _record(tmp_path, provider.base_url)
        out, _ = second.communicate(timeout=60)
    plan = json.loads(out)["plan"]
    assert (first.returncode, second.returncode, asked, len(provider.seen)) == (0, 0, 8, 8)
    assert (plan["on_file"], plan["to_send"]) == (8, 0)


@pytest.mark.usefixtures("interruptible")
def test_interrupted_once_it_keeps_what_is_on_its_way(tmp_path) -> None:
    """Ctrl-C: what was sent is written, the rest is told and left, exit code 3."""
    (tmp_path / "bodies.jsonl").write_text(lines(40))
    with fake_provider.serving(fake_provider.FakeProvider(slow=0.1)) as provider:
        child = _record(tmp_path, provider.base_url)
        deadline = time.monotonic() + 60
        while len(_files(tmp_path)) < 2 and time.monotonic() < deadline:
            time.sleep(0.01)
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=60)
    said = json.loads(out)
    assert (child.returncode, said["stopped"], err.count("Traceback")) == (3, "interrupted", 0)
    answered = {each.content for each in provider.verdicts()}
    assert (said["files"], said["not_asked"]) == (len(_files(tmp_path)), {})
    assert said["files"] == len(answered)
    assert said["left"] == 40 - said["files"] > 0


@pytest.mark.usefixtures("interruptible")
def test_interrupted_twice_it_ends_at_once(tmp_path) -> None:
    """A server that hangs: the first Ctrl-C says what is waited for, the second ends with the whole account, exit 3."""
    (tmp_path / "bodies.jsonl").write_text(lines(5))
    with fake_provider.serving(fake_provider.FakeProvider(slow=8)) as provider:
        child = _record(tmp_path, provider.base_url, "--jobs", "2")
        time.sleep(3)
        child.send_signal(signal.SIGINT)
        told = child.stderr.readline()
        while told.startswith(("bodies", "on file", "to send", "dollars", "ledger")):
            told = child.stderr.readline()
        began = time.monotonic()
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=30)
        took = time.monotonic() - began
    said = json.loads(out)
    assert told == "interrupted: waiting for 2 answers on the way; a second Ctrl-C ends at once\n"
    assert (child.returncode, err, took < 4) == (3, "", True)
    assert said["stopped"] == "interrupted twice: 2 answers on the way not waited for"
    assert (said["left"], said["files"], said["requests"], said["dollars"] > 0) == (5, 0, 2, True)
    assert list(tmp_path.rglob("*.lock")) == []
