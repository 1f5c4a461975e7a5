"""Every check catches its own kind of wrong normalizer, and no other check does."""

from copy import deepcopy
from itertools import count

import pytest
from checks.asked import CHAT, INTERRUPTED, ask, gives, refused, says, system, user

from sendable.checks import Answered, checks, judge_answer, judge_with_losses, losses
from sendable.model.case import Exact
from sendable.model.outcome import Crashed

HISTORY = [
    system("Be brief."),
    user("Look up both."),
    says("Let me look.", "c1", "c2"),
    gives("c1", "one"),
    gives("c2", "two"),
    says("Both are there."),
    user("Now the third."),
    says("", "c3", name="open"),
    gives("c3", "three"),
    says("It is open."),
]
ALL = ("accepted", "nothing-lost", "order-kept", "exact", "deterministic", "input-untouched", "idempotent")
EXACT = (Exact(reason="as it is", messages=HISTORY, dropped=0),)

_runs = count()


def honest(messages):
    return deepcopy(messages), 0


def without(text):
    return lambda messages: ([each for each in deepcopy(messages) if each["content"] != text], 0)


def shortens(messages):
    return [{**each, "content": each["content"][:8]} for each in messages], 0


def invents_results(messages):
    return [{**each, "content": INTERRUPTED} if each["role"] == "tool" else each for each in messages], 0


def forgets_a_pair(messages):
    kept = [each for each in deepcopy(messages) if each.get("tool_call_id") != "c2"]
    for each in kept:
        if "tool_calls" in each:
            each["tool_calls"] = [call for call in each["tool_calls"] if call["tool_call_id"] != "c2"]
    return kept, 0


def swaps_contents_of_results(messages):
    other = {"one": "two", "two": "one"}
    return [{**each, "content": other.get(each["content"], each["content"])} for each in messages], 0


def puts_last_first(messages):
    return [*messages[-1:], *messages[:-1]] if messages[0]["content"] != messages[-1]["content"] else messages, 0


def asks_at_the_end(messages):
    asked = [each for each in messages if each["content"] == "Look up both."]
    return [each for each in messages if each not in asked] + asked, 0


def sorts_calls(messages):
    def ordered(each):
        return {**each, "tool_calls": sorted(each["tool_calls"], key=lambda call: call["tool_call_id"], reverse=True)}

    return [ordered(each) if "tool_calls" in each else each for each in messages], 0


def moves_a_pair(messages):
    pair = [
        each for each in messages if each.get("name") == "open" or each["content"] == "" or each["content"] == "three"
    ]
    return [each for each in messages if each not in pair] + pair, 0


def turns_keys_round(messages):
    odd = next(_runs) % 2
    return [dict(sorted(each.items(), reverse=bool(odd))) for each in messages], 0


def marks_its_input(messages):
    copy = deepcopy(messages)
    messages[1]["seen"] = True
    return [{key: value for key, value in each.items() if key != "seen"} for each in copy], 0


def empties_its_input(messages):
    copy = deepcopy(messages)
    messages.clear()
    return copy, 0


def signs_every_time(messages):
    return [{**each, "content": each["content"] + " --"} for each in messages], 0


def adds_a_key(messages):
    return [{**each, "name": "x"} for each in messages], 0


WRONG = [
    (without("Look up both."), "nothing-lost", "lost: text $.messages[1].content"),
    (without("Be brief."), "nothing-lost", "lost: text $.messages[0].content"),
    (without("Both are there."), "nothing-lost", "lost: text $.messages[5].content"),
    (
        shortens,
        "nothing-lost",
        "lost: text $.messages[0].content, text $.messages[1].content, text $.messages[2].content and 3 more",
    ),
    (
        invents_results,
        "nothing-lost",
        "lost: result $.messages[3] of call c1, result $.messages[4] of call c2, result $.messages[8] of call c3",
    ),
    (forgets_a_pair, "nothing-lost", "lost: call $.messages[2].tool_calls[1], result $.messages[4] of call c2"),
    (asks_at_the_end, "order-kept", "text $.messages[2].content now stands before text $.messages[1].content"),
    (sorts_calls, "order-kept", "call $.messages[2].tool_calls[1] now stands before call $.messages[2].tool_calls[0]"),
    (moves_a_pair, "order-kept", "text $.messages[9].content now stands before result $.messages[8]"),
    (turns_keys_round, "deterministic", "two runs gave different outputs"),
    (marks_its_input, "input-untouched", "the given history was changed at $.messages[1].seen"),
    (empties_its_input, "input-untouched", "the given history was changed at $.messages[0]"),
    (signs_every_time, "idempotent", "its own output is changed at $[0].content"),
]


