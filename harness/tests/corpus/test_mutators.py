"""Each mutator breaks a history in one way, at every place, and leaves the history itself alone."""

from copy import deepcopy

import pytest
from corpus.conversations import ONE_CALL, PARALLEL, gives, says, system, user
from hypothesis import given, settings
from hypothesis import strategies as st

from sendable.corpus.broken import RECORDED
from sendable.corpus.wellformed import fault_in

BY_NAME = {each.name: each for each in RECORDED}
Q, CALL, RESULT, ANSWER = ONE_CALL
PLACEHOLDER = gives("call_1", "The tool was aborted.")
AGAIN = [says("", "call_1"), {"role": "tool", "content": "Done again.", "tool_call_id": "call_1"}]
ORPHAN = {"role": "tool", "content": "Left over.", "tool_call_id": "call_orphan1"}
TWICE = says("", "call_1", "call_1")

ON_ONE_CALL = {
    "drop-result": [[Q, CALL, ANSWER]],
    "duplicate-result": [
        [Q, CALL, RESULT, RESULT, ANSWER],
        [Q, CALL, RESULT, PLACEHOLDER, ANSWER],
        [Q, CALL, RESULT, ANSWER, RESULT],
    ],
    "early-result": [[Q, RESULT, CALL, ANSWER], [RESULT, Q, CALL, ANSWER]],
    "user-between": [
        [Q, CALL, user("This year, not last year."), RESULT, ANSWER],
        [Q, CALL, user(""), RESULT, ANSWER],
    ],
    "repeat-id-in-turn": [[Q, TWICE, RESULT, RESULT, ANSWER], [Q, TWICE, RESULT, ANSWER]],
    "repeat-id-later": [[*ONE_CALL, *AGAIN]],
    "cut-head": [[RESULT, ANSWER]],
    "orphan-result": [[*ONE_CALL[:place], ORPHAN, *ONE_CALL[place:]] for place in range(5)],
}
ON_PARALLEL = {
    "drop-result": 3,
    "duplicate-result": 9,
    "early-result": 6,
    "user-between": 6,
    "unusable-id": 3 * 7 * 3,
    "repeat-id-in-turn": 6,
    "repeat-id-later": 5,
    "cut-head": 6,
    "orphan-result": 10,
}


def test_the_mutators_of_recorded_conversations():
    """Nine mutators break recorded conversations, as published, and their families are those of the seeds' faults."""
    assert {each.name: each.family for each in RECORDED} == {
        "cut-head": "cut-head",
        "drop-result": "unanswered-call",
        "duplicate-result": "duplicate-result",
        "early-result": "result-before-call",
        "orphan-result": "orphan-result",
        "repeat-id-in-turn": "repeated-id",
        "repeat-id-later": "repeated-id",
        "unusable-id": "unusable-id",
        "user-between": "separated-result",
    }


@pytest.mark.parametrize("name", ON_ONE_CALL)
def test_all_breaks_of_one_call(name):
    """On a history of one call, a mutator makes exactly these histories, in this order."""
    assert list(BY_NAME[name].breaks(ONE_CALL)) == ON_ONE_CALL[name]


def test_unusable_ids_on_either_side_and_both():
    """Seven ids that cannot link are put on call and result, on the call alone, and on the result alone."""
    sides = [(each[1]["tool_calls"][0], each[2]) for each in BY_NAME["unusable-id"].breaks(ONE_CALL)]
    ids = [tuple(each.get("tool_call_id", "absent") for each in pair) for pair in sides]
    wanted = [
        pair
        for bad in ("", "0", 0, None, False, "absent", " ")
        for pair in ((bad, bad), (bad, "call_1"), ("call_1", bad))
    ]
    assert [tuple(map(repr, pair)) for pair in ids] == [tuple(map(repr, pair)) for pair in wanted]


@pytest.mark.parametrize("name", ON_PARALLEL)
def test_number_of_breaks_of_parallel_calls(name):
    """On a history of two turns and three calls, a mutator makes so many different histories."""
    broken = list(BY_NAME[name].breaks(PARALLEL))
    assert len(broken) == ON_PARALLEL[name]
    assert len({repr(each) for each in broken}) == len(broken)


def test_ids_repeat_from_the_first_and_the_nearest_turn():
    """A later call takes the id of the first call and of the call before it, on both sides of its pair."""
    renamed = list(BY_NAME["repeat-id-later"].breaks(PARALLEL))[:2]
    assert [each[7:9] for each in renamed] == [
        [says("", "call_1"), gives("call_1", "Three.")],
        [says("", "call_2"), gives("call_2", "Three.")],
    ]


def test_a_cut_head_may_keep_the_system_message():
    """The system message goes with the head, and in a second variant stays."""
    first, second, *_ = BY_NAME["cut-head"].breaks(PARALLEL)
    assert (first, second) == (PARALLEL[3:], [system(), *PARALLEL[3:]])


@pytest.mark.parametrize("mutator", RECORDED, ids=lambda each: each.name)
def test_each_break_is_a_fault(mutator):
    """Every broken history is not well formed, while the one it is made of is."""
    assert fault_in(PARALLEL) is None
    assert all(fault_in(each) for each in mutator.breaks(PARALLEL))


ids = st.sampled_from(["call_1", "call_2", "call_3", "", "0", 0, None])
any_message = st.one_of(
    st.builds(user, st.text(max_size=2)),
    st.builds(lambda text, made: says(text, *made), st.text(max_size=2), st.lists(ids, max_size=3)),
    st.builds(gives, ids, st.text(max_size=2)),
    st.just(system()),
)


@given(st.lists(any_message, max_size=7))
@settings(max_examples=150, deadline=None)
def test_broken_histories_can_be_broken_again(messages):
    """On any history, broken or not, every mutator gives the same results twice and changes nothing it was given."""
    before = deepcopy(messages)
    for mutator in RECORDED:
        assert list(mutator.breaks(messages)) == list(mutator.breaks(tuple(messages)))
    assert messages == before
