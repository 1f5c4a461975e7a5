"""Other people's normalizers in a whole run: contracts, targets, shapes, and what JSON cannot carry."""

import json
import sys
from pathlib import Path

import pytest

from sendable.model.case import Case, Exact, Expect
from sendable.tasks.asked_as import asked_as

EXACT = Exact(reason="seed", messages=[], dropped=1)
CASE = Case(
    id="flat-one",
    title="Kept",
    contract="flat",
    family="f",
    history={"messages": [{"role": "user", "content": "u"}]},
    expect=Expect(exact=(EXACT,), by_target={"gemini*": Expect(outcome="refused", exact=(EXACT,))}),
)
NAN = {
    "id": "flat-nan",
    "title": "Kept",
    "contract": "flat",
    "family": "f",
    "history": {"messages": [{"role": "user", "content": {"$value": "nan"}}]},
}
ITEMS = {
    "id": "send-thought",
    "title": "Kept",
    "contract": "send",
    "family": "f",
    "history": {"items": [{"type": "reasoning", "id": "rs_1", "summary": []}]},
}
# A send normalizer for messages, as most frameworks are: it makes Chat bodies by hand.
SENDER = """
def normalize(history, target, next):
    return {"body": {"model": target["model"], "messages": history["messages"] + next}}
normalize.contracts = ("send",)
normalize.accepts = ("messages",)
normalize.targets = ("openai-chat:*",)
"""


def test_a_case_of_a_known_contract_stays() -> None:
    """The very same."""
    assert asked_as(CASE, ("flat", "send")) is CASE


def test_a_flat_case_is_asked_of_a_sender() -> None:
    """Its exact outputs are messages and say nothing of a body, wherever they stand."""
    asked = asked_as(CASE, ("send",))
    assert asked is not None
    assert (asked.id, asked.contract, asked.history) == ("flat-one", "send", CASE.history)
    assert asked.expect == Expect(by_target={"gemini*": Expect(outcome="refused")})


@pytest.mark.parametrize("contracts", [("write",), ()])
def test_other_cases_are_not_asked(contracts) -> None:
    """A loop's recorder has no use for a history."""
    assert asked_as(CASE, contracts) is None


def _report(tmp_path) -> dict:
    return json.loads((tmp_path / "reports/latest/report.json").read_text())


def test_a_sender_is_held_to_the_whole_corpus(sendable, tmp_path) -> None:
    """Only for its targets; what messages cannot carry is not expressible and counts for nothing."""
    (tmp_path / "mine.py").write_text(SENDER)
    flat = {"id": "flat-one", "title": "Kept", "contract": "flat", "family": "f", "history": CASE.history}
    (tmp_path / "cases.json").write_text(json.dumps([flat, ITEMS]))
    done = sendable("run", "--normalizer", "python:mine:normalize", "--cases", "cases.json")
    assert done.returncode == 0, done.stdout
    results = _report(tmp_path)["results"]
    assert [(each["case"], each["target"], each["outcome"]["outcome"]) for each in results] == [
        ("flat-one", "openai-chat:gpt-5.4", "verdict"),
        ("send-thought", "openai-chat:gpt-5.4", "not-expressible"),
    ]


def test_what_json_cannot_carry_stays_in_the_process(sendable, tmp_path) -> None:
    """Another process is not asked; it is not expressible there."""
    (tmp_path / "cases.json").write_text(json.dumps([NAN]))
    (tmp_path / "mine.py").write_text(
        "import json, sys\nfor line in sys.stdin:\n    request = json.loads(line)\n"
        "    about = {'name': 'n', 'version': '1', 'language': 'python', 'contracts': ['flat'],\n"
        "             'accepts': ['messages'], 'targets': ['*']}\n"
        "    print(json.dumps(about if request['op'] == 'start' else 'asked'), flush=True)\n"
    )
    words = ("run", "--cases", "cases.json", "--target", "openai-chat:gpt-5.4")
    done = sendable(*words, "--normalizer", f"exec:{sys.executable} mine.py")
    assert done.returncode == 3
    (result,) = _report(tmp_path)["results"]
    assert result["outcome"] == {
        "outcome": "not-expressible",
        "why": "the history holds values that JSON cannot carry to another process",
    }


def test_an_exec_normalizer_runs_in_every_process_of_the_pool(sendable, tmp_path) -> None:
    """Two jobs find what one finds, and nothing is left running."""
    program = (
        "import json, os, sys\nopen(f'pid-{os.getpid()}', 'w').close()\nfor line in sys.stdin:\n"
        "    request = json.loads(line)\n    if request['op'] == 'stop':\n        break\n"
        "    about = {'name': 'n', 'version': '1', 'language': 'python', 'contracts': ['flat'],\n"
        "             'accepts': ['messages'], 'targets': ['openai-chat:*']}\n"
        "    answer = {'seq': request.get('seq'), 'messages': request.get('history', {}).get('messages')}\n"
        "    print(json.dumps(about if request['op'] == 'start' else answer), flush=True)\n"
    )
    (tmp_path / "mine.py").write_text(program)
    outcomes = []
    for jobs in ("1", "2"):
        words = ("--broken", "300", "--case", "*--*", "--jobs", jobs, "--target", "openai-chat:gpt-5.4")
        done = sendable("run", "--normalizer", f"exec:{sys.executable} mine.py", *words)
        assert done.stderr == ""
        outcomes.append([(each["case"], each["wire_digest"]) for each in _report(tmp_path)["results"]])
    assert len(outcomes[0]) == 300
    assert outcomes[0] == outcomes[1]
    for file in tmp_path.glob("pid-*"):
        assert not _runs(int(file.name.removeprefix("pid-")))


def _runs(process: int) -> bool:
    state = Path(f"/proc/{process}/stat")
    try:
        return state.read_text("ascii").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
