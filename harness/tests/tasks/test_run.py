"""``sendable run``: the main job, run as a user runs it."""

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from sendable.corpus.broken import RECORDED

IDENTITY = "python:sendable.normalizers.examples:identity"
CHAT = "openai-chat:gpt-5.4"
ORPHAN = {
    "id": "orphan",
    "title": "Accepted once the orphan result is dropped",
    "contract": "flat",
    "family": "orphan-result",
    "history": {
        "messages": [
            {"role": "user", "content": "What is the weather like in Paris?"},
            {"role": "tool", "content": "mild", "tool_call_id": "gone"},
            {"role": "assistant", "content": "Mild."},
            {"role": "user", "content": " "},
            {"role": "user", "content": ""},
        ]
    },
}
REFUSED = ORPHAN | {
    "id": "refused-anyway",
    "contract": "flat",
    "history": {"messages": []},
    "next": [{"role": "user", "content": 7}],
    "expect": {"outcome": "refused", "by_target": {"openai-responses*": {"outcome": "accepted"}}},
}


@pytest.fixture
def cases(tmp_path) -> Path:
    """A case file with one broken history."""
    file = tmp_path / "orphan.json"
    file.write_text(json.dumps(ORPHAN))
    return file


def _report(tmp_path: Path, out: str = "reports/latest") -> dict:
    return json.loads((tmp_path / out / "report.json").read_text())


def test_the_reference_passes(sendable, cases, tmp_path) -> None:
    """Exit code 0, the whole text, and the report in three formats."""
    done = sendable("run", "--target", CHAT, "--cases", str(cases))
    lines = done.stdout.splitlines()
    assert lines[:3] == [
        "family         openai-chat:gpt-5.4",
        "-------------  ---------------------",
        "orphan-result  1/1",
    ]
    assert lines[5] == "verdicts    0 live, 0 recorded, 1 modelled"
    assert (done.stderr, done.returncode) == ("", 0)
    report = _report(tmp_path)
    assert (report["schema"], report["complete"], report["by_basis"]) == (
        1,
        True,
        {"live": 0, "recorded": 0, "modelled": 1},
    )
    (result,) = report["results"]
    assert result["loss"] == [
        {"kind": "result", "path": "$.messages[1]", "allowed": True, "call_id": "gone"},
    ]
    assert all(len(result[digest]) == 64 for digest in ("case_digest", "input_digest", "output_digest", "wire_digest"))
    assert sorted(file.name for file in (tmp_path / "reports/latest").iterdir()) == [
        "failures",
        "junit.xml",
        "report.json",
        "report.md",
    ]
    assert ET.parse(tmp_path / "reports/latest/junit.xml").getroot()[0].get("failures") == "0"


def test_a_failure_says_everything_and_can_be_reproduced(sendable, cases, tmp_path) -> None:
    """The provider's words, the rule with its evidence, the shortest history; the printed command fails in its turn."""
    done = sendable("run", "--normalizer", IDENTITY, "--target", CHAT, "--cases", str(cases))
    assert done.returncode == 1
    assert (
        "  provider   400 Invalid parameter: messages with role 'tool' must be a response to a preceeding message with "
        "'tool_calls'.\n  rule       chat-tool-without-call  https://"
    ) in done.stdout
    assert (
        '  history    {"messages": [{"role": "tool", "content": "", "tool_call_id": "gone"}]}\n'
        '  output     [{"role": "tool", "content": "", "tool_call_id": "gone"}]\n'
        '  sent       {"model": "gpt-5.4", "messages": [{"role": "tool", "tool_call_id": "gone", "content": ""}, '
        '{"role": "user", "content": "Continue."}]}\n'
        f"  reproduce  sendable run --normalizer {IDENTITY} --target {CHAT} --cases "
        "reports/latest/failures/openai-chat-accepted-chat-tool-without-call.json --out reports/latest/again\n"
    ) in done.stdout
    (command,) = (line for line in done.stdout.splitlines() if line.startswith("  reproduce  "))
    again = sendable(*command.split()[2:])
    assert again.returncode == 1
    (result,) = _report(tmp_path, "reports/latest/again")["results"]
    assert result["outcome"]["rule"] == "chat-tool-without-call"


