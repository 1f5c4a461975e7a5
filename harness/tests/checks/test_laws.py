"""Laws of comparing a history with an output."""

from copy import deepcopy

import msgspec
from checks.asked import answered_with, gives, says, user
from hypothesis import given, settings
from hypothesis import strategies as st

from sendable.checks import judge_answer, losses
from sendable.checks.same import difference
from sendable.model.target import Target

json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.floats(allow_nan=False) | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)
ids = st.sampled_from(["c1", "c2", "0", "", " ", 0, 5, None, False, [], {}])
calls = st.lists(
    st.fixed_dictionaries({"tool_call_id": ids, "name": st.sampled_from(["s", "", None])}) | json_values, max_size=3
)
messages = st.fixed_dictionaries(
    {},
    optional={
        "role": st.sampled_from(["system", "user", "assistant", "tool", "developer", "x", "", None]),
        "content": json_values | st.sampled_from(["t", "a", "a b"]),
        "tool_calls": calls | json_values,
        "tool_call_id": ids,
        "id": ids,
        "metadata": st.fixed_dictionaries({"tool_calls": calls}) | json_values,
    },
)
histories = st.lists(messages | json_values, max_size=6)


@given(histories)
@settings(max_examples=300, deadline=None)
def test_a_copy_loses_nothing(history):
    """Whatever a history holds, its copy has lost nothing and kept the order."""
    answered = answered_with(history, deepcopy(history))
    assert losses(answered) == ()
    assert all(each.passed for each in judge_answer(answered))


@given(histories, histories)
@settings(max_examples=200, deadline=None)
def test_any_output_can_be_judged(history, output):
    """No history and no output crashes a check, under either contract."""
    for contract in ("flat", "write"):
        judge_answer(answered_with(history, output, contract))


bodies = st.fixed_dictionaries(
    {}, optional=dict.fromkeys(("messages", "input", "system", "instructions", "model"), histories | json_values)
)


@given(histories, bodies, st.sampled_from(["openai-chat", "openai-responses", "anthropic-messages"]))
@settings(max_examples=200, deadline=None)
def test_any_body_can_be_judged(history, body, api):
    """No body crashes a check, whatever history it is held against."""
    answered = answered_with(history, body, "send")
    for shape in ({"messages": history}, {"items": history}, {"nodes": history, "leaf": "c1"}):
        judge_answer(msgspec.structs.replace(answered, target=Target(api=api, model="m"), given=shape))


def test_an_output_that_cannot_be_written_is_judged():
    """Contents with cycles, bytes or thousands of levels, handed through by a normalizer, crash no check."""
    cycle, deep = [], []
    cycle.append(cycle)
    for _ in range(5000):
        deep = [deep]
    for content in (cycle, deep, b"x", {"a": {1}}, "\ud800"):
        history = [says("", "c1"), gives("c1", content), user(content)]
        assert losses(answered_with(history, list(history))) == ()
        judge_answer(answered_with(history, list(history), "send"))


@given(
    st.lists(st.text(st.characters(categories=["L"]), min_size=3, max_size=8), min_size=1, max_size=6, unique=True),
    st.data(),
)
def test_a_dropped_text_is_the_one_reported(texts, data):
    """When texts differ, a dropped one is reported by its own path and no other."""
    history = [user(f"<{each}>") if place % 2 else says(f"<{each}>") for place, each in enumerate(texts)]
    gone = data.draw(st.integers(0, len(history) - 1))
    output = [*history[:gone], *history[gone + 1 :]]
    assert [each.path for each in losses(answered_with(history, output))] == [f"$.messages[{gone}].content"]


@given(json_values, json_values)
def test_difference_agrees_with_json(one, two):
    """Two values differ exactly when their sorted JSON does."""
    import json

    same = json.dumps(one, sort_keys=True) == json.dumps(two, sort_keys=True)
    assert (difference(one, two) is None) == same
    assert difference(one, deepcopy(one)) is None


def test_difference_bears_cycles_and_depth():
    """Cycles and 5,000 levels are compared, and NaN is itself."""
    cycle = [1]
    cycle.append(cycle)
    deep, other = [], [0]
    for _ in range(5000):
        deep, other = [deep], [other]
    assert difference(cycle, cycle) is None
    assert difference([float("nan")], [float("nan")]) is None
    assert difference(deep, deep) is None
    assert difference(deep, other) is not None
    assert difference([1, 2, 3], [1, 3]) == "$[1]"
    assert difference({"a": 1}, {"a": True}) == "$.a"
