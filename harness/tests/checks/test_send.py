"""Request bodies of three formats are compared with messages, items and nodes."""

from copy import deepcopy

import msgspec
import pytest
from checks.asked import INTERRUPTED, TAKEN, case, gives, says, system, user

from sendable import wire
from sendable.checks import Answered, Output, judge_answer, losses
from sendable.model.target import Target
from sendable.wire import flat

APIS = ("openai-chat", "openai-responses", "anthropic-messages")
NEXT = user("Continue.")
IMAGE = {"type": "image_url", "image_url": {"url": "https://example.test/plan.png"}}
HISTORY = [
    system("Be brief."),
    user([{"type": "text", "text": "Look up both."}, IMAGE]),
    says("Let me look.", "c1", "c2"),
    gives("c1", "one"),
    gives("c2", "two"),
    says("Both are there."),
]


def sent(messages, api):
    """Write flat messages as the body of an API."""
    return wire.to_body(flat.entries(messages), Target(api=api, model="m"))


def answered(given, body, api="openai-chat", **expect):
    """Answer a case of the contract `send` with a ready body."""
    return Answered(
        case=msgspec.structs.replace(case([], "send", **expect), history=given),
        target=Target(api=api, model="m"),
        outcome=TAKEN,
        given=given,
        output=Output(body),
    )


def told(given, body, api="openai-chat", **expect):
    """Return kind, path and permission of each loss, and the failed checks."""
    one = answered(given, body, api, **expect)
    failed = [each.check for each in judge_answer(one) if not each.passed]
    return [(each.kind, each.path, each.allowed) for each in losses(one)], failed


@pytest.mark.parametrize("api", APIS)
def test_a_whole_history_is_found_in_the_body(api):
    """What the wire writes of a history and the coming turn has lost nothing, in any format."""
    assert told({"messages": HISTORY}, sent([*HISTORY, NEXT], api), api) == ([], [])


# What a normalizer makes of the history before it writes it; the losses; the failed checks.
WRONG = {
    "forgets-next": (lambda m: m[:-1], [("text", "$.next[0].content", False)], ["nothing-lost"]),
    "forgets-system": (lambda m: m[1:], [("text", "$.messages[0].content", False)], ["nothing-lost"]),
    "forgets-a-text": (
        lambda m: [each for each in m if each["content"] != "Both are there."],
        [("text", "$.messages[5].content", False)],
        ["nothing-lost"],
    ),
    "drops-calls": (
        lambda m: [m[0], m[1], says("Let me look."), m[5], m[6]],
        [
            ("call", "$.messages[2].tool_calls[0]", False),
            ("call", "$.messages[2].tool_calls[1]", False),
            ("result", "$.messages[3]", False),
            ("result", "$.messages[4]", False),
        ],
        ["nothing-lost"],
    ),
    "invents-a-result": (
        lambda m: [*m[:3], gives("c1", INTERRUPTED), *m[4:]],
        [("result", "$.messages[3]", False)],
        ["nothing-lost"],
    ),
    "drops-the-image": (
        lambda m: [m[0], user("Look up both."), *m[2:]],
        [("media", "$.messages[1].content[1]", True)],
        [],
    ),
    "asks-first": (lambda m: [m[0], m[6], *m[1:6]], [], ["order-kept"]),
    "renames-ids": (
        lambda m: [*m[:2], says("Let me look.", "x1", "x2"), gives("x1", "one"), gives("x2", "two"), *m[5:]],
        [],
        [],
    ),
    "renames-ids-crosswise": (
        lambda m: [*m[:2], says("Let me look.", "x1", "x2"), gives("x2", "one"), gives("x1", "two"), *m[5:]],
        [("result", "$.messages[3]", False), ("result", "$.messages[4]", False)],
        ["nothing-lost"],
    ),
}


@pytest.mark.parametrize("api", APIS)
@pytest.mark.parametrize("name", WRONG)
def test_wrong_bodies(name, api):
    """A wrong body loses exactly this and fails exactly these checks, in any format."""
    change, lost, failed = WRONG[name]
    assert told({"messages": HISTORY}, sent(change(deepcopy([*HISTORY, NEXT])), api), api) == (lost, failed)


