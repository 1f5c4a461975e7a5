"""Any script: what the reference stores is what the judge, who reads scripts on his own, says must be stored."""

from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.write.sending import THREE, assert_sendable, call, said

from sendable.checks import Answered, Output, judge_answer
from sendable.checks.course import course
from sendable.model.case import Case
from sendable.model.outcome import Verdict
from sendable.model.script import read_script
from sendable.normalizers.bad_loop import next_round_loop
from sendable.reference.write.play import play

TOOLS = st.sampled_from(["search", "search", "read", "delete", "final_answer"])
ARGUMENTS = st.sampled_from(['{"q":1}', '{ "q": 1 }', '{"q":2}', "{}", "not json"])
CALLS = st.lists(st.tuples(TOOLS, ARGUMENTS), max_size=4)
SMALL = st.none() | st.integers(0, 3)


@st.composite
def scripts(draw):
    """A script whose every round has something new to say, and in which nothing hangs for ever."""
    numbers, words = count(1), count(1)
    rounds = [draw(rounds_of(numbers, words)) for _ in range(draw(st.integers(1, 4)))]
    caps = {"calls": draw(SMALL), "approvals": draw(SMALL), "seconds": draw(st.sampled_from([5, 12, 1000]))}
    return {
        "rounds": rounds,
        "caps": {name: cap for name, cap in caps.items() if cap is not None},
        "needs_approval": ["delete"],
        "final_tool": draw(st.sampled_from([None, "final_answer"])),
    }


@st.composite
def rounds_of(draw, numbers, words):
    calls = [call(f"c{next(numbers)}", *each) for each in draw(CALLS)]
    ids = [each["call_id"] for each in calls]
    points = ["start", "model", "answer", "end", *(f"{kind}:{each}" for each in ids for kind in ("call", "done"))]
    speaks = draw(st.lists(st.sampled_from(points), max_size=2))
    found = {
        "user": [{"at": point, "text": f"word {next(words)}"} for point in ["start", *speaks]],
        "model": [said(f"word {next(words)}"), *calls] if draw(st.booleans()) or not calls else calls,
        "calls": {each: draw(st.sampled_from(["run", "run", "refuse", "hang"])) for each in ids},
        "seconds": draw(st.sampled_from([0, 0, 6])),
    }
    for event in ("stop_at", "die_at"):
        if draw(st.integers(0, 5)) == 0:
            found[event] = draw(st.sampled_from(points))
    return found


def faults(script, answer):
    """What the judge says of a stored answer."""
    case = Case(id="s", title="", contract="write", family="", history={"script": script})
    answer = {"queued": [], **answer}
    verdict = Verdict(True, 200, "modelled", "m", "2026-11-30")
    answered = Answered(case=case, target=THREE[0], outcome=verdict, given=case.history, output=Output(answer))
    return {each.check: each.detail for each in judge_answer(answered) if not each.passed}


def holds(script):
    stored = play(read_script({"script": script}))
    assert faults(script, stored) == {}
    told = course(read_script({"script": script}))
    lost = {each.call_id for each in told.calls if each.may_be_open and each.fate != "ran"}
    assert_sendable(stored["stored"], THREE, lost=lost)


@settings(max_examples=150, deadline=None)
@given(scripts())
def test_any_script_is_stored_as_it_must_be(script):
    """Every call has its true result, every word is kept in order, and the three main targets accept the path."""
    holds(script)


@pytest.mark.long
@settings(max_examples=5000, deadline=None)
@given(scripts())
def test_very_many_scripts_are_stored_as_they_must_be(script):
    """The same for many more scripts."""
    holds(script)


@settings(max_examples=300, deadline=None)
@given(scripts())
def test_the_bad_loop_is_faulted_only_where_there_is_no_next_round(script):
    """While its worker lives and the turn goes on, the loop without the rule is as good as any."""
    last = script["rounds"][-1]
    goes_on = not any("die_at" in each for each in script["rounds"])
    if goes_on and all(item["type"] == "message" for item in last["model"]) and "stop_at" not in last:
        assert faults(script, next_round_loop({"script": script}, {}, [])) == {}
