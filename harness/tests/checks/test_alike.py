"""Texts and calls that are alike: what is told apart by the last thing that tells them apart is not lost, nor moved."""

from checks.asked import answered_with, gives, says, user
from checks.test_send import NEXT, answered, sent

from sendable.checks import judge_answer, losses
from sendable.checks.lineage import lineage

APIS = ("openai-responses", "mistral")


def failed(one) -> list[str]:
    """Name the checks that fail."""
    return [each.check for each in judge_answer(one) if not each.passed]


def with_arguments(message, *texts):
    """Give the calls of a message arguments."""
    calls = [{**call, "arguments": text} for call, text in zip(message["tool_calls"], texts, strict=True)]
    return {**message, "tool_calls": calls}


def test_a_role_that_no_api_knows_may_become_another_beside_an_equal_text() -> None:
    """The two texts are still in their order."""
    given = [{"role": "human", "content": "Look."}, says("Done."), user("Look.")]
    kept = [user("Look."), says("Done."), user("Look.")]
    assert failed(answered_with(given, kept)) == []


def test_equal_texts_of_known_roles_are_told_apart_by_their_roles() -> None:
    """The assistant's now stands before the user's."""
    given = [user("Look."), says("Look."), user("Go.")]
    assert failed(answered_with(given, [says("Look."), user("Look."), user("Go.")])) == ["order-kept"]


def test_of_two_calls_with_one_result_their_arguments_tell_which_is_gone() -> None:
    """The one whose id links nothing went, as it may; the other one is there under another id."""
    turn = with_arguments(says("", " ", "c2"), '{"a":1}', '{"b":2}')
    given = [user("go"), turn, gives(" ", "same"), gives("c2", "same")]
    written = [user("go"), with_arguments(says("", "x2"), '{"b": 2}'), gives("x2", "same"), NEXT]
    one = answered({"messages": given}, sent(written, "openai-chat"))
    assert [(each.kind, each.allowed) for each in losses(one)] == [("call", True), ("result", True)]
    assert failed(one) == []


def test_of_two_calls_that_are_alike_in_all_the_one_without_an_id_is_gone() -> None:
    """Nothing else can tell."""
    given = [user("go"), says("", " ", "c2"), gives(" ", "same"), gives("c2", "same")]
    written = [user("go"), says("", "x2"), gives("x2", "same"), NEXT]
    assert failed(answered({"messages": given}, sent(written, "openai-chat"))) == []


def test_an_empty_result_is_not_the_one_that_says_something() -> None:
    """An answered call that is gone is found to be gone, though the empty result would fit any."""
    given = [user("go"), says("", "c1", "c2"), gives("c1", ""), gives("c2", "two")]
    written = [user("go"), says("", "x2"), gives("x2", "two"), NEXT]
    one = answered({"messages": given}, sent(written, "openai-chat"))
    assert [(each.kind, each.call_id) for each in losses(one) if each.kind == "call"] == [("call", "c1")]
    assert failed(one) == ["nothing-lost"]


def test_a_thought_before_a_compaction_does_not_make_it_another_nodes() -> None:
    """The original behind it must be there all the same."""
    received = [
        {"type": "reasoning", "id": "rs_1"},
        {"type": "compaction", "encrypted_content": "g", "provider": "openai"},
    ]
    nodes = [
        {"id": "old"},
        {"id": "new", "kind": "compaction", "pointer": "old", "received": received},
        {"id": "leaf", "parent": "new"},
    ]
    path = {api: [node["id"] for _, node in lineage({"nodes": nodes, "leaf": "leaf"}, api)] for api in APIS}
    assert path == {"openai-responses": ["new", "leaf"], "mistral": ["old", "leaf"]}
