"""What the seeds decide passes, and so does what they leave room for: pairs of a history and an output."""

import pytest
from checks.asked import INTERRUPTED, answered_with, gives, says, system, user

from sendable.checks import judge_answer, losses

A, T = says, gives


def syn(call_id):
    return gives(call_id, INTERRUPTED)


# History, output, and the losses: kind, path, allowed.
FLAT = {
    "unanswered": ([user("u"), A("", "c1")], [user("u"), A("", "c1"), syn("c1")], []),
    "orphan": ([user("u"), T("x", "r")], [user("u")], [("result", "$.messages[1]", True)]),
    "first-of-two": (
        [A("", "c1"), T("c1", "a"), T("c1", "b")],
        [A("", "c1"), T("c1", "a")],
        [("result", "$.messages[2]", True)],
    ),
    "last-of-two": (
        [A("", "c1"), T("c1", "a"), T("c1", "b")],
        [A("", "c1"), T("c1", "b")],
        [("result", "$.messages[1]", True)],
    ),
    "neither-of-two": (
        [A("", "c1"), T("c1", "a"), T("c1", "b")],
        [A("", "c1"), syn("c1")],
        [("result", "$.messages[1]", False), ("result", "$.messages[2]", False)],
    ),
    "early": ([T("c1", "r"), A("", "c1")], [A("", "c1"), syn("c1")], [("result", "$.messages[0]", True)]),
    "early-and-late": (
        [T("c1", "early"), A("", "c1"), T("c1", "late")],
        [A("", "c1"), T("c1", "late")],
        [("result", "$.messages[0]", True)],
    ),
    "late-one-lost": (
        [T("c1", "early"), A("", "c1"), T("c1", "late")],
        [A("", "c1"), syn("c1")],
        [("result", "$.messages[0]", True), ("result", "$.messages[2]", False)],
    ),
    "early-one-used": (
        [T("c1", "early"), A("", "c1"), T("c1", "late")],
        [A("", "c1"), T("c1", "early")],
        [("result", "$.messages[2]", False)],
    ),
    "separated-moved": ([A("", "c1"), user("u"), T("c1", "ok")], [A("", "c1"), T("c1", "ok"), user("u")], []),
    "separated-closed": (
        [A("", "c1"), user("u"), T("c1", "ok")],
        [A("", "c1"), syn("c1"), user("u")],
        [("result", "$.messages[2]", False)],
    ),
    "zero-id": (
        [A("", "0"), T("0", "result")],
        [],
        [("call", "$.messages[0].tool_calls[0]", True), ("result", "$.messages[1]", True)],
    ),
    "zero-id-kept": ([A("", "0"), T("0", "result")], [A("", "0"), T("0", "result")], []),
    "blank-id-renamed": ([A("", " "), T(" ", "r")], [A("", "call_1"), T("call_1", "r")], []),
    "number-as-id": ([A("", 5), T(5, "r")], [A("", "5"), T("5", "r")], []),
    "text-of-unusable-turn": (
        [A("Let me look.", "0"), T("0", "r")],
        [],
        [
            ("text", "$.messages[0].content", False),
            ("call", "$.messages[0].tool_calls[0]", True),
            ("result", "$.messages[1]", True),
        ],
    ),
    "repeated-later": (
        [A("", "c1"), T("c1", "r"), A("", "c1"), T("c1", "b")],
        [A("", "c1"), T("c1", "r")],
        [("call", "$.messages[2].tool_calls[0]", True), ("result", "$.messages[3]", True)],
    ),
    "repeated-later-kept": (
        [A("", "c1"), T("c1", "r"), A("", "c1"), T("c1", "b")],
        [A("", "c1"), T("c1", "r"), A("", "c1"), T("c1", "b")],
        [],
    ),
    "repeated-later-renamed": (
        [A("", "c1"), T("c1", "r"), A("", "c1"), T("c1", "b")],
        [A("", "c1"), T("c1", "r"), A("", "c1-2"), T("c1-2", "b")],
        [],
    ),
    "repeated-and-late": (
        [A("", "c1"), user("u"), A("", "c1"), T("c1", "r")],
        [A("", "c1"), T("c1", "r"), user("u")],
        [("call", "$.messages[2].tool_calls[0]", True)],
    ),
    "repeated-and-late-other-way": (
        [A("", "c1"), user("u"), A("", "c1"), T("c1", "r")],
        [A("", "c1"), syn("c1"), user("u"), A("", "c1"), T("c1", "r")],
        [],
    ),
    "call-dropped-for-good": (
        [user("u"), A("", "c1"), T("c1", "r")],
        [user("u")],
        [("call", "$.messages[1].tool_calls[0]", False), ("result", "$.messages[2]", False)],
    ),
    "unanswered-call-dropped": (
        [user("u"), A("", "c1")],
        [user("u")],
        [("call", "$.messages[1].tool_calls[0]", False)],
    ),
    "system-to-the-front": (
        [user("a"), system("1"), A("b"), system("2")],
        [system("1"), system("2"), user("a"), A("b")],
        [],
    ),
    "system-joined": (
        [system("Be brief."), user("a"), system("Be kind.")],
        [system("Be brief.\n\nBe kind."), user("a")],
        [],
    ),
    "users-joined": ([user("one"), user("two"), A("three")], [user("one\n\ntwo"), A("three")], []),
    "no-role": ([{"content": "x"}, None, "x", ["user"], {"role": "", "content": "y"}, user("z")], [user("z")], []),
    "blank-text": ([user(" "), user("")], [], []),
    "nan": ([user([float("nan")])], [user("")], []),
    "parts-as-json": (
        [user([{"type": "text", "text": "hi"}])],
        [user('[{"type":"text","text":"hi"}]')],
        [],
    ),
    "parts-joined": ([user([{"type": "text", "text": "hi"}])], [user("hi")], []),
    "parts-blanked": ([user([{"type": "text", "text": "hi"}])], [user("")], [("text", "$.messages[0].content", False)]),
    "false": ([user(False)], [user("")], []),
    "number": ([user(0)], [user("0")], []),
    "number-lost": ([user(7)], [user("")], [("text", "$.messages[0].content", False)]),
    "result-not-text": ([A("", "c1"), T("c1", {"b": 1})], [A("", "c1"), T("c1", '{"b":1}')], []),
    "result-blanked": (
        [A("", "c1"), T("c1", {"b": 1})],
        [A("", "c1"), T("c1", "")],
        [("result", "$.messages[1]", False)],
    ),
    "lone-surrogate": ([user("a\ud800")], [user("a\ufffd")], []),
    "lone-surrogate-inside": ([user(["a\ud800"])], [user("")], []),
    "nested-form": (
        [
            {"role": "assistant", "content": None, "metadata": {"tool_calls": [{"id": "c1", "name": "s"}]}},
            {"role": "tool", "content": {"a": 1}, "metadata": {"tool_call_id": "c1"}},
        ],
        [A("", "c1", name="s"), T("c1", '{"a":1}')],
        [],
    ),
    "calls-of-a-user": (
        [{"role": "user", "content": "hi", "tool_calls": [{"id": "c1", "name": "s"}]}],
        [user("hi")],
        [],
    ),
    "skeleton-texts": ([user("t"), A("t"), user("t")], [user("t"), A("t")], [("text", "$.messages[2].content", False)]),
    "skeleton-result": ([A("", "c1"), T("c1", "t")], [A("", "c1"), syn("c1")], [("result", "$.messages[1]", False)]),
    "role-renamed": ([{"role": "operator", "content": "hi"}], [user("hi")], []),
    "not-a-list": (None, [], []),
}


