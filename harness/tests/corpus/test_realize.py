"""Recipes are carried out and tagged values decoded on the way to a normalizer."""

import math

from sendable.corpus import needs_process, realize


def test_a_recipe_stands_for_its_elements():
    """A recipe is replaced by its elements, so many times, with the number of the round in their texts."""
    pair = [{"role": "assistant", "tool_calls": [{"tool_call_id": "c{n}"}]}, {"role": "tool", "tool_call_id": "c{n}"}]
    history = {"messages": [{"role": "user"}, {"repeat": 3, "of": pair}, {"role": "user", "content": "{n}"}]}
    messages = realize(history)["messages"]
    assert [each.get("tool_call_id") for each in messages] == [None, None, "c0", None, "c1", None, "c2", None]
    assert [each["tool_calls"][0]["tool_call_id"] for each in messages[1:6:2]] == ["c0", "c1", "c2"]
    assert messages[7] == {"role": "user", "content": "{n}"}


def test_a_long_recipe():
    """A recipe of 100,000 messages is carried out, each message an object of its own."""
    messages = realize({"messages": [{"repeat": 50_000, "of": [{"a": {}}, {"b": []}]}]})["messages"]
    assert len(messages) == 100_000
    assert len({id(each) for each in messages}) == 100_000
    assert messages[0]["a"] is not messages[2]["a"]


def test_what_looks_like_a_recipe_outside_a_list_is_none():
    """A field called ``repeat`` of an object, or arguments that hold one, is data."""
    history = {"messages": [{"arguments": {"repeat": 2}, "of": []}]}
    assert realize(history) == history


def tagged(name):
    return realize({"messages": [{"content": {"$value": name}}]})["messages"][0]["content"]


def test_tagged_values():
    """Each tag stands for one value that JSON cannot hold."""
    assert math.isnan(tagged("nan"))
    assert (tagged("infinity"), tagged("-infinity")) == (math.inf, -math.inf)
    assert tagged("bytes") == b"\xff\x00"
    assert tagged("set") == {"a"}
    assert tagged("lone-surrogate") == "a\ud800"
    cycle = tagged("cycle")
    assert cycle["self"] is cycle


def test_only_tags_need_the_process():
    """A history with a tag anywhere goes only to in-process normalizers; a recipe does not matter."""
    assert needs_process({"messages": [{"repeat": 2, "of": [{"content": [{"$value": "nan"}]}]}]})
    assert not needs_process({"messages": [{"repeat": 2, "of": [{"content": "$value"}]}]})


def test_the_case_is_not_shared():
    """Changing what a normalizer was given leaves the case as it is."""
    history = {"messages": [{"role": "user", "content": ["a"]}]}
    realize(history)["messages"][0]["content"].append("b")
    assert history == {"messages": [{"role": "user", "content": ["a"]}]}