def test_an_unanswered_call_may_go():
    """The removing cleanup may take a call that no result answers; with `flat` it may not."""
    history = [user("u"), says("", "c1", "c2"), gives("c2", "two")]
    body = sent([user("u"), says("", "c2"), gives("c2", "two"), NEXT], "openai-chat")
    assert told({"messages": history}, body) == ([("call", "$.messages[1].tool_calls[0]", True)], [])


def test_zero_is_an_id_when_sending():
    """Seed 2 removes calls with an empty id only: a pair with the id "0" must stay."""
    history = [user("u"), says("", "0"), gives("0", "r")]
    lost, failed = told({"messages": history}, sent([user("u"), NEXT], "openai-chat"))
    assert lost == [("call", "$.messages[1].tool_calls[0]", False), ("result", "$.messages[2]", False)]
    assert failed == ["nothing-lost"]


def test_outer_white_space_may_go_when_sending():
    """Formats refuse trailing white space, so a body may be without it."""
    body = sent([user("u"), says("There it is."), NEXT], "anthropic-messages")
    assert told({"messages": [user("u"), says("There it is. \n")]}, body, "anthropic-messages") == ([], [])


REASONING = {"type": "reasoning", "id": "", "summary": [], "encrypted_content": "c2ln", "provider": "anthropic"}
CALL = {"type": "function_call", "call_id": "c1", "name": "search", "arguments": "{}"}
RESULT = {"type": "function_call_output", "call_id": "c1", "output": "one"}
SAID = {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "It is there."}]}
NODES = {
    "nodes": [
        {"id": "n1", "parent": None, "sent": [user("Look it up.")], "received": [REASONING, CALL]},
        {"id": "side", "parent": "n1", "sent": [user("Never mind.")], "received": []},
        {"id": "n2", "parent": "n1", "sent": [RESULT], "received": [SAID]},
    ],
    "leaf": "n2",
}
ITEMS = [user("Look it up."), CALL, RESULT, SAID, NEXT]


def test_nodes_are_compared_along_their_path():
    """Of nodes, the path to the leaf counts; foreign reasoning may go."""
    body = {"model": "m", "input": ITEMS}
    assert told(NODES, body, "openai-responses") == ([("reasoning", "$.nodes[0].received[0]", True)], [])


def test_losses_of_nodes_have_paths_in_nodes():
    """A text and a result that are gone are named by node and place."""
    body = {"model": "m", "input": [user("Look it up."), CALL, {**RESULT, "output": "not run"}, NEXT]}
    assert told(NODES, body, "openai-responses") == (
        [
            ("reasoning", "$.nodes[0].received[0]", True),
            ("result", "$.nodes[2].sent[0]", False),
            ("text", "$.nodes[2].received[0].content[0]", False),
        ],
        ["nothing-lost"],
    )


def test_items_are_one_node():
    """A bare list of items is compared like the path of one node."""
    assert told({"items": ITEMS[:4]}, {"model": "m", "input": ITEMS}, "openai-responses") == ([], [])
    lost = told({"items": ITEMS[:4]}, {"model": "m", "input": [ITEMS[0], SAID, NEXT]}, "openai-responses")[0]
    assert lost == [("call", "$.items[1]", False), ("result", "$.items[2]", False)]


def test_a_cycle_of_nodes_ends():
    """A damaged tree, whose parents form a cycle, is compared once around."""
    nodes = [{"id": "a", "parent": "b", "sent": [user("one")]}, {"id": "b", "parent": "a", "sent": [user("two")]}]
    body = sent([user("two"), user("one"), NEXT], "openai-chat")
    assert told({"nodes": nodes, "leaf": "a"}, body) == ([], [])


def test_a_body_that_is_no_object():
    """An answer that is no body is left to the verdict."""
    one = answered({"messages": HISTORY}, ["not", "a", "body"])
    assert [each.check for each in judge_answer(one)] == ["accepted"]
    assert losses(one) == ()