@pytest.mark.parametrize("name", FLAT)
def test_losses_of_a_flat_output(name):
    """The losses of an output are exactly these, and `nothing-lost` fails for those that are not allowed."""
    history, output, expected = FLAT[name]
    answered = answered_with(history, output)
    assert [(each.kind, each.path, each.allowed) for each in losses(answered)] == expected
    passed = {each.check: each.passed for each in judge_answer(answered)}
    assert passed == {
        "accepted": True,
        "nothing-lost": all(allowed for _, _, allowed in expected),
        "order-kept": True,
    }


def test_a_case_may_allow_a_loss():
    """A path of `may_lose` allows every loss at it and below it, and none beside it."""
    history = [user("one"), user("two"), *([user("x")] * 9)]
    answered = answered_with(history, [], may_lose=("$.messages[1]", "$.messages[0].content"))
    assert [each.allowed for each in losses(answered)] == [True, True, *([False] * 9)]


ORDER = {
    "results-in-call-order": (
        [A("", "a", "b"), T("b", "r"), T("a", "s")],
        [A("", "a", "b"), T("a", "s"), T("b", "r")],
        True,
    ),
    "results-out-of-call-order": (
        [A("", "a", "b"), T("a", "r"), T("b", "s")],
        [A("", "a", "b"), T("b", "s"), T("a", "r")],
        False,
    ),
    "moved-result": ([A("", "a"), user("u"), A("x"), T("a", "r")], [A("", "a"), T("a", "r"), user("u"), A("x")], True),
    "result-moved-away": ([A("", "a"), T("a", "r"), user("u")], [A("", "a"), user("u"), T("a", "r")], False),
    "joined-in-order": ([user("one"), user("two")], [user("one two")], True),
    "joined-out-of-order": ([user("one"), user("two")], [user("two"), user("one")], False),
    "developer-to-the-front": ([user("u"), {"role": "developer", "content": "d"}], [system("d"), user("u")], True),
    "turns-swapped": (
        [A("", "a"), T("a", "r"), A("", "b"), T("b", "s")],
        [A("", "b"), T("b", "s"), A("", "a"), T("a", "r")],
        False,
    ),
}


@pytest.mark.parametrize("name", ORDER)
def test_order_of_a_flat_output(name):
    """Texts, calls and results in place keep their order; system texts and moved results are free."""
    history, output, kept = ORDER[name]
    results = {each.check: each.passed for each in judge_answer(answered_with(history, output))}
    assert results["order-kept"] is kept
