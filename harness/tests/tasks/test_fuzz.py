"""The search makes the same histories for a seed, tells causes apart, remembers them, and writes cases that run."""

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from sendable.corpus import load_cases
from sendable.model.case import Case, Expect
from sendable.model.errors import BadUsage, NothingJudged
from sendable.model.outcome import Crashed, Verdict
from sendable.model.report import CheckResult, Result
from sendable.model.target import parse_target
from sendable.replay import Modelled
from sendable.tasks.fuzz import Plan, exit_code, fuzz
from sendable.tasks.fuzz.histories import MOST_FAULTS, case_number
from sendable.tasks.fuzz.known import CauseKey, key_of, read_known, write_known
from sendable.tasks.fuzz.worker import is_fair

CHAT = "openai-chat:gpt-5.4"
SHAPES = ("messages", "items", "nodes")
IDENTITY = "python:sendable.normalizers.examples:identity"
TEMPLATE = Path(__file__).resolve().parents[3] / "docs" / "templates" / "normalizer.py"
QUIET = lambda _done, _all: None  # noqa: E731 - a progress that nobody sees


def result(outcome, detail="", target=CHAT):
    checks = (CheckResult("accepted", passed=not detail, detail=detail),)
    return Result(case="c", family="f", case_digest="", target=target, outcome=outcome, checks=checks)


def refused(rule):
    return result(Verdict(False, 400, "modelled", "gpt-5.4", "2026-11-30", rule=rule), "400")


def test_a_seed_makes_the_same_histories():
    """Number by number, in every process; another seed makes others."""
    first, again, other = ([case_number(seed, n, SHAPES) for n in range(30)] for seed in (5, 5, 6))
    assert first == again
    assert [each and each.history for each in first] != [each and each.history for each in other]


def test_histories_are_broken_once_to_three_times_in_every_shape():
    """Each case names its mutators; one in which none has a place is left out."""
    made = [case for n in range(150) if (case := case_number(0, n, SHAPES))]
    assert {key for case in made for key in case.history} >= set(SHAPES)
    assert {len(case.features) for case in made} == set(range(1, MOST_FAULTS + 1))
    assert Counter(case.contract for case in made).keys() == {"flat", "send"}
    assert all(case.expect.by_target == {} for case in made if len(case.features) > 1)


@pytest.mark.parametrize(
    ("failure", "key"),
    [
        (refused("chat-tool-without-call"), CauseKey("accepted", "chat-tool-without-call", CHAT)),
        (result(Crashed("KeyError: 'a'"), "KeyError"), None),
    ],
)
def test_causes(failure, key):
    """A refusal is known by its rule; a crash by its words, without what varies."""
    found = key_of(failure)
    if key is None:
        assert found == key_of(result(Crashed("KeyError: 'b'"), "KeyError"))
        assert found != key_of(result(Crashed("IndexError: list"), "IndexError"))
        return
    assert found == key


def test_what_passes_has_no_cause():
    """Nor has what was not judged."""
    assert key_of(result(Verdict(True, 200, "modelled", "gpt-5.4", "2026-11-30"))) is None


def test_a_cause_is_an_ordinary_case_that_tells_its_cause(tmp_path):
    """It is read back with its key; a case file of other people in the folder is none."""
    key = CauseKey("accepted", "chat-tool-without-call", CHAT)
    case = Case(id="fuzz--0-1", title="t", contract="flat", family="orphan-result", history={"messages": []})
    history = {"messages": [{"role": "tool", "content": "", "tool_call_id": "a"}]}
    file = write_known(key, case, history, tmp_path)
    (tmp_path / "mine.json").write_text(json.dumps([{**json.loads(file.read_text()), "id": "mine", "features": []}]))
    (known,) = read_known(tmp_path)
    assert (known.key, known.file, known.case.history) == (key, file, history)
    assert (known.case.targets, str(known.target)) == ((CHAT,), CHAT)


@pytest.fixture
def found(tmp_path):
    """What a short search finds of the identity; the causes are in the folder."""
    return fuzz(Plan(address=IDENTITY, targets=(CHAT,), seconds=2, out=tmp_path, jobs=1), QUIET)


def test_new_causes_are_distinct_short_and_written(found, tmp_path):
    """One file a cause, of a history that still fails so, for that target alone."""
    keys = [(each.check, each.sign, each.target) for each in found.causes]
    assert len(keys) == len(set(keys)) > 2
    assert {each.state for each in found.causes} == {"new"}
    assert exit_code(found) == 1
    cases = load_cases([tmp_path])
    assert {each.file for each in found.causes} == {str(file) for file in tmp_path.glob("*.json")}
    assert all(case.targets == (CHAT,) for case in cases)
    assert min(len(case.history.get("messages", "long")) for case in cases) <= 2


