"""The case files of the contract `write`: the reference passes all, the loop without the rule fails two families."""

from pathlib import Path

import msgspec
import pytest
from reference.write.sending import TARGETS, assert_sendable, call, outputs, result, texts

from sendable.corpus.casefile import load_cases
from sendable.model.errors import UnreadableInput
from sendable.model.node import Node
from sendable.model.script import read_script
from sendable.normalizers import connect
from sendable.oracle.judge import EVIDENCE_DATE
from sendable.reference.write.play import play
from sendable.replay import Modelled
from sendable.tasks.evaluate import evaluate

CASES = load_cases([Path(__file__).resolve().parents[4] / "cases" / "write"])
CASES_BY_ID = {each.id: each for each in CASES}
BAD_LOOP = "python:sendable.normalizers.bad_loop:next_round_loop"
SEED = {
    "write-call-cap": [
        ("a", "result of a"),
        ("b", "Not run: the limit of 1 tool calls a turn was reached."),
        ("c", "Not run: the limit of 1 tool calls a turn was reached."),
    ],
    "write-refused-repeat": [
        ("a", "result of a"),
        ("b", "Not run: the same call with the same arguments was already made in this turn."),
        ("c", "result of c"),
    ],
    "write-final-answer-with-others": [
        ("a", "Not run: the final answer was submitted together with it."),
        ("f", "The final answer was submitted."),
    ],
    "write-user-stops": [
        ("a", "result of a"),
        ("b", "Halted while it was running, so there is no result: the user stopped the turn."),
        ("c", "Not run: the user stopped the turn."),
    ],
}


def played(case_id, **more):
    return play(read_script(CASES_BY_ID[case_id].history), **more)


def failures(address, cases=CASES, targets=TARGETS[:3]):
    """The ids of cases that a normalizer fails for any target."""
    normalizer, asker = connect(address), Modelled(EVIDENCE_DATE)
    results = (evaluate(case, target, normalizer, asker) for case in cases for target in targets)
    return {each.case for each in results if not each.passed or not each.checks}


@pytest.mark.parametrize("case_id", SEED)
def test_the_four_cases_of_the_seed(case_id):
    """Each call that is not run has its result, which says that and why; the turn's other results are there too."""
    assert outputs(played(case_id)["stored"]) == SEED[case_id]


def test_results_of_a_decision_are_a_node_of_their_own():
    """They hang under the round that made the calls, without a model call, and succeeded."""
    asked, results = msgspec.convert(played("write-call-cap")["stored"]["nodes"], list[Node])
    assert asked.received == tuple(CASES_BY_ID["write-call-cap"].history["script"]["rounds"][0]["model"])
    sent = tuple(result(call_id, text) for call_id, text in SEED["write-call-cap"])
    assert results == Node(id="node-2", parent=asked.id, turn=asked.id, kind="results", sent=sent, status="succeeded")


def test_messages_go_in_behind_the_results():
    """What the user said while calls ran is sent in order, after every result, with the next model call."""
    stored = played("write-messages-in-order")["stored"]
    assert [item.get("content", item.get("output")) for item in stored["nodes"][1]["sent"]] == [
        "result of a",
        "result of b",
        "One.",
        "Two.",
        "Three.",
        "Four.",
    ]


def test_messages_left_at_the_end_wait():
    """They are queued, and the next turn opens with them."""
    assert [item["content"] for item in played("write-message-left-at-end")["queued"]] == ["And worst?"]
    assert texts(played("write-message-opens-next-turn")["stored"]) == [
        "What sold best?",
        "And worst?",
        "By month, please.",
    ]


def test_every_case_is_accepted_by_every_target():
    """The reference's stored paths need no repair; only calls that were running at a death are left out."""
    for case in CASES:
        running = {"write-crash-after-repeat": {"c"}, "write-dies-while-running": {"b"}}.get(case.id, set())
        assert_sendable(play(read_script(case.history))["stored"], lost=running)


def test_the_reference_passes_every_case():
    """Nothing is left to the cleanup, nothing lost, nothing untrue."""
    assert failures("reference") == set()


def test_the_bad_loop_fails_exactly_the_crash_and_cap_cases():
    """Results on the next round's input are lost where there is no next round, and only there."""
    wanted = {case.id for case in CASES if case.family in {"write-cap", "write-crash"}}
    assert len(wanted) == 14
    assert failures(BAD_LOOP) == wanted


FAILS_WITHOUT = {
    "attach": {"write-call-cap", "write-time-limit", "write-crash-after-stop"},
    "attach recover": {"write-crash-after-refusal", "write-crash-after-repeat", "write-crash-after-stop"},
    "queue": {"write-message-while-running", "write-messages-in-order"},
    "final": {"write-final-answer-with-others"},
}


@pytest.mark.parametrize("rules", FAILS_WITHOUT)
def test_cases_fail_without_a_rule(rules, monkeypatch):
    """Leaving a rule out makes the cases fail that are about it; `journal` and `recover` are the kill tests' to prove."""
    without = frozenset(rules.split())
    monkeypatch.setattr("sendable.normalizers.reference.play", lambda script: play(script, without=without))
    assert failures("reference", targets=TARGETS[:1]) >= FAILS_WITHOUT[rules]


BAD_SCRIPTS = {
    "a point that the round lacks": (
        {"rounds": [{"model": [], "die_at": "call:x"}]},
        "$.script.rounds[0].die_at",
    ),
    "a fate of no call": ({"rounds": [{"model": [], "calls": {"x": "run"}}]}, "$.script.rounds[0].calls"),
    "an unknown fate": (
        {"rounds": [{"model": [], "calls": {"x": "fly"}}]},
        "$.script.rounds[0].calls[...]",
    ),
    "a call without an id": (
        {"rounds": [{"model": [{"type": "function_call", "name": "x", "arguments": "{}"}]}]},
        "$.script.rounds[0].model",
    ),
    "no script": (None, "$.script"),
}


@pytest.mark.parametrize("name", BAD_SCRIPTS)
def test_a_bad_script_is_told_with_its_place(name):
    """A script that cannot be played is refused with the path of what is wrong."""
    script, where = BAD_SCRIPTS[name]
    with pytest.raises(UnreadableInput) as caught:
        read_script({"script": script})
    assert caught.value.where == where


def test_a_call_that_hangs_for_ever_is_told():
    """A script in which nothing ends a hanging call is no script."""
    script = {"rounds": [{"user": [{"at": "start", "text": "q"}], "model": [call("x")], "calls": {"x": "hang"}}]}
    with pytest.raises(UnreadableInput, match="hangs for ever"):
        play(read_script({"script": script}))
