"""The checks of the contract `write`: what a loop stored, held against its script."""

import pytest

from sendable.checks import Answered, Output, judge_answer
from sendable.checks.course import course
from sendable.model.case import Case
from sendable.model.outcome import Verdict
from sendable.model.script import read_script
from sendable.model.target import Target

CHAT = Target(api="openai-chat", model="gpt-5.4")
TAKEN = Verdict(True, 200, "modelled", "gpt-5.4", "2026-11-30")


def call(call_id, name="search"):
    return {"type": "function_call", "call_id": call_id, "name": name, "arguments": f'{{"q":"{call_id}"}}'}


def answer(text):
    return {"type": "message", "role": "assistant", "content": text}


SCRIPT = {
    "rounds": [
        {
            "user": [{"at": "start", "text": "q"}, {"at": "call:b", "text": "hurry"}],
            "model": [call("a"), call("b")],
            "calls": {"b": "refuse"},
        },
        {"model": [call("c"), call("f", "final")], "user": [{"at": "end", "text": "thanks"}]},
    ],
    "final_tool": "final",
}
USER, HURRY, THANKS = ({"role": "user", "content": text} for text in ("q", "hurry", "thanks"))
CALLED = {
    "role": "assistant",
    "content": "",
    "tool_calls": [{"tool_call_id": each, "name": "search"} for each in "ab"],
}
FINAL = {
    "role": "assistant",
    "content": "",
    "tool_calls": [{"tool_call_id": "c", "name": "search"}, {"tool_call_id": "f", "name": "final"}],
}


def told(call_id, text):
    return {"role": "tool", "tool_call_id": call_id, "content": text}


A, B = told("a", "result of a"), told("b", "not run: declined")
C, F = told("c", "not run: the final answer was submitted"), told("f", "submitted")
GOOD = [USER, CALLED, A, B, HURRY, FINAL, C, F]


def failed(messages, queued=(THANKS,), script=SCRIPT):
    """The checks that fail, with what they say."""
    history = {"script": script}
    output = Output({"stored": {"messages": messages}, "queued": list(queued)})
    case = Case(id="c", title="t", contract="write", family="f", history=history)
    answered = Answered(case=case, target=CHAT, outcome=TAKEN, given=history, output=output)
    return {each.check: each.detail for each in judge_answer(answered) if not each.passed}


def test_a_loop_with_the_rule_passes():
    """Messages are judged like nodes; what is left in the queue may also be stored already."""
    assert failed(GOOD) == {}
    assert failed([*GOOD, THANKS], queued=()) == {}
    assert failed([{"role": "system", "content": "Be kind."}, *GOOD]) == {}
    items = [{"type": "message", **USER}, call("a"), call("b")]
    items += [
        {"type": "function_call_output", "call_id": each["tool_call_id"], "output": each["content"]} for each in (B, A)
    ]
    output = Output({"stored": {"items": items}, "queued": [HURRY]})
    history = {"script": {"rounds": SCRIPT["rounds"][:1]}}
    case = Case(id="c", title="t", contract="write", family="f", history=history)
    results = judge_answer(Answered(case=case, target=CHAT, outcome=TAKEN, given=history, output=output))
    assert [each.check for each in results if each.passed] == [
        "accepted",
        "results-attached",
        "results-true",
        "said-kept",
    ]


WRONG = {
    "no result": (
        [USER, CALLED, A, HURRY, FINAL, C, F],
        {"results-attached": "call b (not-run) has no result right behind it"},
    ),
    "a result lost": (
        [USER, CALLED, B, HURRY, FINAL, C, F],
        {"results-attached": "call a (ran) has no result right behind it"},
    ),
    "two results": ([USER, CALLED, A, B, B, HURRY, FINAL, C, F], {"results-attached": "call b has 2 results"}),
    "a message between": (
        [USER, CALLED, A, HURRY, B, FINAL, C, F],
        {"results-attached": "call b (not-run) has no result right behind it"},
    ),
    "an orphan": (
        [USER, told("x", "?"), CALLED, A, B, HURRY, FINAL, C, F],
        {"results-attached": "a result of x stands apart from its call"},
    ),
    "a call lost": ([USER, CALLED, A, B, HURRY], {"results-attached": "call c is not stored"}),
    "ran, but told not": (
        [USER, CALLED, told("a", "not run"), B, HURRY, FINAL, C, F],
        {"results-true": "call a ran, and its result is 'not run'"},
    ),
    "told to have run": (
        [USER, CALLED, A, told("b", "result of b"), HURRY, FINAL, C, F],
        {"results-true": "call b did not return (not-run), and its result is 'result of b'"},
    ),
    "says nothing": (
        [USER, CALLED, A, told("b", " "), HURRY, FINAL, C, F],
        {"results-true": "the result of call b says nothing"},
    ),
    "final answer as a failure": (
        [USER, CALLED, A, B, HURRY, FINAL, C, told("f", C["content"])],
        {"results-true": f"the final answer f is told what a call is told that was not run: {C['content']!r}"},
    ),
    "words lost": ([USER, CALLED, A, B, FINAL, C, F], {"said-kept": "'thanks' stands where 'hurry' was said"}),
    "words twice": ([*GOOD, THANKS], {"said-kept": "stored twice, or out of order: 'thanks'"}),
    "words out of order": (
        [HURRY, USER, CALLED, A, B, FINAL, C, F],
        {"said-kept": "'hurry' stands where 'q' was said"},
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_each_fault_is_told_by_one_check(name):
    """Every way to store a script wrongly fails the check that is about it, and no other."""
    messages, wanted = WRONG[name]
    assert failed(messages) == wanted


DEATHS = {
    "answer": {"a": (None, True), "b": (None, True)},
    "call:a": {"a": ("halted", True), "b": (None, True)},
    "done:a": {"a": ("ran", True), "b": (None, True)},
    "call:b": {"a": ("ran", True), "b": ("not-run", False)},
    "end": {"a": ("ran", True), "b": ("not-run", False)},
}


@pytest.mark.parametrize("point", DEATHS)
def test_what_may_be_open_when_the_worker_dies(point):
    """What was not decided, was running or had only returned may be open; a decision may not be lost."""
    script = {"rounds": [{**SCRIPT["rounds"][0], "die_at": point}]}
    found = course(read_script({"script": script}))
    assert {each.call_id: (each.fate, each.may_be_open) for each in found.calls} == DEATHS[point]
    assert not found.all_closed
    assert failed([USER, CALLED, A, B], script=script, queued=()) == {} or DEATHS[point]["a"][0] != "ran"


def test_words_may_die_with_the_worker_before_they_are_sent():
    """What was queued may be gone or there, but not twice."""
    script = {"rounds": [{**SCRIPT["rounds"][0], "die_at": "end"}]}
    assert failed([USER, CALLED, A, B], queued=(), script=script) == {}
    assert failed([USER, CALLED, A, B], queued=(HURRY,), script=script) == {}
    assert "said-kept" in failed([USER, CALLED, A, B, HURRY], queued=(HURRY,), script=script)
