"""Conversations that were stored without the rule move again: sent, with warnings that name what was mended."""

import pytest
from reference.write.sending import TARGETS, call, repaired, result, said, user

from sendable import oracle
from sendable.model.errors import OutOfTurn
from sendable.model.script import read_script
from sendable.reference.send.assemble import assemble
from sendable.reference.write.play import play

WITHOUT = frozenset({"attach", "queue", "recover", "journal"})
BATCH = [call("a"), call("b"), call("c")]


def script(*rounds, **more):
    return {"script": {"rounds": list(rounds), **more}}


def first(**more):
    return {"user": [{"at": "start", "text": "q"}], "model": BATCH, **more}


LAST = {"user": [{"at": "start", "text": "again"}], "model": [said()]}
# What the loop without the rule left behind: the script, and the ids of the calls that have no result.
ABORTS = {
    "call cap": (script(first(), LAST, caps={"calls": 1}), {"a", "b", "c"}),
    "time limit": (script(first(seconds=9), LAST, caps={"seconds": 9}), {"a", "b", "c"}),
    "time limit while running": (script(first(calls={"c": "hang"}), LAST, caps={"seconds": 9}), {"a", "b", "c"}),
    "stop before the calls": (script(first(stop_at="answer"), LAST), {"a", "b", "c"}),
    "stop while running": (script(first(calls={"b": "hang"}, stop_at="call:b"), LAST), {"a", "b", "c"}),
    "death with the answer": (script(first(die_at="answer")), {"a", "b", "c"}),
    "death while running": (script(first(calls={"b": "hang"}, die_at="call:b")), {"a", "b", "c"}),
    "death after a refusal": (script(first(calls={"b": "refuse"}, die_at="done:b")), {"a", "b", "c"}),
    "death between rounds": (script(first(die_at="end")), {"a", "b", "c"}),
}


@pytest.mark.parametrize("target", TARGETS, ids=str)
@pytest.mark.parametrize("abort", ABORTS)
def test_every_kind_of_abort(abort, target):
    """The calls that the old loop left open are removed, and named; the question can be asked again."""
    given, lost = ABORTS[abort]
    stored = play(read_script(given), without=WITHOUT)["stored"]
    assert sorted(repaired(stored, target)) == [("calls-without-result", call_id) for call_id in sorted(lost)]
    unmended = assemble(stored, target, without=frozenset({"order", "cleanup"}))
    refused = not oracle.judge(target.api, unmended.body, model=target.model).accepted
    assert refused or target.api.startswith(("vllm", "llamacpp"))


def nodes(*pairs):
    """A chain of rounds from (sent, received) pairs."""
    made = [
        {"id": f"n{at}", "parent": f"n{at - 1}" if at else None, "sent": sent, "received": received}
        for at, (sent, received) in enumerate(pairs)
    ]
    return {"nodes": made, "leaf": made[-1]["id"]}


# Ids that every API takes as they are: Mistral's shape would give others to the pairs before order repair names them.
A, B = "aaaaaaaaa", "bbbbbbbbb"
TWO = [call(A), call(B)]
# Messages that were stored between a call and its result: the history, what is moved and what is removed.
BETWEEN = {
    "before both results": (
        nodes(([user("q")], TWO), ([user("hurry"), result(A, "1"), result(B, "2")], [said()])),
        [A, B],
        [],
    ),
    "between two results": (
        nodes(([user("q")], TWO), ([result(A, "1"), user("hurry"), result(B, "2")], [said()])),
        [B],
        [],
    ),
    "in a round of its own": (
        nodes(([user("q")], TWO), ([user("hurry")], [said("Wait.")]), ([result(A, "1"), result(B, "2")], [said()])),
        [A, B],
        [],
    ),
    "and one result never came": (
        nodes(([user("q")], TWO), ([user("hurry"), result(B, "2")], [said()])),
        [B],
        [A],
    ),
}


@pytest.mark.parametrize("target", TARGETS, ids=str)
@pytest.mark.parametrize("name", BETWEEN)
def test_messages_between_call_and_result(name, target):
    """Results are moved next to their calls, what has none is removed, and both are named."""
    history, moved, removed = BETWEEN[name]
    wanted = [("result-moved", each) for each in moved] + [("calls-without-result", each) for each in removed]
    assert repaired(history, target) == wanted


def test_the_old_loop_puts_messages_first():
    """The fault is the loop's: without the rule, words that came mid-turn stand before the results."""
    asked = {"user": [{"at": "start", "text": "q"}, {"at": f"call:{A}", "text": "hurry"}], "model": TWO}
    given = script(asked, {"model": [said()]})
    stored = play(read_script(given), without=WITHOUT)["stored"]
    assert [item["type"] for item in stored["nodes"][1]["sent"]] == ["message", *["function_call_output"] * 2]
    for target in TARGETS:
        assert repaired(stored, target) == [("result-moved", each) for each in (A, B)]


def test_a_turn_that_ran_nothing_cannot_ask_again_at_once():
    """A script that asks without anything new is the case author's fault, and told."""
    given = script({"user": [{"at": "start", "text": "q"}], "model": [said()]}, {"model": [said()]})
    with pytest.raises(OutOfTurn, match="nothing new"):
        play(read_script(given))
