"""The difference of two bodies: what it says is what changed."""

from hypothesis import given
from hypothesis import strategies as st

from sendable.model.explanation import Edit
from sendable.tasks.edits import edits

ITEMS = st.lists(st.sampled_from([{"a": 1}, {"a": 2}, {"b": [1]}, "x"]), max_size=8)


def test_each_kind_of_edit():
    """Added, removed and replaced, in lists and in objects; equal ends are no edits."""
    before = {"m": [{"r": "u"}, {"r": "a", "x": 1}, {"r": "t"}, {"r": "u"}], "k": 1, "gone": None}
    after = {"m": [{"r": "u"}, {"r": "a"}, {"r": "u"}], "k": 2, "new": "n"}
    assert list(edits((), before, after)) == [
        Edit("remove", "$.m[1]", before='{"r":"a","x":1}'),
        Edit("remove", "$.m[2]", before='{"r":"t"}'),
        Edit("add", "$.m[1]", after='{"r":"a"}'),
        Edit("replace", "$.k", "1", "2"),
        Edit("remove", "$.gone", before="null"),
        Edit("add", "$.new", after='"n"'),
    ]


def test_as_many_there_as_here_are_changes():
    """Between equal neighbours, an element is compared with the one in its place."""
    assert list(edits(("m",), [1, {"a": 1, "b": 2}, 3], [1, {"a": 1}, 3])) == [Edit("remove", "$.m[1].b", before="2")]


@given(ITEMS, ITEMS)
def test_removals_and_additions_account_for_the_lengths(before, after):
    """An equal list has no edits; otherwise the edits at the top level explain the difference in length."""
    found = list(edits(("m",), before, after))
    assert (found == []) == (before == after)
    whole = [edit for edit in found if edit.path.count("[") == 1 and "." not in edit.path[3:]]
    added = sum(edit.act == "add" for edit in whole)
    removed = sum(edit.act == "remove" for edit in whole)
    assert len(before) + added - removed == len(after)


def test_long_lists_of_equal_elements_are_quick():
    """Thousands of like elements with changes all over: linear, not quadratic."""
    before = [{"role": "user", "content": "x"}, {"role": "assistant", "content": None}] * 5_000
    after = [each if each["content"] else {**each, "content": ""} for each in before]
    assert len(list(edits(("m",), before, after))) == 5_000
