"""Shrinking finds a short history that still fails, the same one each time, within its budget."""

from copy import deepcopy

from corpus.conversations import PARALLEL, gives, says, user
from hypothesis import given
from hypothesis import strategies as st

from sendable.corpus import shrink


def unanswered(history):
    """Whether some call has no result."""
    answered = {each.get("tool_call_id") for each in history["messages"]}
    made = [call["tool_call_id"] for each in history["messages"] for call in each.get("tool_calls", [])]
    return any(each not in answered for each in made)


def test_one_message_is_left():
    """Of nine messages with an unanswered call, one such call is left, without its neighbour and its texts."""
    history = {"messages": [each for each in PARALLEL if each.get("tool_call_id") != "call_2"]}
    before = deepcopy(history)
    shortest = shrink(history, unanswered)
    call = {"tool_call_id": "call_1", "name": "search", "arguments": ""}
    assert shortest == {"messages": [{"role": "assistant", "content": "", "tool_calls": [call]}]}
    assert history == before


def test_what_belongs_together_stays():
    """Messages that only fail together are all kept, in order."""

    def fails(history):
        texts = [each["content"] for each in history["messages"]]
        return texts == sorted(texts) and {"b", "d"} <= set(texts)

    history = {"messages": [user(each) for each in "abcdef"]}
    assert shrink(history, fails) == {"messages": [user("b"), user("d")]}


def test_items_and_nodes_are_shortened_too():
    """Histories of items and of nodes lose what is not needed; nodes and their links stay."""

    def fails(history):
        return "rs_1" in repr(history)

    item = {"type": "reasoning", "id": "rs_1", "summary": [{"text": "a long thought"}]}
    assert shrink({"items": [user("x"), item, user("y")]}, fails) == {
        "items": [{"type": "reasoning", "id": "rs_1", "summary": [{"text": ""}]}]
    }
    nodes = [
        {"id": "n1", "parent": None, "sent": [user("x")], "received": [item]},
        {"id": "n2", "parent": "n1", "sent": [user("y")], "received": []},
    ]
    shortest = shrink({"nodes": nodes, "leaf": "n2"}, fails)
    assert [(each["id"], each["parent"], len(each["sent"]), len(each["received"])) for each in shortest["nodes"]] == [
        ("n1", None, 0, 1),
        ("n2", "n1", 0, 0),
    ]


def test_the_budget_holds():
    """`still_fails` is asked at most so often, and never twice about one history."""
    asked = []

    def fails(history):
        asked.append(repr(history))
        return len(history["messages"]) > 3

    history = {"messages": [user(f"text {number}") for number in range(200)]}
    shortest = shrink(history, fails, budget=25)
    assert len(asked) == len(set(asked)) <= 25
    assert len(shortest["messages"]) < 200
    assert shrink(history, fails, budget=0) is history


def test_tagged_values_stay_whole():
    """A tagged value is kept as it is or left out: an emptied tag would stand for nothing."""
    history = {"messages": [user("x"), user([{"$value": "nan"}]), user("y")]}
    assert shrink(history, lambda each: "$value" in repr(each)) == {"messages": [user([{"$value": "nan"}])]}


def test_what_does_not_fail_comes_back():
    """A history that does not fail is returned as it is."""
    history = {"messages": PARALLEL}
    assert shrink(history, lambda _: False) is history


messages = st.lists(
    st.one_of(
        st.builds(user, st.text(max_size=3)),
        st.builds(lambda made: says("x", *made), st.lists(st.sampled_from("abc"), max_size=3)),
        st.builds(gives, st.sampled_from("abc"), st.text(max_size=3)),
    ),
    max_size=12,
)


@given(messages)
def test_the_result_fails_and_is_minimal(found):
    """Whatever fails still fails when shrunk, twice the same, and no single message can be left out of it."""
    history = {"messages": found}
    shortest = shrink(history, unanswered, budget=2000)
    assert shortest == shrink(deepcopy(history), unanswered, budget=2000)
    if unanswered(history):
        assert unanswered(shortest)
        rest = [shortest["messages"][:at] + shortest["messages"][at + 1 :] for at in range(len(shortest["messages"]))]
        assert not any(unanswered({"messages": each}) for each in rest)