def test_causes_on_file_are_known_then_fixed(found, tmp_path):
    """They are run first; with a normalizer that repairs they are fixed, and nothing fails."""
    again = fuzz(Plan(address=IDENTITY, targets=(CHAT,), seconds=0.1, out=tmp_path, jobs=1), QUIET)
    states = {Path(each.file).name: each.state for each in again.causes}
    assert {states[Path(each.file).name] for each in found.causes} == {"known"}
    perfect = "python:sendable.normalizers.miniature.perfect:normalize"
    mended = fuzz(Plan(address=perfect, targets=(CHAT,), seconds=0.1, seed=1, out=tmp_path, jobs=1), QUIET)
    assert {each.state for each in mended.causes} == {"fixed"}
    assert exit_code(mended) == 0


def test_a_cause_that_fails_in_another_way_is_changed(found, tmp_path):
    """Its history crashes a normalizer that was refused before."""
    (tmp_path / "mine.py").write_text("def normalize(history, target, next):\n    raise KeyError('x')\n")
    wrong = "python:sendable.normalizers.miniature.crashing:normalize"
    states = {
        each.state for each in fuzz(Plan(address=wrong, targets=(CHAT,), seconds=0.1, out=tmp_path), QUIET).causes
    }
    assert "changed" in states


def test_what_the_reference_fails_too_is_passed_over():
    """Nobody is blamed for what perhaps cannot be mended, but the reference itself."""
    lost = {"messages": [{"role": "user", "content": "hi"}]}
    hard = Expect(outcome="refused", rule="chat-tool-without-call")
    case = Case(id="x", title="x", contract="flat", family="f", history=lost, expect=hard)
    target, asker = parse_target(CHAT), Modelled()
    assert [is_fair(case, target, address, asker) for address in (IDENTITY, "reference")] == [False, True]


def test_bad_words_are_told(tmp_path):
    """A target that nobody knows, and a normalizer that is held to neither flat nor send."""
    with pytest.raises(BadUsage, match="not a target that the oracle knows"):
        fuzz(Plan(targets=("nobody:x",), seconds=0.1, out=tmp_path), QUIET)
    loop = "python:sendable.normalizers.miniature.perfect:loop"
    with pytest.raises(NothingJudged, match="leave nothing to search"):
        fuzz(Plan(address=loop, seconds=0.1, out=tmp_path), QUIET)


def test_the_command_with_another_process(sendable, tmp_path):
    """exec: works as python: does; what is printed can be run again, and fails again."""
    address = f"exec:python3 {TEMPLATE}"
    words = ("--target", CHAT, "--seconds", "2", "--jobs", "1", "--out", "causes")
    done = sendable("fuzz", "--normalizer", address, *words)
    assert done.returncode == 1, done.stderr
    assert "NEW  accepted (chat-tool" in done.stdout
    file = min((tmp_path / "causes").glob("*.json"))
    again = sendable("run", "--normalizer", address, "--target", CHAT, "--cases", str(file), "--out", "again")
    assert again.returncode == 1, again.stdout


ORPHAN = CauseKey("accepted", "chat-tool-without-call", CHAT)
OUT_OF_REACH = {
    "messages": [
        {"role": "user", "content": "Look."},
        {"role": "tool", "content": {"$value": "set"}, "tool_call_id": "gone"},
    ]
}
SOON = ("--target", CHAT, "--seconds", "0.1", "--jobs", "1", "--out", "causes")


def on_file(folder, **more):
    """Write one cause as an earlier search would have."""
    case = Case(**{"id": "x", "title": "t", "contract": "flat", "family": "orphan-result", "history": {}} | more)
    return write_known(ORPHAN, case, OUT_OF_REACH, folder)


@pytest.mark.parametrize(
    ("program", "more", "why"),
    [
        ("", {}, "the history holds values that JSON cannot carry to another process"),
        ("", {"contract": "send"}, "the normalizer is not held to the contract send"),
        ("normalize.targets = ('openai-responses:*',)", {}, f"the normalizer is not for {CHAT}"),
    ],
)
def test_what_cannot_be_asked_is_not_called_fixed(sendable, tmp_path, program, more, why):
    """Not judged, with the reason; the file stays as it is."""
    file = on_file(tmp_path / "causes", **more)
    content = file.read_bytes()
    address = f"exec:python3 {TEMPLATE}"
    words = SOON
    if program:
        (tmp_path / "mine.py").write_text(f"from sendable.normalizers.miniature.perfect import normalize\n{program}\n")
        address, words = "python:mine:normalize", (*SOON, "--target", "openai-responses:gpt-5.4")
    lines = sendable("fuzz", "--normalizer", address, *words).stdout.splitlines()
    where = lines.index(f"NOT JUDGED  accepted (chat-tool-without-call)  {CHAT}")
    assert lines[where + 1 : where + 4] == [f"  outcome    {why}", f"  case       {file.relative_to(tmp_path)}", ""]
    assert lines[-1].endswith(" 0 known, 0 changed, 0 fixed, 1 not judged")
    assert file.read_bytes() == content


