"""Repeated call ids, renamed on both sides of the pair."""

import pytest
from hypothesis import given, settings
from reference.send.talk import ANY_ITEMS, call, result, said, touched, user

from sendable.model.target import parse_target
from sendable.reference.send.calls import is_call, is_result, pairs
from sendable.reference.send.held import entries_of
from sendable.reference.send.renaming import rename

CLAUDE = parse_target("anthropic-messages:claude-opus-5-5")
OPENAI = parse_target("openai-responses:gpt-5.4")


def renamed(items, target=CLAUDE):
    found = rename(list(entries_of(items)), target)
    return [item["call_id"] for each in found.entries for item in each.items if "call_id" in item], found.warnings


def test_second_call_of_a_turn_gets_a_name_and_so_does_its_result():
    """By occurrence: the first result answers the first call (rule anthropic-tool-use-duplicate-id)."""
    ids, (warning,) = renamed([call("a"), call("a"), result("a", "1"), result("a", "2")])
    assert ids == ["a", "a_2", "a", "a_2"]
    assert (warning.step, warning.code) == ("renaming", "call-id-repeated")
    assert touched(warning) == [("function_call", "a", 1), ("function_call_output", "a", 3)]


def test_an_id_that_comes_again_in_a_later_turn_may_stay():
    """Providers take it, so nothing is touched (rule anthropic-tool-use-id-reused-in-later-turn)."""
    entries = list(entries_of([call("a"), result("a"), said(), user(), call("a"), result("a")]))
    assert rename(entries, CLAUDE).entries is entries


def test_an_id_outside_the_alphabet_is_renamed_in_later_turns_too():
    """Shape rewrites only ids that stand for one pair, so each pair must have its own."""
    items = [call("bad id"), result("bad id"), user(), call("bad id"), result("bad id")]
    assert renamed(items, CLAUDE)[0] == ["bad id", "bad id", "bad id_2", "bad id_2"]
    assert renamed(items, OPENAI) == (["bad id"] * 4, ())


def test_an_answered_turn_keeps_its_result():
    """A result answers the latest turn that waits for its id: a call that died before does not take it."""
    entries = list(entries_of([call("a"), user(), call("a"), result("a")]))
    assert pairs(entries).call_of == {(3, 0): (2, 0)}


def test_a_new_name_meets_no_other_id():
    """A name that is taken gets another mark."""
    assert renamed([call("a"), call("a"), call("a_2"), *map(result, ["a", "a", "a_2"])])[0] == [
        "a",
        "a_2_",
        "a_2",
        "a",
        "a_2_",
        "a_2",
    ]


def test_names_stay_while_the_conversation_grows():
    """The same history with more behind it gets the same names in front."""
    items = [call("a"), call("a"), result("a"), result("a"), user(), call("b"), call("b")]
    assert renamed([*items, result("b"), result("b"), user(), call("a"), call("a")])[0][:4] == renamed(items)[0][:4]


@pytest.mark.parametrize("call_id", [None, "", "  "])
def test_an_empty_id_is_the_cleanups(call_id):
    """Nothing is invented for a call that nobody can answer."""
    entries = list(entries_of([call(call_id), call(call_id), result(call_id)]))
    assert rename(entries, CLAUDE).entries is entries


def test_a_whole_number_becomes_its_text():
    """On both sides, so that the pair stays one; what is no id at all is the cleanup's."""
    ids, (warning,) = renamed([call(5), result("5"), call(True), call(1.5), call([])], OPENAI)
    assert ids == ["5", "5", True, 1.5, []]
    assert (warning.code, touched(warning)) == ("call-id-not-text", [("function_call", None, 0)])


@settings(deadline=None)
@given(ANY_ITEMS)
def test_renaming_touches_nothing_but_ids_and_leaves_each_turn_with_different_ones(items):
    """The pairs are the same before and after, and no turn of the model holds an id twice."""
    entries = list(entries_of(items))
    found = rename(entries, CLAUDE).entries
    assert pairs(found, runs=True) == pairs(entries, runs=True)
    assert [[without_id(item) for item in each.items] for each in found] == [
        [without_id(item) for item in each.items] for each in entries
    ]
    for each in found:
        ids = [item["call_id"] for item in each.items if is_call(item) and isinstance(item["call_id"], str)]
        usable = [call_id for call_id in ids if call_id.strip()]
        assert len(usable) == len(set(usable))


def without_id(item):
    return {key: value for key, value in item.items() if key != "call_id"} if is_call(item) or is_result(item) else item
