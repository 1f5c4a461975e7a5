"""``sendable run`` live and from recordings: the real command against an honest little server."""

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
import yaml
from replay.fake_provider import FakeProvider, serving

from sendable.model.target import parse_target
from sendable.replay import cassettes
from sendable.replay.outgoing import Outbox

TINY = parse_target("llamacpp-chat:tiny")
IDENTITY = "python:sendable.normalizers.examples:identity"
KEY = "sk-secret-0123456789abcdef"
TARGETS = ("openai-chat:gpt-5.4", "openai-responses:gpt-5.4", "anthropic-messages:claude-opus-4-8")
CALL = {"tool_call_id": "call_1", "name": "look", "arguments": "{}"}
CASES = [
    {
        "id": "open-call",
        "title": "Accepted once the open call has a result",
        "contract": "flat",
        "family": "unanswered-call",
        "history": {
            "messages": [
                {"role": "user", "content": "How far?"},
                {"role": "assistant", "content": "", "tool_calls": [CALL]},
            ]
        },
    },
    {
        "id": "good",
        "title": "Accepted as it is",
        "contract": "flat",
        "family": "nothing-to-do",
        "history": {"messages": [{"role": "user", "content": "How far?"}]},
    },
]


@pytest.fixture
def run(tmp_path):
    """Run the command on two cases in an empty folder; give back exit code, stdout and stderr."""
    (tmp_path / "cases").mkdir()
    for case in CASES:
        (tmp_path / "cases" / f"{case['id']}.json").write_text(json.dumps(case))

    def running(*words: str, **env: str) -> subprocess.CompletedProcess[str]:
        kept = {key: value for key, value in os.environ.items() if not key.endswith(("_API_KEY", "_BASE_URL"))}
        command = [sys.executable, "-m", "sendable", "run", "--cases", "cases", *words]
        return subprocess.run(
            command, capture_output=True, text=True, cwd=tmp_path, timeout=120, check=False, env=kept | env
        )

    return running


def _live(provider: FakeProvider, *targets: str) -> list[str]:
    words = [word for target in targets for word in ("--target", target)]
    return ["--basis", "live", "--base-url", provider.base_url, *words]


def _table(done: subprocess.CompletedProcess[str]) -> list[str]:
    return [line.rstrip() for line in done.stdout.splitlines() if line and not line.startswith(("histories", "---"))]


def test_a_live_run_says_that_it_was_live(run, tmp_path):
    """Every verdict is the server's, through rate limits, lost connections and passing errors; exit 0."""
    with serving(FakeProvider(limit_every=5, drop_every=7, fail_every=4)) as provider:
        done = run(*_live(provider, *TARGETS))
    assert (done.stderr, done.returncode) == ("", 0)
    assert _table(done) == [
        "family           anthropic-messages:claude-opus-4-8    openai-chat:gpt-5.4    openai-responses:gpt-5.4",
        "nothing-to-do    1/1                                   1/1                    1/1",
        "unanswered-call  1/1                                   1/1                    1/1",
        "normalizer  reference 0.1.0",
        "verdicts    6 live, 0 recorded, 0 modelled",
        "on the way  1 blank-text-left-out (by the duties of the send side, not by the normalizer)",
        "result      6 passed, 0 failed",
        "reports     reports/latest/report.json, reports/latest/report.md, reports/latest/junit.xml",
    ]
    report = json.loads((tmp_path / "reports/latest/report.json").read_text())
    assert report["by_basis"] == {"live": 6, "recorded": 0, "modelled": 0}
    assert {each["outcome"]["basis"] for each in report["results"]} == {"live"}


def test_a_live_failure_is_told_in_the_providers_words(run, tmp_path):
    """Exit 1, the words quoted, a command that asks live again, and no request spent on shortening."""
    with serving(FakeProvider()) as provider:
        done = run("--normalizer", IDENTITY, *_live(provider, TARGETS[0]))
    assert done.returncode == 1
    told = done.stdout.splitlines()
    assert "  provider   400 No tool output found for the call call_1." in told
    again = next(line for line in told if line.startswith("  reproduce  "))
    assert f"--target openai-chat:gpt-5.4 --basis live --base-url {provider.base_url} --cases cases" in again
    assert len(provider.seen) == 2
    assert not list(tmp_path.glob("reports/latest/failures/*"))


