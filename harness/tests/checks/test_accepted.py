"""The verdict is held against the expectation for the target."""

import msgspec
import pytest
from checks.asked import CHAT, TAKEN, answered_with, refused, user

from sendable.checks import judge_answer
from sendable.model.case import Expect
from sendable.model.outcome import CouldNotAsk, NotExpressible, NotOnFile, Refused

RULE = "chat-tool-calls-unanswered"
HISTORY = [user("hi")]


def results(verdict, **expect):
    answered = msgspec.structs.replace(answered_with(HISTORY, HISTORY, **expect), outcome=verdict)
    return {each.check: (each.passed, each.detail) for each in judge_answer(answered)}


EXPECTATIONS = [
    (TAKEN, {}, (True, "")),
    (refused(), {}, (False, f"400 ({RULE}): no")),
    (refused(), {"outcome": "refused"}, (True, "")),
    (refused(), {"outcome": "refused", "rule": RULE}, (True, "")),
    (refused(None), {"outcome": "refused", "rule": RULE}, (True, "")),
    (refused(), {"outcome": "refused", "rule": "other"}, (False, f"400 ({RULE}): no; expected was a refusal by other")),
    (TAKEN, {"outcome": "refused", "rule": RULE}, (False, f"accepted, but a refusal by {RULE} was expected")),
    (TAKEN, {"outcome": "refused"}, (False, "accepted, but a refusal by the provider was expected")),
    (refused(), {"by_target": {"openai-chat:*": Expect(outcome="refused")}}, (True, "")),
    (refused(), {"by_target": {"gemini:*": Expect(outcome="refused")}}, (False, f"400 ({RULE}): no")),
]


@pytest.mark.parametrize(("outcome", "expect", "result"), EXPECTATIONS)
def test_agreement(outcome, expect, result):
    """A verdict passes when it is the expected one: accepted, or refused by the named rule where a rule is known."""
    assert results(outcome, **expect)["accepted"] == result


@pytest.mark.parametrize("outcome", [CouldNotAsk("down"), NotOnFile("nobody recorded it")])
def test_no_verdict(outcome):
    """Without a verdict nothing is said about acceptance; the output itself is judged all the same."""
    assert results(outcome) == {"nothing-lost": (True, ""), "order-kept": (True, "")}


@pytest.mark.parametrize("outcome", [Refused("TypeError", "no list"), NotExpressible("no such role")])
def test_no_answer(outcome):
    """A normalizer that declines a case, or cannot express it, fails nothing."""
    assert results(outcome) == {}


def test_the_letter_has_its_own_expectation():
    """A normalizer that follows the letter of the seeds is held to what the letter leads to, where a case says it."""
    answered = answered_with(HISTORY, HISTORY, letter=Expect(outcome="refused", rule=RULE))
    letter = msgspec.structs.replace(answered, outcome=refused(), letter=True)
    assert [each.passed for each in judge_answer(letter) if each.check == "accepted"] == [True]
    assert letter.target == CHAT