def test_what_is_declined_is_not_called_fixed(tmp_path, monkeypatch):
    """A refusal of the normalizer's own is no verdict; when nothing else was judged, that is told instead."""
    (tmp_path / "declines.py").write_text(
        "def normalize(history, target, next):\n    return {'refused': {'type': 'Broken', 'message': 'no call'}}\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    on_file(tmp_path)
    with pytest.raises(NothingJudged, match="no history was judged"):
        fuzz(Plan(address="python:declines:normalize", targets=(CHAT,), seconds=0.1, out=tmp_path, jobs=1), QUIET)


def test_a_cause_that_cannot_be_judged_hides_no_new_history_of_it(tmp_path):
    """What fails in the same way now is new, in a file beside the old one."""
    file = on_file(tmp_path, contract="send")
    found = fuzz(Plan(address=IDENTITY, targets=(CHAT,), seconds=2, out=tmp_path, jobs=1), QUIET)
    same = [each for each in found.causes if CauseKey(each.check, each.sign, each.target) == ORPHAN]
    assert [each.state for each in same] == ["unjudged", "new"]
    assert same[0].file == str(file) != same[1].file
    assert Path(same[1].file).name.startswith(f"{file.stem}-")
    assert load_cases([file])[0].history == OUT_OF_REACH


IDENTITY_SLOWLY = """
import time

def normalize(history, target, next):
    time.sleep(0.005)
    return {"messages": history["messages"]}
"""
STUCK = """
import json, os, sys, time
from pathlib import Path

ABOUT = {"name": "stuck", "version": "1", "language": "python", "contracts": ["flat"], "accepts": ["messages"]}
for line in sys.stdin:
    op = json.loads(line)["op"]
    if op == "stop":
        break
    if op != "start":
        Path(f"stuck-{os.getpid()}").touch()
        time.sleep(3600)
    print(json.dumps({**ABOUT, "targets": ["*"]}), flush=True)
"""


def searching(folder, address, jobs):
    """Start a long search in a group of processes of its own, as a terminal does."""
    words = ("--normalizer", address, "--target", CHAT, "--seconds", "100", "--jobs", str(jobs), "--out", "causes")
    command = [sys.executable, "-m", "sendable", "fuzz", *words, "--json"]
    return subprocess.Popen(
        command, cwd=folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    )


def wait_for(seen, seconds=60):
    """Wait until something is there; a test that waits in vain fails by what it asserts next."""
    deadline = time.monotonic() + seconds
    while not seen() and time.monotonic() < deadline:
        time.sleep(0.02)


def files(folder):
    return sorted(str(file.relative_to(folder)) for file in folder.glob("causes/*.json"))


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("hit", [os.kill, os.killpg])
def test_interrupted_once_it_tells_what_it_found(tmp_path, jobs, hit):
    """Ctrl-C, to all processes or to the command alone: each cause is on file and told, in seconds; exit code 3."""
    (tmp_path / "mine.py").write_text(IDENTITY_SLOWLY)
    child = searching(tmp_path, "python:mine:normalize", jobs)
    wait_for(lambda: len(files(tmp_path)) > 1)
    hit(child.pid, signal.SIGINT)
    out, err = child.communicate(timeout=40)
    report = json.loads(out)
    assert (child.returncode, err, report["stopped"]) == (3, "interrupted\n", "interrupted")
    assert {each["state"] for each in report["causes"]} == {"new"}
    assert sorted(each["file"] for each in report["causes"]) == files(tmp_path)
    assert len(report["causes"]) > 1 < report["by_basis"]["modelled"]
    assert min(len(case.history["messages"]) for case in load_cases([tmp_path / "causes"])) <= 4
    first = report["causes"][0]["result"]
    assert first["reproduce"].startswith("sendable run --normalizer python:mine:normalize")


@pytest.mark.usefixtures("interruptible")
def test_interrupted_twice_it_ends_at_once(tmp_path):
    """What was found is on file all the same, as it was found; another search knows it."""
    (tmp_path / "mine.py").write_text(IDENTITY_SLOWLY)
    child = searching(tmp_path, "python:mine:normalize", 2)
    wait_for(lambda: len(files(tmp_path)) > 2)
    os.killpg(child.pid, signal.SIGINT)
    time.sleep(0.5)
    os.killpg(child.pid, signal.SIGINT)
    out, err = child.communicate(timeout=20)
    assert (child.returncode, out, err.strip()) == (3, "", "interrupted")
    kept = {each.key for each in read_known(tmp_path / "causes")}
    assert len(kept) == len(files(tmp_path)) > 2


@pytest.mark.usefixtures("interruptible")
def test_an_interruption_does_not_wait_for_who_hangs(tmp_path):
    """A normalizer that never answers is ended, and with it every process of the search."""
    (tmp_path / "stuck.py").write_text(STUCK)
    child = searching(tmp_path, "exec:python3 stuck.py", 2)
    wait_for(lambda: len(list(tmp_path.glob("stuck-*"))) == 2)
    pressed = time.monotonic()
    os.kill(child.pid, signal.SIGINT)
    out, err = child.communicate(timeout=60)
    assert time.monotonic() - pressed < 9
    assert (child.returncode, err, json.loads(out)["causes"]) == (3, "interrupted\n", [])
    with pytest.raises(ProcessLookupError):
        os.killpg(child.pid, 0)
    for started in tmp_path.glob("stuck-*"):
        with pytest.raises(ProcessLookupError):
            os.kill(int(started.name.removeprefix("stuck-")), 0)
