"""``sendable record``, run as a user runs it."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator

import pytest
from replay.fake_provider import FakeProvider, serving
from tasks.asked_bodies import lines, recorded_at

CHAT = "openai-chat:gpt-6.1-terra"


@pytest.fixture(autouse=True)
def _keys(monkeypatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-proj-planted-in-the-environment")


def steady(text: str) -> str:
    """Leave out what differs from run to run: seconds, and which shapes have which digests."""
    return re.sub(r"\d+\.\d+ s;", "N s;", re.sub(r"[0-9a-f]{32}-[0-9a-f]{32}", "DIGESTS", text))


def test_from_bodies_to_recordings(sendable, tmp_path) -> None:
    """The plan before the first request, then what was answered and what it cost; and then nothing is left to send."""
    (tmp_path / "bodies.jsonl").write_text(lines(4))
    with serving(FakeProvider()) as provider:
        words = ["record", "bodies.jsonl", "--api", "openai-chat", "--base-url", provider.base_url, "--gateway"]
        done = sendable(*words, "--yes", "--jobs", "1")
        again = sendable(*words, "--yes")
        asked = len(provider.seen)
    assert (done.returncode, done.stderr, steady(done.stdout)) == (
        0,
        "",
        """\
bodies      4, which are 4 different questions
on file     0 in the recordings, 0 in the index of digests
to send     4 requests, at most 740 tokens
dollars     at most $0.0008 (prices of 2026-11-30; retries that get lost come on top)
ledger      no file of it changes
answered    openai-chat:gpt-6.1-terra: 2 accepted, 2 refused
refused     bodies.jsonl, line 2, openai-chat:gpt-6.1-terra: 400 No tool output found for the call call_1.
refused     bodies.jsonl, line 4, openai-chat:gpt-6.1-terra: 400 No tool call found for the result call_1.
spent       at most $0.0000, 4 requests, N s; 4 recordings written
""",
    )
    assert (again.returncode, asked, again.stdout.splitlines()[1:3]) == (
        0,
        4,
        ["on file     4 in the recordings, 0 in the index of digests", "to send     0 requests, at most 0 tokens"],
    )
    assert "planted" not in "".join(file.read_text() for file in tmp_path.rglob("*.yaml"))


def test_nobody_said_yes(sendable, tmp_path) -> None:
    """In a pipe nothing that costs money is sent without --yes; --dry-run says what it would cost, and that is fine."""
    (tmp_path / "bodies.jsonl").write_text(lines(2))
    with serving(FakeProvider()) as provider:
        words = ["record", "bodies.jsonl", "--api", "openai-chat", "--base-url", provider.base_url, "--gateway"]
        refused, dry = sendable(*words), sendable(*words, "--dry-run", "--json")
    assert (refused.returncode, refused.stderr, provider.seen) == (
        2,
        "error: nothing was sent: this costs money\n  hint: without a terminal to ask on, say --yes, best with --budget-usd\n",
        [],
    )
    assert (dry.returncode, json.loads(dry.stdout)) == (
        0,
        {
            "wanted": 2,
            "questions": 2,
            "on_file": 0,
            "indexed": 0,
            "to_send": 2,
            "tokens": 307,
            "minted": 0,
            "unbounded": 0,
            "unsendable": 0,
        },
    )


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.parametrize(("answer", "code", "files"), [("y", 0, 4), ("n", 3, 0)])
def test_on_a_terminal(answer: str, code: int, files: int, tmp_path) -> None:
    """It asks before money is spent, and shows a bar with the rate and the money, on stderr alone."""
    (tmp_path / "bodies.jsonl").write_text(lines(4))
    ours, theirs = os.openpty()
    with serving(FakeProvider(slow=0.3)) as provider:
        words = ["record", "bodies.jsonl", "--api", "openai-chat", "--base-url", provider.base_url, "--gateway"]
        child = subprocess.Popen(
            [sys.executable, "-m", "sendable", *words, "--jobs", "1"],
            stdin=theirs,
            stdout=subprocess.PIPE,
            stderr=theirs,
            cwd=tmp_path,
            env=os.environ | {"TERM": "xterm", "COLUMNS": "120"},
        )
        os.close(theirs)
        os.write(ours, f"{answer}\n".encode())
        told = b"".join(_read_all(ours)).decode(errors="replace")
        stdout, _ = child.communicate(timeout=60)
    os.close(ours)
    assert (child.returncode, len(provider.seen), "Send them?" in told) == (code, files, True)
    assert ("/s  $0.0000" in told, "$0.0000" in stdout.decode()) == (files > 0, files > 0)
    assert "\x1b[" not in stdout.decode()


def _read_all(terminal: int) -> Iterator[bytes]:
    while True:
        try:
            yield os.read(terminal, 4096) or b""
        except OSError:  # how a terminal ends whose other side is closed
            return


def test_a_price_that_nobody_knows(sendable, tmp_path) -> None:
    """It is told; a budget cannot be kept without it, and can with one from the command line."""
    (tmp_path / "bodies.jsonl").write_text(lines(2))
    with serving(FakeProvider()) as provider:
        words = ["record", "bodies.jsonl", "--api", "openai-chat", "--base-url", provider.base_url]
        unknown = sendable(*words, "--yes", "--budget-usd", "1")
        given = sendable(*words, "--yes", "--budget-usd", "0.00011", "--price", "1/1", "--jobs", "1", "--json")
    assert (unknown.returncode, unknown.stderr) == (
        2,
        (
            "error: a budget cannot be kept: no price is known of openai-chat:gpt-6.1-terra\n  hint: give one with --price IN/OUT, "
            "or --gateway where it is the provider's own\n"
        ),
    )
    assert "dollars     UNKNOWN for openai-chat:gpt-6.1-terra: 2 requests" in unknown.stdout
    said = json.loads(given.stdout)
    assert (given.returncode, said["files"], said["left"]) == (3, 1, 1)
    assert said["stopped"] == "the budget of $0.00011 does not allow the next request"
    assert [file.parts[-3:-1] for file in (tmp_path / "cassettes").rglob("*.yaml")] == [("local", "openai-chat")]


def test_a_normalizer_s_outputs(sendable, tmp_path) -> None:
    """The bodies that it makes of the cases are sent; repeated ones once; and later runs list what is stale."""
    with serving(FakeProvider()) as provider:
        words = ["record", "--target", CHAT, "--base-url", provider.base_url, "--gateway"]
        done = sendable(*words, "--case", "flat-result-*", "--yes", "--json")
        fresh = sendable(*words, "--case", "flat-result-*", "--list-stale")
        fewer = sendable(*words, "--case", "flat-result-orphan", "--list-stale", "--max-age", "0", "--json")
    said = json.loads(done.stdout)
    files = len(list((tmp_path / "cassettes").rglob("*.yaml")))
    assert (done.returncode, said["files"], said["plan"]["questions"]) == (0, files, files)
    assert said["verdicts"] == {CHAT: {"accepted": files}}
    assert (fresh.returncode, fresh.stdout) == (0, f"0 of {files} recordings are stale\n")
    listed = json.loads(fewer.stdout)
    assert (fewer.returncode, {each["why"] for each in listed["stale"]}, len(listed["stale"])) == (
        1,
        {"not-produced"},
        files - 1,
    )


def test_a_key_is_missing_or_wrong(sendable, tmp_path, monkeypatch) -> None:
    """Told once, exit code 3, and nothing of the key is shown."""
    (tmp_path / "bodies.jsonl").write_text(lines(3))
    with serving(FakeProvider(key="another")) as provider:
        words = recorded_at(provider.base_url)
        wrong = sendable(*words, "--jobs", "1")
    monkeypatch.delenv("OPENAI_API_KEY")
    missing = sendable("record", "bodies.jsonl", "--api", "openai-chat", "--yes")
    for done in (wrong, missing):
        assert (done.returncode, "STOPPED" in done.stdout, "planted" in done.stdout + done.stderr) == (3, True, False)
        assert (
            done.stdout.splitlines()[-1] == "left        3 requests were not sent; the same command goes on from here"
        )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["bodies.jsonl", "--target", CHAT],
            "FILE holds whole bodies: leave --target, --profile",
        ),
        (["missing.jsonl", "--api", "openai-chat"], "cannot read: No such file or directory"),
        (["--target", "nothing"], "not a target: 'nothing'"),
        (["--target", "openai-chat:m", "--price", "cheap"], "not a price: 'cheap'"),
        (["--profile", "no-such-profile"], "no profile is named 'no-such-profile'"),
        (["--profile", "smoke", "--case", "x"], "--profile names the cases"),
        (["--case", "no-such-case"], "no case was selected"),
    ],
)
def test_bad_usage(sendable, words: list[str], said: str) -> None:
    """Each says what is wrong, without a traceback."""
    done = sendable("record", *words)
    assert (done.returncode in (2, 3), said in done.stderr, "Traceback" in done.stderr) == (True, True, False)


def test_help_has_an_example(sendable) -> None:
    """As every command's does."""
    assert "sendable record --target openai-responses:gpt-5.4" in sendable("record", "--help").stdout
