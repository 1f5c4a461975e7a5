"""What may change places, and what may not."""

import pytest
from checks.asked import answered_with, gives, says, user

from sendable.checks import judge_answer

# History and output, and whether the order counts as kept.
PAIRS = {
    "one answer in two messages": (
        [says("", "c1"), says("done"), gives("c1", "r")],
        [says("done"), says("", "c1"), gives("c1", "r")],
        True,
    ),
    "a text before the question that it answers": (
        [user("why"), says("so"), user("and")],
        [says("so"), user("why"), user("and")],
        False,
    ),
    "a text before the call whose result it tells": (
        [says("", "c1"), gives("c1", "r"), says("done")],
        [says("done"), says("", "c1"), gives("c1", "r")],
        False,
    ),
    "two texts of one answer": ([says("one"), says("two")], [says("two"), says("one")], False),
    "the same text, joined and alone": (
        [user("look"), user("up"), says("yes"), user("up")],
        [user("look\n\nup"), says("yes"), user("up")],
        True,
    ),
    "a text that the output holds once more, from before": (
        [user("why"), says("done")],
        [says("done"), user("why"), says("done")],
        True,
    ),
    "a text that stands alone before, and as a later message": (
        [{"role": "user", "content": [{"type": "text", "text": "hi"}, {"type": "text", "text": "look"}]}, user("hi")],
        [user("hi\nlook"), user("hi")],
        True,
    ),
}


@pytest.mark.parametrize("name", PAIRS)
def test_the_order(name) -> None:
    """Of each pair, whether the check passes."""
    given, output, kept = PAIRS[name]
    results = {each.check: each.passed for each in judge_answer(answered_with(given, output))}
    assert (results["order-kept"], results["nothing-lost"]) == (kept, True)