@pytest.mark.parametrize(("normalizer", "check", "detail"), WRONG, ids=lambda value: getattr(value, "__name__", None))
def test_one_check_fails(normalizer, check, detail):
    """A wrong normalizer fails the check for its fault, with the place, and passes every other one."""
    failed = [each for each in judge_answer(ask(normalizer, HISTORY)) if not each.passed]
    assert [(each.check, each.detail) for each in failed] == [(check, detail)]


@pytest.mark.parametrize("normalizer", [honest, forgets_a_pair, invents_results])
def test_judging_once_is_judging_twice(normalizer):
    """Checks and losses together are what they are apart."""
    answered = ask(normalizer, HISTORY)
    assert judge_with_losses(answered) == (judge_answer(answered), losses(answered))


def test_swapped_results_are_lost():
    """A result under another call's id is no real result of that call."""
    failed = {each.check for each in judge_answer(ask(swaps_contents_of_results, HISTORY)) if not each.passed}
    assert "nothing-lost" in failed


def test_the_honest_one_passes_all():
    """A normalizer that copies a well-formed history passes all seven checks."""
    results = judge_answer(ask(honest, HISTORY, exact=EXACT))
    assert [(each.check, each.passed, each.detail) for each in results] == [(name, True, "") for name in ALL]


def test_checks_are_found_once():
    """Every check is found in the order of reports, under a name of its own."""
    assert tuple(each.name for each in checks()) == (*ALL, "results-attached", "results-true", "said-kept")


@pytest.mark.parametrize(
    ("normalizer", "detail"),
    [
        (adds_a_key, "the output differs at $[0].name"),
        (lambda messages: (messages, 1 if messages == HISTORY and next(_runs) >= 0 else 0), None),
    ],
)
def test_exact(normalizer, detail):
    """An output, or a drop count, that the case does not list fails `exact`."""
    answered = ask(normalizer, HISTORY, exact=EXACT)
    (exact,) = [each for each in judge_answer(answered) if each.check == "exact"]
    told = exact.detail.partition("; acceptable is ")
    assert not exact.passed
    assert (told[0], bool(told[2])) == (detail, True) if detail else told[0] == "dropped is 1, not 0 (as it is)"


def test_exact_takes_any_of_several():
    """Where the seeds leave room, any of the listed outputs will do."""
    exact = (Exact(reason="first", messages=[]), Exact(reason="second", messages=HISTORY))
    assert all(each.passed for each in judge_answer(ask(honest, HISTORY, exact=exact)))


def test_exact_leaves_the_count_to_third_parties():
    """A normalizer that gives no drop count is not held to one."""
    answered = ask(lambda messages: (messages, None), HISTORY, exact=(Exact(reason="r", messages=HISTORY, dropped=3),))
    assert all(each.passed for each in judge_answer(answered))


def test_a_count_of_its_own_output():
    """An output that is unchanged, but of which something is dropped again, is not idempotent."""
    failed = [each for each in judge_answer(ask(lambda messages: (messages, 2), HISTORY)) if not each.passed]
    assert [(each.check, each.detail) for each in failed] == [("idempotent", "of its own output it drops 2")]


def test_a_count_that_differs_between_runs():
    """Two runs must drop the same number."""
    numbers = iter([4, 5, 0])
    failed = [
        each for each in judge_answer(ask(lambda messages: (messages, next(numbers)), HISTORY)) if not each.passed
    ]
    assert [(each.check, each.detail) for each in failed] == [("deterministic", "two runs dropped 4 and 5")]


def test_a_refused_output():
    """A refusal fails `accepted` alone, with the provider's status, rule and words."""
    failed = [each for each in judge_answer(ask(honest, HISTORY, outcome=refused())) if not each.passed]
    assert [(each.check, each.detail) for each in failed] == [("accepted", "400 (chat-tool-calls-unanswered): no")]


def test_a_crash():
    """A normalizer that crashes fails `accepted`, and nothing else is judged."""
    answered = Answered(
        case=ask(honest, HISTORY).case, target=CHAT, outcome=Crashed("boom"), given={"messages": HISTORY}
    )
    assert [(each.check, each.passed, each.detail) for each in judge_answer(answered)] == [("accepted", False, "boom")]