def test_a_failing_case_is_not_lost_to_the_run_that_reads_it(sendable, cases, tmp_path) -> None:
    """Also without the printed --out: what a run is given stays, what an earlier run left is taken away."""
    words = ("run", "--normalizer", IDENTITY, "--target", CHAT, "--cases")
    sendable(*words, str(cases))
    (failure,) = (tmp_path / "reports/latest/failures").iterdir()
    content = failure.read_bytes()
    (failure.parent / "of-an-earlier-run.json").write_text("{}")
    done = sendable("run", "--target", CHAT, "--cases", str(failure))
    assert (done.returncode, done.stderr) == (0, "")
    assert [file.name for file in failure.parent.iterdir()] == [failure.name]
    assert failure.read_bytes() == content


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["--target", "no-such-api:m"], 2, "the oracle has no API named 'no-such-api'"),
        (["--target", "openai-chat"], 2, "not a target: 'openai-chat'"),
        (["--target", "openai-chat@nobody:m"], 2, "no overlay 'nobody' of openai-chat"),
        (["--normalizer", "nonsense"], 2, "not an address of a normalizer: 'nonsense'"),
        (["--normalizer", "python:no_such_module:f"], 3, "cannot load python:no_such_module:f"),
        (["--case", "no-such-case"], 3, "no case was selected"),
        (["--contract", "send", "--cases", "orphan.json"], 3, "no case was selected"),
        (["--cases", "gone.json"], 2, "gone.json"),
        (["--cases", "broken.json"], 2, "broken.json"),
    ],
)
def test_what_cannot_be_run_says_so(sendable, cases, tmp_path, words, code, says) -> None:
    """Bad usage is 2; a run that judged nothing is 3, never 0; no traceback."""
    (tmp_path / "broken.json").write_text('{"id": "x"')
    done = sendable("run", "--broken", "1", *words)
    assert says in done.stderr
    assert "Traceback" not in done.stderr
    assert done.returncode == code


def test_an_expected_refusal_that_does_not_come_fails(sendable, tmp_path) -> None:
    """The expectation holds per target."""
    file = tmp_path / "refused.json"
    file.write_text(json.dumps(REFUSED))
    done = sendable("run", "--cases", str(file), "--target", CHAT)
    assert done.returncode == 0
    file.write_text(json.dumps(REFUSED | {"next": [{"role": "user", "content": "fine"}]}))
    done = sendable("run", "--cases", str(file), "--target", CHAT)
    assert done.returncode == 1
    assert "accepted, but a refusal by the provider was expected" in done.stdout


def test_a_crashing_normalizer_costs_its_own_cases_only(sendable, cases, tmp_path) -> None:
    """The case ends as crashed with the message; the run goes on and exits 1."""
    (tmp_path / "mine.py").write_text(
        "def normalize(history, target, next):\n"
        "    if target['api'] == 'openai-chat':\n"
        "        raise RuntimeError('boom')\n"
        "    return {'messages': [m for m in history['messages'] if m['role'] != 'tool'], 'dropped': 1}\n"
    )
    done = sendable("run", "--normalizer", "python:mine:normalize", "--cases", str(cases))
    assert done.returncode == 1
    outcomes = {each["target"]: each["outcome"]["outcome"] for each in _report(tmp_path)["results"]}
    assert outcomes == {
        CHAT: "crashed",
        "openai-responses:gpt-5.4": "verdict",
        "anthropic-messages:claude-opus-5-5": "verdict",
    }
    assert "crashed: RuntimeError: boom" in done.stdout


def test_jobs_do_not_change_the_result(sendable, tmp_path) -> None:
    """One process and two find the same, in the same order."""
    results = []
    for jobs in ("1", "2"):
        sendable("run", "--broken", "400", "--target", CHAT, "--jobs", jobs, "--out", jobs)
        report = _report(tmp_path, jobs)
        results.append([(each["case"], each["wire_digest"], each["checks"]) for each in report["results"]])
    assert len(results[0]) > 400
    assert results[0] == results[1]


def test_every_mutator_is_refused_somewhere(sendable, tmp_path) -> None:
    """The identity normalizer fails on every mutator, unless its table cites why every target takes the shape."""
    done = sendable("run", "--normalizer", IDENTITY, "--broken", "700", "--case", "*--*", "--out", "out")
    assert done.returncode == 1
    failed = {
        each["case"] for each in _report(tmp_path, "out")["results"] if not all(c["passed"] for c in each["checks"])
    }
    for mutator in RECORDED:
        single = [case for case in failed if f"--{mutator.name}-" in case and "+" not in case]
        assert single or all(standing.taken for standing in mutator.evidence), mutator.name


def test_json_prints_the_report(sendable, cases, tmp_path) -> None:
    """What is printed is what is written."""
    done = sendable("run", "--target", CHAT, "--cases", str(cases), "--json")
    assert json.loads(done.stdout) == _report(tmp_path)