ERRORS = [
    ({"page": "html"}, "an HTML page came back (400), not an answer of openai-chat", "check --base-url: it must be the root of an API server"),
    ({"page": "text"}, "the answer (200) is not JSON: 'pong'", "check --base-url: it must be the root of an API server"),
    ({"page": "json"}, "the answer (200) is JSON, but not one of openai-chat", "check --base-url: it must be the root of an API server"),
    ({"page": "missing"}, "no openai-chat at this address: 404 for /v1/chat/completions", "check --base-url: it must be the root of an API server"),
    (
        {"page": "redirect"},
        "the server answered with a redirect (302) to http://elsewhere.invalid/v1: it is not followed, for the key would go there",
        "give the address that it points to, if you trust it, as --base-url",
    ),
    ({"key": KEY}, "openai-chat refused the key in OPENAI_API_KEY (401 invalid_api_key)", "set OPENAI_API_KEY to a key that is valid there and may use gpt-5.4"),
    ({"page": "quota"}, "the account at openai-chat has no credit or quota left (429)", "add credit at the provider, then run again"),
]  # fmt: skip


@pytest.mark.parametrize(("options", "what", "hint"), ERRORS, ids=[str(each[0]) for each in ERRORS])
def test_what_no_provider_answers_ends_the_run(options, what, hint, run):
    """Exit 3 after one request, with one clear message and no key in it."""
    with serving(FakeProvider(**options)) as provider:
        done = run(*_live(provider, TARGETS[0]), OPENAI_API_KEY="sk-wrong-9876543210")
    message = f"error: {what} (at {provider.base_url}/v1)\n  hint: {hint}\n"
    assert (done.stdout, done.stderr, done.returncode) == ("", message, 3)
    assert len(provider.seen) == 1


def test_an_unreachable_host_ends_the_run(run):
    """Exit 3, with what the connection said."""
    with serving(FakeProvider()) as provider:
        pass
    done = run(*_live(provider, TARGETS[0]))
    first, hint = done.stderr.splitlines()
    assert first.startswith("error: openai-chat cannot be reached: ConnectError: ")
    assert re.search(rf" \(asked 3 times in \d+ s\) \(at {provider.base_url}/v1\)$", first)
    assert (hint, done.stdout, done.returncode) == ("  hint: is the server running, and the address right?", "", 3)


def test_without_a_key_nobody_is_asked(run):
    """Exit 3 and the name of the variable."""
    done = run("--basis", "live", "--target", TARGETS[0])
    assert (done.stderr, done.returncode) == ("error: no key for openai-chat\n  hint: set OPENAI_API_KEY\n", 3)


def test_what_could_not_be_asked_makes_the_run_incomplete(run):
    """Exit 3, the verdicts there are, and why the others are not."""
    with serving(FakeProvider(page="html-ok", paged_after=1)) as provider:
        done = run(*_live(provider, TARGETS[0]))
    assert done.stderr == (
        "not asked   1 of 2 requests: an HTML page came back (200), not an answer of openai-chat (asked once)\n"
    )
    assert _table(done)[-4:] == [
        "verdicts    1 live, 0 recorded, 0 modelled",
        "unjudged    1 CouldNotAsk",
        "result      1 passed, 0 failed, 1 not judged",
        "reports     reports/latest/report.json, reports/latest/report.md, reports/latest/junit.xml",
    ]
    assert done.returncode == 3


def test_a_recorded_run_says_what_is_missing(run, tmp_path):
    """The verdict on file counts; the rest is not on file, with its price; strict makes that exit 3."""
    words = ("--basis", "recorded", "--cassettes", "cassettes", "--target", str(TINY))
    named = _record(tmp_path, [*CASES[1]["history"]["messages"], {"role": "user", "content": "Continue."}])
    done = run(*words)
    said, example = done.stderr.splitlines()
    assert said.startswith("not on file 1 of 2 requests; recording them costs 1 request, at most ")
    assert example.startswith(f"            no recording; the nearest ({named}#1) differs at $.messages[")
    assert (done.returncode, _table(done)[-4:]) == (
        0,
        [
            "verdicts    0 live, 1 recorded, 0 modelled",
            "unjudged    1 NotOnFile",
            "result      1 passed, 0 failed, 1 not judged",
            "reports     reports/latest/report.json, reports/latest/report.md, reports/latest/junit.xml",
        ],
    )
    assert done.stdout.count("s  1 not on file (--strict fails for them)") == 1
    assert "INCOMPLETE" not in done.stdout
    report = json.loads((tmp_path / "reports/latest/report.json").read_text())
    (judged,) = [each for each in report["results"] if each["outcome"]["outcome"] == "verdict"]
    assert report["by_basis"] == {"live": 0, "recorded": 1, "modelled": 0}
    assert (judged["case"], judged["recording"], judged["outcome"]["as_of"]) == ("good", f"{named}#1", "2026-11-02")
    assert run(*words, "--strict").returncode == 3
    assert run(*words, "--strict", "--case", "good").returncode == 0
    nothing = run(*words, "--case", "open-call")
    assert (nothing.returncode, "INCOMPLETE" in nothing.stdout) == (3, True), "nothing was judged"


