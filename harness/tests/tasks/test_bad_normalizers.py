"""Normalizers that misbehave in this process cost their own cases, and never make a run green."""

import json

import pytest

CHAT = "openai-chat:gpt-5.4"
CASES = [
    {
        "id": name,
        "title": "Accepted as it is",
        "contract": "flat",
        "family": "nothing-to-do",
        "history": {"messages": [{"role": "user", "content": name}]},
    }
    for name in ("good", "bad")
]
GOOD = "    if history['messages'][0]['content'] == 'good':\n        return {'messages': history['messages'], 'dropped': 0}\n"
BAD = {
    "exits": ("raise SystemExit(0)", "crashed: SystemExit: 0"),
    "base exception": ("raise type('Odd', (BaseException,), {})('x')", "crashed: "),
    "hangs": ("import time; time.sleep(60)", "crashed: no answer within 0.5 s"),
    "hangs and swallows": (
        "import time\n    try:\n        time.sleep(60)\n    except Exception:\n        pass",
        "crashed: no answer within 0.5 s",
    ),
    "lone surrogate in the error": ("raise ValueError('\\ud800')", "crashed: ValueError: \\ud800"),
    "error that cannot be told": (
        "raise type('Mute', (Exception,), {'__str__': lambda self: 1 / 0})()",
        "crashed: ",
    ),
    "nested too deeply": (
        (
            "content = []\n    for _ in range(100_000):\n        content = [content]\n"
            "    return {'messages': [{'role': 'user', 'content': content}]}"
        ),
        "crashed: ",
    ),
    "a number too long": (
        "return {'messages': [{'role': 'user', 'content': 10 ** 5000}]}",
        "crashed: ",
    ),
}


@pytest.fixture
def run(sendable, tmp_path):
    """Run a normalizer that answers the good case and does something else with the bad one."""
    (tmp_path / "cases.json").write_text(json.dumps(CASES))

    def run(bad: str, *words: str):
        (tmp_path / "mine.py").write_text(f"def normalize(history, target, next):\n{GOOD}    {bad}\n")
        command = ("run", "--normalizer", "python:mine:normalize", "--target", CHAT, "--cases", "cases.json")
        return sendable(*command, "--timeout", "0.5", *words)

    return run


@pytest.mark.parametrize(("bad", "says"), BAD.values(), ids=BAD)
def test_a_bad_answer_costs_its_own_case(run, bad, says) -> None:
    """The case fails with what happened, the other passes, the report is there, the exit code is 1."""
    done = run(bad)
    assert f"  outcome    {says}" in done.stdout
    assert "result      1 passed, 1 failed" in done.stdout
    assert (done.stderr, done.returncode) == ("", 1)


def test_a_normalizer_that_ends_the_process_fails_the_run(run) -> None:
    """``os._exit(0)`` is no green run."""
    done = run("import os; os._exit(0)")
    assert done.stderr.startswith("error: the normalizer ended the process that it was called in")
    assert (done.stdout, done.returncode) == ("", 1)


def test_what_it_prints_goes_to_stderr(run) -> None:
    """``--json`` stays JSON."""
    done = run("print('noise'); return {'messages': history['messages']}", "--json")
    assert json.loads(done.stdout)["complete"]
    assert "noise" in done.stderr


def test_refusing_everything_is_incomplete(sendable, tmp_path) -> None:
    """Nothing was judged: 3, and the table says so."""
    (tmp_path / "cases.json").write_text(json.dumps(CASES))
    (tmp_path / "mine.py").write_text("def normalize(*_):\n    return {'refused': {'type': 'No', 'message': 'no'}}\n")
    done = sendable("run", "--normalizer", "python:mine:normalize", "--target", CHAT, "--cases", "cases.json")
    assert "nothing-to-do  0/0 (2 not judged)" in done.stdout
    assert "result      0 passed, 0 failed, 2 not judged" in done.stdout
    assert done.returncode == 3


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--broken", "-5"], "Invalid value for '--broken'"),
        (["--out", "/dev/null/x"], "error: cannot write the report: "),
        (["--cases", "typo.json"], "error: a case names a target of no known API: 'opnai:*' (at case good)"),
    ],
)
def test_bad_usage_is_told_before_the_run(sendable, tmp_path, words, says) -> None:
    """Exit code 2."""
    (tmp_path / "typo.json").write_text(json.dumps([CASES[0] | {"targets": ["opnai:*"]}]))
    done = sendable("run", *words)
    assert says in done.stderr
    assert done.returncode == 2


def test_one_target_twice_is_one(run, tmp_path) -> None:
    """It is not counted twice."""
    run("return {'messages': history['messages']}", "--target", CHAT)
    assert len(json.loads((tmp_path / "reports/latest/report.json").read_text())["results"]) == 2
