"""The printed command holds all that a failure hangs on: pasted, it fails again."""

import json
import shlex
from pathlib import Path

import pytest

from sendable.normalizers import Limits
from sendable.tasks.pool import Job
from sendable.tasks.reproduce import command_of

CHAT = "openai-chat:gpt-5.4"
MEGABYTE = 1024**2
TEMPLATE = Path(__file__).resolve().parents[3] / "docs" / "templates" / "normalizer.py"
# Takes its time over results, and is right about everything else.
SLOW = """
import time

def normalize(history, target, next):
    if any(each["role"] == "tool" for each in history["messages"]):
        time.sleep(0.6)
    kept = [each for each in history["messages"] if each["role"] != "tool"]
    return {"messages": kept, "dropped": len(history["messages"]) - len(kept)}
"""
ORPHAN = {
    "id": "orphan",
    "title": "Accepted once the orphan result is dropped",
    "contract": "flat",
    "family": "orphan-result",
    "history": {
        "messages": [
            {"role": "user", "content": "Is it mild in Paris?"},
            {"role": "tool", "content": "mild", "tool_call_id": "gone"},
            {"role": "assistant", "content": "Mild."},
        ]
    },
}


@pytest.mark.parametrize(
    ("job", "words"),
    [
        ({}, ""),
        ({"limits": Limits(seconds=2.0, memory=64 * MEGABYTE)}, " --timeout 2 --memory 64"),
        ({"limits": Limits(seconds=0.123456789)}, " --timeout 0.123456789"),
        ({"as_of": "2026-10-01"}, " --as-of 2026-10-01"),
        (
            {"basis": "live", "base_url": "http://127.0.0.1:1", "patience": 10.0},
            " --basis live --base-url http://127.0.0.1:1 --timeout 10",
        ),
        ({"basis": "recorded", "cassettes": Path("my tapes")}, " --basis recorded --cassettes 'my tapes'"),
    ],
)
def test_what_is_not_the_default_is_said(job, words) -> None:
    """And nothing else; a time that was given live is said even when it is the normalizer's default."""
    again = command_of(Job("reference", **job), CHAT, "--case", "a b")
    assert again == f"sendable run --normalizer reference --target {CHAT}{words} --case 'a b'"


@pytest.fixture
def slow(tmp_path) -> str:
    """The address of a normalizer that needs 0.6 s for a result; its case lies beside it."""
    (tmp_path / "mine.py").write_text(SLOW)
    (tmp_path / "orphan.json").write_text(json.dumps(ORPHAN))
    return "python:mine:normalize"


def _again(text: str) -> list[str]:
    (line,) = (each for each in text.splitlines() if each.startswith("  reproduce  "))
    return shlex.split(line)[1:]


def test_a_timeout_is_reproduced(sendable, slow) -> None:
    """The line of the shortest history says it: it fails again, and with the default it would pass."""
    words = ("run", "--normalizer", slow, "--target", CHAT, "--cases", "orphan.json")
    done = sendable(*words, "--timeout", "0.2", "--memory", "256", "--as-of", "2026-11-01")
    assert done.returncode == 1, done.stderr
    again = _again(done.stdout)
    file = "reports/latest/failures/openai-chat-accepted.json"
    asked = ["--as-of", "2026-11-01", "--timeout", "0.2", "--memory", "256"]
    assert again == ["sendable", *words[:5], *asked, "--cases", file, "--out", "reports/latest/again"]
    repeated = sendable(*again[1:])
    assert (repeated.returncode, "crashed: no answer within 0.2 s" in repeated.stdout) == (1, True)
    assert sendable(*words).returncode == 0


def test_every_result_says_the_limits_of_the_run(sendable, slow, tmp_path) -> None:
    """In the report also those that pass, with the case's name."""
    words = ("run", "--normalizer", slow, "--target", CHAT, "--cases", "orphan.json")
    assert sendable(*words, "--timeout", "20", "--memory", "256", "--as-of", "2026-11-01").returncode == 0
    (result,) = json.loads((tmp_path / "reports/latest/report.json").read_text())["results"]
    asked = "--as-of 2026-11-01 --timeout 20 --memory 256"
    rest = "--cases orphan.json --case orphan"
    assert result["reproduce"] == f"sendable run --normalizer {slow} --target {CHAT} {asked} {rest}"


def test_a_search_says_its_limits(sendable, tmp_path) -> None:
    """For what is new, and for what is known of an earlier search."""
    address = f"exec:python3 {TEMPLATE}"
    words = ("fuzz", "--normalizer", address, "--target", CHAT, "--jobs", "1", "--timeout", "8", "--memory", "512")
    for state, seconds in (("new", "2"), ("known", "0.1")):
        done = sendable(*words, "--out", "causes", "--seconds", seconds, "--json")
        cause = json.loads(done.stdout)["causes"][0]
        assert (done.returncode, cause["state"]) == (1, state)
        again = shlex.split(cause["result"]["reproduce"])
        where = ["--cases", cause["file"], "--out", "causes-again"]
        assert again == ["sendable", "run", *words[1:5], *words[7:], *where]
    assert sendable(*again[1:]).returncode == 1
