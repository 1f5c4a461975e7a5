"""The walk from the leaf to the root, and what is read of a stored history."""

import msgspec
import pytest
from reference.send.talk import call, node, result, said, tree, user

from sendable.model.errors import UnreadableInput
from sendable.model.node import read_conversation, to_plain
from sendable.model.target import parse_target
from sendable.reference.send import assemble
from sendable.reference.send.path import coming, context, flat_context

OPENAI = parse_target("openai-responses:gpt-5.4")


def entries(history):
    conversation = read_conversation(history)
    return [held.entry for held in context(conversation.path(conversation.leaf))]


def test_context_is_sent_and_received_from_root_to_leaf():
    """The request holds what the nodes of the path sent and received, in order, and the coming turn (2.12)."""
    history = tree(
        node("n1", sent=[user()], received=[call()], provider="openai", model="gpt-5.4"),
        node("n2", "n1", sent=[result()], received=[said()], provider="openai", model="gpt-5.4"),
    )
    request = assemble(history, OPENAI)
    assert request.body["input"] == [user(), call(), result(), said(), user("Continue.")]
    assert request.warnings == ()


def test_other_branches_are_not_sent():
    """A sibling of the leaf is not in the context."""
    history = tree(node("n1", sent=[user()]), node("n2", "n1", received=[said("old")]), node("n3", "n1"))
    assert [item["content"] for item in assemble(history, OPENAI).body["input"]] == ["hi", "Continue."]


def test_an_empty_conversation_is_the_coming_turn():
    """Without a leaf there is only the coming turn."""
    assert assemble({"nodes": [], "leaf": None}, OPENAI).body["input"] == [user("Continue.")]
    assert assemble({"messages": []}, OPENAI).body["input"] == [user("Continue.")]
    assert assemble({"items": []}, OPENAI).body["input"] == [user("Continue.")]


def test_what_a_node_received_is_one_entry_with_its_maker():
    """An answer stays together, and its provider and model stand beside it and on its items."""
    received = [call("a"), call("b")]
    history = tree(node("n1", sent=[user()], received=received, provider="anthropic", model="claude-opus-5-5"))
    made = {"provider": "anthropic", "model": "claude-opus-5-5"}
    asked, answer = entries(history)
    assert (asked.role, asked.provider, asked.items) == ("user", None, (user(),))
    assert (answer.role, answer.provider, answer.model) == ("assistant", "anthropic", "claude-opus-5-5")
    assert answer.items == ({**received[0], **made}, {**received[1], **made})


def test_an_item_that_names_its_maker_is_believed_before_its_node():
    """Two makers in one answer are two entries."""
    received = [call("a"), {**said(), "provider": "vllm"}]
    found = entries(tree(node("n1", received=received, provider="openai", model="m")))
    assert [(each.provider, each.model, len(each.items)) for each in found] == [("openai", "m", 1), ("vllm", None, 1)]


def test_bare_items_are_grouped_by_who_made_them():
    """A run of what one model made is one entry; what the user and the tools said is one each."""
    found = entries({"items": [user(), call("a"), call("b"), result("a"), result("b"), said(), user()]})
    assert [(each.role, len(each.items)) for each in found] == [
        ("user", 1),
        ("assistant", 2),
        ("tool", 1),
        ("tool", 1),
        ("assistant", 1),
        ("user", 1),
    ]


def test_flat_messages_are_entries_without_maker():
    """A flat message is one entry, and nothing says who made it."""
    held = flat_context([{"role": "user", "content": "hi"}, {"role": "assistant", "content": "ok"}])
    assert [(each.entry.role, each.entry.provider) for each in held] == [("user", None), ("assistant", None)]


def test_coming_turn_may_be_items_or_flat_messages():
    """Both shapes of the coming turn give the same entries, and the first opens a turn."""
    in_items, in_messages = coming([user("x")]), coming([{"role": "user", "content": "x"}])
    assert [each.entry for each in in_items] == [each.entry for each in in_messages]
    assert [each.opens for each in in_items] == [True]


def test_a_tree_written_plainly_reads_the_same():
    """Plain data to records and back loses nothing."""
    history = tree(
        node("n1", sent=[user()], received=[said()], provider="openai", usage={"total_tokens": 3}),
        node("c", kind="compaction", received=[said()], pointer="n1", turn=1, prefix_digest="ff"),
    )
    conversation = read_conversation(history)
    assert read_conversation(to_plain(conversation)) == conversation
    with pytest.raises(AttributeError):
        conversation.nodes["n1"].status = "failed"


UNREADABLE = {
    "nothing": ({}, "not a history: []", "$"),
    "nodes that are no list": ({"nodes": {}, "leaf": "a"}, "not a list of nodes: found dict", "$.nodes"),
    "a leaf that is no node": ({"nodes": [node("a")], "leaf": "b"}, "the leaf 'b' is none of the nodes", "$.leaf"),
    "an id twice": (tree(node("a"), node("a")), "the node id 'a' is used twice", "$.nodes[1].id"),
    "a node without id": (
        {"nodes": [{}], "leaf": None},
        "not a node: Object missing required field `id`",
        "$.nodes[0]",
    ),
    "an item that is none": ({"items": [user(), 3]}, "not an item: found int", "$.items[1]"),
    "items that are no list": ({"items": "x"}, "not a list of items: found str", "$.items"),
    "messages that are no list": ({"messages": "x"}, "not a message list: found str", "$.messages"),
    "a parent that is missing": (tree(node("a", "gone")), "no node 'gone', which the path goes through", ""),
    "a node that is its own ancestor": (tree(node("b", "a"), node("a", "b")), "node 'a' is its own ancestor", ""),
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_a_history_of_another_shape_is_refused_with_its_place(name):
    """What cannot be read is said with the place, never a traceback."""
    history, what, where = UNREADABLE[name]
    with pytest.raises(UnreadableInput) as refused:
        assemble(history, OPENAI)
    assert (refused.value.what, refused.value.where) == (what, where)


def test_a_coming_turn_of_another_shape_is_refused():
    """What is no item is said with its place."""
    with pytest.raises(UnreadableInput) as refused:
        assemble({"items": []}, OPENAI, next=[user(), "go"])
    assert refused.value.where == "$.next[1]"


def test_a_received_item_of_another_type_is_named():
    """The path of a fault inside a node leads to it."""
    with pytest.raises(UnreadableInput) as refused:
        read_conversation(tree(node("a", received=[3])))
    assert refused.value.where == "$.nodes[0].received[0]"
    assert isinstance(refused.value.__cause__, msgspec.ValidationError)
