"""``sendable record`` and ``measure`` touch nothing that is not theirs, pay nothing twice, and say what stopped them."""

import json
import os
import signal
import subprocess
import sys
import time
from hashlib import sha256
from pathlib import Path

import pytest
import yaml
from replay.fake_provider import FakeProvider, serving
from tasks.asked_bodies import MODEL, lines, recorded_at
from tasks.field_provider import FieldProvider
from tasks.field_provider import serving as serving_fields

import sendable
from sendable.replay.scrub import is_credential
from sendable.tasks.record_ledger import may_write

PACKAGE = Path(sendable.__path__[0])
ROOT = PACKAGE.parents[1]
PHASE = {"type": "message", "role": "assistant", "content": "Hi.", "phase": "commentary"}
USER = {"role": "user", "content": "Hi."}


@pytest.fixture(autouse=True)
def _keys(monkeypatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-none")


def the_packages_own() -> dict[str, str]:
    """Return a digest of every file of the package that holds evidence."""
    files = [*PACKAGE.glob("ledger/*.toml"), *PACKAGE.glob("recordings/*.z")]
    return {file.name: sha256(file.read_bytes()).hexdigest() for file in files}


@pytest.mark.parametrize("own", [[], ["--gateway"]], ids=["local", "gateway"])
def test_the_package_is_not_written_into(own: list[str], sendable, tmp_path) -> None:
    """A changed answer and a new field, recorded into a folder of one's own: told, and no file of the package changes."""
    before = the_packages_own()
    (tmp_path / "one.jsonl").write_text(json.dumps({"model": MODEL, "input": [USER, PHASE, USER]}))
    with serving_fields(FieldProvider(adds={"mood": "good"})) as provider:
        words = ["record", "one.jsonl", "--api", "openai-responses", "--base-url", provider.base_url, *own, "--yes"]
        first = sendable(*words, "--out", "mine")
        provider.unknown = {"phase"}
        again = sendable(*words, "--out", "mine", "--again")
        field = ["measure", "openai-responses:function_call.caller", "--model", MODEL]
        measured = sendable(*field, *words[4:], "--out", "mine")
    assert (first.returncode, again.returncode, measured.returncode) == (0, 1, 0)
    assert "CHANGED" in again.stdout
    for each in (first, again, measured):
        assert "ledger      no file of it changes" in each.stdout
        assert "written " not in each.stdout.replace("recording written", "")
    assert the_packages_own() == before


def test_a_local_server_is_no_evidence_in_ones_own_folder_either(sendable, tmp_path) -> None:
    """With --ledger, answers of nobody that is known make no row and no index; of a gateway's the files are planned."""
    (tmp_path / "one.jsonl").write_text(json.dumps({"model": MODEL, "input": [USER, PHASE, USER]}))
    with serving_fields(FieldProvider()) as provider:
        words = ["record", "one.jsonl", "--api", "openai-responses", "--base-url", provider.base_url, "--yes"]
        sendable(*words)
        sendable(*words, "--gateway")
        provider.unknown = {"phase"}
        local = sendable(*words, "--again", "--ledger", "own")
        left = (tmp_path / "own").exists()
        known = sendable(*words, "--again", "--ledger", "own", "--gateway")
    assert (local.returncode, left, known.returncode) == (1, False, 1)
    files = sorted(f"own/{file.name}" for file in (tmp_path / "own").iterdir())
    assert f"ledger      may change: {', '.join(reversed(files))}" in known.stdout


def test_where_the_package_is_written(tmp_path) -> None:
    """Only in its own checkout, and only for the recordings beside it; a folder of one's own always."""
    assert may_write(None, ROOT / "cassettes") is (ROOT / "pyproject.toml").is_file()
    assert not may_write(None, tmp_path / "cassettes")
    assert may_write(tmp_path / "own", tmp_path / "cassettes")


@pytest.mark.skipif(sys.platform == "win32", reason="sends a signal")
def test_two_at_once_pay_once(sendable, tmp_path) -> None:
    """The second ends with 3 and names the folder; a killed one holds nobody up, and leaves no lock after the next."""
    (tmp_path / "bodies.jsonl").write_text(lines(4))
    with serving(FakeProvider(slow=1.0)) as provider:
        words = recorded_at(provider.base_url)
        first = subprocess.Popen([sys.executable, "-m", "sendable", *words, "--jobs", "1"], cwd=tmp_path)
        until = time.monotonic() + 30
        while not provider.seen and time.monotonic() < until:
            time.sleep(0.05)
        second = sendable(*words)
        os.kill(first.pid, signal.SIGKILL)
        first.wait(timeout=30)
        asked = len(provider.seen)
        third = sendable(*words)
    assert (second.returncode, second.stdout, second.stderr) == (
        3,
        "",
        (
            "error: another sendable record or measure is writing into this folder (at cassettes)\n"
            "  hint: wait until it has ended, or choose another --out\n"
        ),
    )
    assert (asked < 4, third.returncode) == (True, 0)
    assert not list(tmp_path.rglob(".record.lock"))


@pytest.mark.parametrize(
    ("header", "credential"),
    [
        *((name, True) for name in ("Authorization", "x-api-key", "api-key", "x-goog-api-key", "Cookie", "api_key")),
        *((name, True) for name in ("proxy-authorization", "x-amz-security-token", "OpenAI-Organization")),
        *((name, False) for name in ("anthropic-beta", "anthropic-version", "content-type", "x-request-id")),
    ],
)
def test_headers_with_credentials(header: str, *, credential: bool) -> None:
    """Keys, tokens, cookies and accounts are told from what an answer depends on."""
    assert is_credential(header) is credential


def test_a_line_with_a_key_of_its_own(sendable, tmp_path) -> None:
    """Refused with file and line, and without the key, before anything is sent."""
    body = json.loads(lines(1))
    (tmp_path / "b.jsonl").write_text(json.dumps({"body": body, "headers": {"X-Api-Key": "sk-ant-0123456789abcdef"}}))
    done = sendable("record", "b.jsonl", "--api", "openai-chat", "--yes")
    assert (done.returncode, done.stdout, done.stderr) == (
        2,
        "",
        (
            "error: a line's header may not carry a credential: X-Api-Key (at b.jsonl, line 1, $.headers)\n"
            "  hint: leave it out: the key is read from the environment\n"
        ),
    )


@pytest.mark.parametrize(
    ("options", "what"),
    [
        ({"key": "sk-right-0123456789"}, "refused the key in OPENAI_API_KEY (401"),
        ({"page": "html"}, "an HTML page came back"),
    ],
)
def test_measure_names_what_stopped_it(options: dict, what: str, sendable) -> None:
    """A wrong key and a page of HTML are named beside the field and at the end, as record and run name them."""
    with serving(FakeProvider(**options)) as provider:
        words = ["--model", MODEL, "--base-url", provider.base_url, "--gateway", "--yes"]
        done = sendable("measure", "openai-responses:function_call.caller", *words)
    said = [line for line in done.stdout.splitlines() if what in line]
    assert (done.returncode, [line[:9] for line in said]) == (3, ["  said   ", "STOPPED  "])


def test_measure_names_the_budget(sendable) -> None:
    """A budget too small for the first request is the cause that is told."""
    with serving_fields(FieldProvider()) as provider:
        words = ["--model", MODEL, "--base-url", provider.base_url, "--gateway", "--yes", "--budget-usd", "0"]
        done = sendable("measure", "openai-responses:function_call.caller", *words)
    assert (done.returncode, done.stdout.count("the budget of $0 does not allow the next request")) == (3, 2)


@pytest.mark.parametrize("amount", ["nan", "-1", "inf", "-inf", "much"])
def test_a_budget_is_a_number(amount: str, sendable) -> None:
    """With anything else there would be no limit: exit code 2."""
    assert sendable("record", "--dry-run", "--case", "flat-result-orphan", "--budget-usd", amount).returncode == 2


@pytest.mark.parametrize("line", ["    parsed_body:\n      choices:", "    headers:\n      content-type:"])
def test_a_cassette_that_was_cut_off(line: str, sendable, tmp_path) -> None:
    """Record, run and agree all refuse it and name the file; listed as stale it is unreadable."""
    (source,) = [next(iter(sorted((ROOT / "cassettes/llamacpp/llamacpp-chat").glob("*.yaml"))))]
    place = Path("cassettes/llamacpp/llamacpp-chat") / source.name
    file = tmp_path / place
    file.parent.mkdir(parents=True)
    whole = source.read_text()
    response = whole.index("  response:\n")
    file.write_text(whole[: whole.index(line.split("\n", maxsplit=1)[0], response)] + line + "\n")
    request = json.dumps(yaml.safe_load(whole)["interactions"][0]["request"]["parsed_body"])
    (tmp_path / "one.jsonl").write_text(request)
    asked = sendable("record", "one.jsonl", "--api", "llamacpp-chat", "--base-url", "http://127.0.0.1:9", "--yes")
    agreed = sendable("agree", "cassettes")
    for each in (asked, agreed):
        assert (each.returncode, str(place) in each.stderr, "Traceback" in each.stderr) == (2, True, False)
        assert "cut off" in each.stderr


def test_no_such_folder_of_recordings(sendable, tmp_path) -> None:
    """A list of what is stale in a folder that is not there is no list: exit code 2."""
    done = sendable("record", "--list-stale", "--case", "flat-result-orphan", "--out", "nowhere")
    assert (done.returncode, done.stderr.splitlines()[0]) == (2, "error: no such folder of recordings (at nowhere)")
    assert list(tmp_path.iterdir()) == []


def test_help_says_what_stays_and_when_yes_is_needed(sendable) -> None:
    """Names and fine-tuned models stay in a skeleton; --yes is needed without a terminal."""
    told = " ".join(sendable("record", "--help").stdout.split())
    assert "names stay (of tools, fields, roles and call ids)" in told
    assert "ft:" in told
    assert "needed without a terminal" in told
    assert "needed without a terminal" in " ".join(sendable("measure", "--help").stdout.split())


def test_a_server_that_nobody_named_is_told(sendable, tmp_path) -> None:
    """The plan says where its answers go and which flag makes them count; a gateway's need no such line."""
    (tmp_path / "bodies.jsonl").write_text(lines(1))
    with serving(FakeProvider()) as provider:
        words = ["record", "bodies.jsonl", "--api", "openai-chat", "--base-url", provider.base_url, "--yes"]
        first, again, gateway = sendable(*words), sendable(*words), sendable(*words, "--gateway")
    line = (
        "filed       under local/openai-chat, for nobody named this server: not as recordings of openai-chat; "
        "say --gateway if it only passes on to the provider"
    )
    assert [each.stdout.splitlines().count(line) for each in (first, again, gateway)] == [1, 1, 0]


def test_what_another_normalizer_sent_is_answered_from_its_recordings(sendable) -> None:
    """Recorded with malformed contents and played back: every case has its verdict, none stops the run."""
    told = ["--normalizer", "python:sendable.normalizers.examples:identity", "--target", "openai-chat:gpt-5.4"]
    cases = ["--case", "flat-content-*"]
    with serving(FakeProvider()) as provider:
        sendable("record", *told, *cases, "--base-url", provider.base_url, "--gateway", "--out", "c", "--yes")
    played = sendable("run", *told, *cases, "--broken", "0", "--basis", "recorded", "--cassettes", "c", "--json")
    found = [each["outcome"] for each in json.loads(played.stdout)["results"]]
    assert (played.returncode in (0, 1), played.stderr.count("error:"), len(found) > 3) == (True, 0, True)
    assert {each["basis"] for each in found if each["outcome"] != "crashed"} == {"recorded"}
