"""The search makes the same histories for a seed, tells causes apart, remembers them, and writes cases that run."""

import json
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
from sendable.tasks.fuzz.search import is_fair

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
