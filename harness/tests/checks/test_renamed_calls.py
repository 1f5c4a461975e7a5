"""Calls whose ids the request spells otherwise: their results tell them apart, and their order is not given up."""

import pytest
from checks.asked import gives, says, user
from checks.test_send import NEXT, answered, sent

from sendable.checks import judge_answer, losses

APIS = ("openai-chat", "openai-responses", "anthropic-messages")
TWO_OF_A_NAME = [user("both?"), says("", "c1", "c2"), gives("c1", "one"), gives("c2", "two"), says("done")]
FIRST_OPEN = [user("both?"), says("", "c1", "c2"), gives("c2", "two"), says("done")]
TURNS_APART = [user("a"), says("", "c1"), user("b"), says("", "c2"), gives("c2", "two"), says("done")]
INVENTED = [user("a"), says("", "c2"), gives("c2", "two"), says("done")]

# The history; what is sent of it under other ids; the losses.
RENAMED = {
    "all of them": (
        TWO_OF_A_NAME,
        [user("both?"), says("", "x1", "x2"), gives("x1", "one"), gives("x2", "two"), says("done")],
        [],
    ),
    "the first, unanswered, is gone": (
        FIRST_OPEN,
        [user("both?"), says("", "x2"), gives("x2", "two"), says("done")],
        [("call", "c1", True)],
    ),
    "the unanswered one of an earlier turn is gone": (
        TURNS_APART,
        [user("a"), user("b"), says("", "x2"), gives("x2", "two"), says("done")],
        [("call", "c1", True)],
    ),
    "one is answered twice, in a call that was made up": (
        INVENTED,
        [user("a"), says("", "x0", "x1"), gives("x0", "none"), gives("x1", "two"), says("done")],
        [],
    ),
    "two results have changed places": (
        TWO_OF_A_NAME,
        [user("both?"), says("", "x1", "x2"), gives("x1", "two"), gives("x2", "one"), says("done")],
        [("result", "c1", False), ("result", "c2", False)],
    ),
    "an answered one is gone with its result": (
        TWO_OF_A_NAME,
        [user("both?"), says("", "x2"), gives("x2", "two"), says("done")],
        [("call", "c1", False), ("result", "c1", False)],
    ),
    "a result lost its text": (
        TWO_OF_A_NAME,
        [user("both?"), says("", "x1", "x2"), gives("x1", "one"), gives("x2", "no"), says("done")],
        [("result", "c2", False)],
    ),
}


@pytest.mark.parametrize("api", APIS)
@pytest.mark.parametrize("name", RENAMED)
def test_a_call_under_another_id_is_the_one_with_its_result(name, api):
    """What was left out is lost, with permission or without, and nothing else is."""
    given, written, lost = RENAMED[name]
    one = answered({"messages": given}, sent([*written, NEXT], api), api)
    assert [(each.kind, each.call_id, each.allowed) for each in losses(one)] == lost
    failed = [each.check for each in judge_answer(one) if not each.passed]
    assert failed == (["nothing-lost"] if any(not allowed for *_, allowed in lost) else [])
