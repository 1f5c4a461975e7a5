"""The six miniature normalizers: each fails the check for its fault, and no other."""

import re

import pytest

import sendable.normalizers.miniature as room
from sendable.corpus import case_files, load_cases
from sendable.model.case import Case
from sendable.model.outcome import Crashed
from sendable.model.target import parse_target
from sendable.normalizers import Limits, connect
from sendable.replay import Modelled
from sendable.tasks.evaluate import evaluate

ADDRESS = "python:sendable.normalizers.miniature.{}:normalize"
CHAT = parse_target("openai-chat:gpt-5.4")


def user(text):
    return {"role": "user", "content": text}


def asked(call_id):
    return {
        "role": "assistant",
        "content": "",
        "tool_calls": [{"tool_call_id": call_id, "name": "search", "arguments": "{}"}],
    }


def answer(call_id):
    return {"role": "tool", "content": f"result of {call_id}", "tool_call_id": call_id}


WHOLE = [user("What sold best?"), asked("a"), answer("a"), user("And worst?"), asked("b"), answer("b")]
OPEN = [*WHOLE, user("Go on."), asked("c")]
NAMES = ["perfect", "lossy", "reordering", "inventing", "crashing", "hanging"]
FAILS = {
    "perfect": ([], []),
    "lossy": (["nothing-lost"], ["nothing-lost"]),
    "reordering": (["order-kept"], ["order-kept"]),
    "inventing": (["nothing-lost"], ["nothing-lost"]),
    "crashing": ([], ["accepted"]),
    "hanging": ([], ["accepted"]),
}


def failed(name, messages):
    """The checks that fail, and the outcome."""
    case = Case(id="x", title="x", contract="flat", family="x", history={"messages": messages})
    normalizer = connect(ADDRESS.format(name), Limits(seconds=0.3))
    result = evaluate(case, CHAT, normalizer, Modelled())
    return [each.check for each in result.checks if not each.passed], result.outcome


@pytest.mark.parametrize("name", NAMES)
def test_each_fails_the_check_for_its_fault(name):
    """On a whole history and on one with an open call: exactly these checks fail."""
    assert (failed(name, WHOLE)[0], failed(name, OPEN)[0]) == FAILS[name]


def test_the_crash_and_the_time_out_are_told():
    """The one names what it raised, the other that there was no answer."""
    crashed, hung = failed("crashing", OPEN)[1], failed("hanging", OPEN)[1]
    assert isinstance(crashed, Crashed)
    assert (crashed.message, hung) == ("KeyError: 'c'", Crashed("no answer within 0.3 s"))


def test_the_table_is_theirs():
    """The room's docstring describes these six, by name and check."""
    rows = re.findall(r"^(\w+) +.+?  +(none|nothing-lost|order-kept|accepted)\b.*$", room.__doc__, re.MULTILINE)
    told = {name: [] if check == "none" else [check] for name, check in rows}
    assert told == {name: on_open for name, (_, on_open) in FAILS.items()}


@pytest.mark.parametrize(("call", "contract"), [("assemble", "send"), ("loop", "write")])
def test_the_perfect_one_answers_the_other_contracts(call, contract):
    """Every shipped case of the contract passes, as it does with the reference."""
    normalizer, asker = connect(f"python:sendable.normalizers.miniature.perfect:{call}"), Modelled()
    cases = [case for case in load_cases(case_files()) if case.contract == contract and not case.targets]
    results = [evaluate(case, CHAT, normalizer, asker) for case in cases]
    assert len(results) > 30
    assert [each.case for each in results if not each.passed or not each.checks] == []