def test_a_run_that_stops_leaves_no_older_report(run, tmp_path):
    """Nobody takes the report of an earlier run for that of one which could not ask."""
    with serving(FakeProvider()) as provider:
        done = run(*_live(provider, TARGETS[0]))
    reports = sorted(file.name for file in (tmp_path / "reports/latest").iterdir() if file.is_file())
    stopped = run("--basis", "live", "--target", TARGETS[0])
    left = [file.name for file in (tmp_path / "reports/latest").iterdir() if file.is_file()]
    assert (done.returncode, reports) == (0, ["junit.xml", "report.json", "report.md"])
    assert (stopped.returncode, left) == (3, [])


def test_a_server_that_hangs_ends_in_three_times_the_timeout(run):
    """--timeout is the live patience too: three tries of a second each, and not of two minutes."""
    with serving(FakeProvider(slow=20.0)) as provider:
        before = time.monotonic()
        done = run(*_live(provider, TARGETS[0]), "--timeout", "1", "--case", "good")
        passed = time.monotonic() - before
    assert (done.returncode, "cannot be reached" in done.stderr) == (3, True)
    assert passed < 12, "three seconds, and what it takes to start"


def test_a_cassette_that_was_cut_off_is_named(run, tmp_path):
    """A recording without the end of its answer is unreadable, and the message names its file."""
    named = _record(tmp_path, [*CASES[1]["history"]["messages"], {"role": "user", "content": "Continue."}])
    file = tmp_path / named
    whole = yaml.safe_dump(json.loads(file.read_text()), sort_keys=False)
    words = ("--basis", "recorded", "--cassettes", "cassettes", "--target", str(TINY), "--case", "good")
    for cut in (whole.rindex("body:"), whole.rindex("version:")):
        file.write_text(whole[: whole.rindex("\n", 0, cut) + 1])
        done = run(*words)
        assert (done.returncode, named in done.stderr, "cut off" in done.stderr) == (2, True, True)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--base-url", "http://h"], "--base-url is for asking live\n  hint: add --basis live"),
        (["--strict"], "--cassettes and --strict are for the recorded basis\n  hint: add --basis recorded"),
        (["--basis", "live", "--as-of", "2026-01-01"], "a live verdict is of today\n  hint: leave out --as-of"),
        (["--basis", "recorded", "--cassettes", "nowhere"], "no such folder of recordings (at nowhere)"),
        (["--basis", "live", "--base-url", "127.0.0.1:8080"], "not an address of a server\n  hint: write http://127.0.0.1:8080"),
        (["--basis", "live", "--base-url", "box:8080/v1"], "not an address of a server\n  hint: write http://box:8080/v1"),
        (["--basis", "live", "--base-url", "http://h/v1/chat/completions"], "this is the address of one call, not of a server (at http://h/v1/chat/completions)\n  hint: name the base, ending in /v1 or the host: http://h/v1"),
        (["--basis", "live", "--base-url", "https://h/v1/messages/"], "this is the address of one call, not of a server (at https://h/v1/messages)\n  hint: name the base, ending in /v1 or the host: https://h/v1"),
        (["--basis", "live", "--base-url", "nonsense"], "not an address of a server\n  hint: write --base-url http://127.0.0.1:8080"),
    ],
)  # fmt: skip
def test_words_that_do_not_go_together(words, says, run):
    """Exit 2 and what to write instead."""
    done = run(*words)
    assert (done.stderr, done.returncode) == (f"error: {says}\n", 2)


def _record(folder: Path, messages: list) -> str:
    """Put one recording on the shelf of the run's own folder; return how it is named."""
    body = {"model": TINY.model, "messages": messages}
    out = Outbox().out(body, TINY)
    named = Path("cassettes", cassettes.folder_of(TINY), cassettes.name_of(out.history, out.settings))
    request = {"method": "POST", "uri": "http://127.0.0.1:8080/v1/chat/completions", "headers": {}, "parsed_body": body}
    answer = {"status": {"code": 200, "message": "OK"}, "headers": {}, "parsed_body": {"choices": []}}
    interaction = {"recorded_at": "2026-11-02", "request": request, "response": answer}
    (folder / named).parent.mkdir(parents=True)
    (folder / named).write_text(json.dumps({"interactions": [interaction], "version": 1}))
    return named.as_posix()
