"""Normalizers that break in every way they can: each costs its own case, and the run goes on."""

import json
import sys
import time
from pathlib import Path

import pytest
from cli_command import sendable  # noqa: F401 - a fixture

from sendable.model.errors import NormalizerDidNotStart
from sendable.model.outcome import Crashed
from sendable.normalizers import FlatAnswer, Given, Limits, connect

MINIATURES = Path(__file__).parent / "miniatures"
LIMITS = Limits(seconds=30, memory=300 * 1024**2, answer=4 * 1024**2)
QUICK = Limits(seconds=1.5)
LIAR = f"""import json, sys
sys.path.insert(0, {str(MINIATURES)!r})
from _serve import ABOUT
print(json.dumps(ABOUT | {{"contracts": ["all"]}}))
"""
SAYS = {
    "crash": "the process ended (exit code 1) before it answered",
    "hang": "no answer within 1.5 s",
    "flood": "MB to stdout without answering",
    "garbage": "said what is not JSON: 'debug: got here'",
    "twice": "answered more than once",
    "wrong_seq": "was asked",
    "liar": "the normalizer answered 'body', but the contract flat is answered with 'messages'",
    "memory": "MB of memory; the limit is 300 MB",
}


def _address(name: str) -> str:
    return f"exec:{sys.executable} {MINIATURES / name}.py"


def _given(text: str) -> Given:
    history = {"messages": [{"role": "user", "content": text}]}
    return Given("flat", {"api": "openai-chat", "model": "gpt-5.4"}, history, [])


def _fine(text: str) -> FlatAnswer:
    return FlatAnswer([{"role": "user", "content": text}], 0)


def test_there_are_eight() -> None:
    """One for every way to break that the issue names."""
    assert sorted(each.stem for each in MINIATURES.glob("[a-z]*.py")) == sorted(SAYS)


@pytest.mark.parametrize("name", SAYS)
def test_only_the_case_itself_crashes(name) -> None:
    """Asked twice, as every case is, it has crashed; the case before and the case after are answered."""
    normalizer = connect(_address(name), QUICK if name == "hang" else LIMITS)
    started = time.monotonic()
    assert normalizer.normalize(_given("before")) == _fine("before")
    answers = [normalizer.normalize(_given("boom")) for _ in range(2)]
    crashed = [each for each in answers if isinstance(each, Crashed)]
    assert crashed
    assert all(SAYS[name] in each.message for each in crashed)
    assert normalizer.normalize(_given("after")) == _fine("after")
    assert normalizer.close()
    assert time.monotonic() - started < 60


@pytest.mark.parametrize("name", SAYS)
def test_the_run_goes_on_and_exits_1(sendable, tmp_path, name) -> None:  # noqa: F811 - the fixture
    """The case in the middle ends as crashed with the reason; its neighbours have verdicts."""
    cases = [
        {
            "id": f"flat-{text}",
            "title": "Kept",
            "contract": "flat",
            "family": "none",
            "history": {"messages": [{"role": "user", "content": text}]},
        }
        for text in ("before", "boom", "after")
    ]
    (tmp_path / "cases.json").write_text(json.dumps(cases))
    limits = ("--timeout", "1.5" if name == "hang" else "30", "--memory", "300")
    words = ("--normalizer", _address(name), "--cases", "cases.json", "--target", "openai-chat:gpt-5.4", *limits)
    done = sendable("run", *words)
    assert done.returncode == 1
    report = json.loads((tmp_path / "reports/latest/report.json").read_text())
    outcomes = {each["case"]: each["outcome"] for each in report["results"]}
    assert [outcomes[f"flat-{each}"]["outcome"] for each in ("before", "boom", "after")] == [
        "verdict",
        "crashed",
        "verdict",
    ]
    assert SAYS[name].split("MB")[-1] in outcomes["flat-boom"]["message"]
    assert outcomes["flat-boom"]["message"] in done.stdout


def test_the_end_of_stderr_is_shown(sendable, tmp_path) -> None:  # noqa: F811 - the fixture
    """Whoever has to mend it sees the traceback."""
    answer = connect(_address("crash"), LIMITS).normalize(_given("boom"))
    assert answer.detail.endswith("KeyError: 'tool_calls'")
    assert answer.detail.startswith("I am the miniature\n")


def test_a_second_answer_that_comes_late_is_not_the_next_case_s_fault() -> None:
    """It is passed over when another history is asked, and held against its own when that is asked again."""
    normalizer = connect(_address("twice"), LIMITS)
    assert normalizer.normalize(_given("boom")) == _fine("boom")
    time.sleep(0.2)
    assert normalizer.normalize(_given("another")) == _fine("another")
    assert normalizer.normalize(_given("boom")) == _fine("boom")
    time.sleep(0.2)
    assert normalizer.normalize(_given("boom")) == Crashed("answered more than once", "I am the miniature")


@pytest.mark.parametrize(
    ("program", "says"),
    [
        ("print('hello')", "the answer to start is not JSON: 'hello'"),
        ("print('{}')", "the answer to start: Object missing required field `name`"),
        ("import sys; sys.exit('no key')", "the process ended (exit code 1) before it answered\n  stderr: no key"),
        ("import time; time.sleep(60)", "no answer within 1.5 s"),
        (
            LIAR,
            "the answer to start: Invalid enum value 'all' - at `$.contracts",
        ),
    ],
)
def test_what_does_not_start_says_why(tmp_path, program, says) -> None:
    """Exit code 3, with the end of its stderr."""
    (tmp_path / "program.py").write_text(program)
    with pytest.raises(NormalizerDidNotStart) as caught:
        connect(f"exec:{sys.executable} {tmp_path / 'program.py'}", QUICK)
    assert says in caught.value.what
    assert caught.value.exit_code == 3


def test_a_program_that_is_not_there_did_not_start() -> None:
    """It is no traceback."""
    with pytest.raises(NormalizerDidNotStart) as caught:
        connect("exec:/no/such/program --fast", LIMITS)
    assert caught.value.what == "cannot run '/no/such/program': No such file or directory"


def test_what_it_started_ends_with_it(tmp_path) -> None:
    """A process that the normalizer left behind is gone when its case has crashed."""
    (tmp_path / "parent.py").write_text(
        f"import subprocess, sys\nsys.path.insert(0, {str(MINIATURES)!r})\nfrom _serve import serve\n"
        "def misbehave(request):\n"
        "    child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        f"    open({str(tmp_path / 'pid')!r}, 'w').write(str(child.pid))\n"
        "    child.wait()\n"
        "serve(misbehave)\n"
    )
    answer = connect(f"exec:{sys.executable} {tmp_path / 'parent.py'}", QUICK).normalize(_given("boom"))
    assert answer == Crashed("no answer within 1.5 s", "I am the miniature")
    child = int((tmp_path / "pid").read_text())
    assert _ends(child)


def _ends(process: int) -> bool:
    """Whether a process is gone, or waits for its parent only, within five seconds."""
    state = Path(f"/proc/{process}/stat")
    for _ in range(100):
        if not state.exists() or state.read_text().rpartition(")")[2].split()[0] == "Z":
            return True
        time.sleep(0.05)
    return False
