"""The removing cleanup: what nothing answers, and the reasoning that led to nothing else (2.61 to 2.71)."""

import pytest
from hypothesis import given, settings
from reference.send.talk import ANY_ITEMS, call, clean_items, result, said, thought, touched, user

from sendable.model.target import parse_target
from sendable.reference.send.calls import is_result, link
from sendable.reference.send.cleanup import clean_up
from sendable.reference.send.held import entries_of

OPENAI = parse_target("openai-responses:gpt-6-astra")
CLAUDE = parse_target("anthropic-messages:claude-opus-5-5")
CALL, OUT, THOUGHT = "function_call", "function_call_output", "reasoning"


def cleaned(items, target=OPENAI, **reading):
    found = clean_up(list(entries_of(items)), target, **reading)
    left = [item for each in found.entries for item in each.items]
    removed = [place for warning in found.warnings for place in touched(warning)]
    assert found.removed == len(removed)
    return left, removed


WORKED = {
    "a call without a result goes (2.62)": (
        [user(), call("a"), call("b"), result("b"), user("2")],
        [user(), call("b"), result("b"), user("2")],
        [(CALL, "a", 1)],
    ),
    "so does the reasoning that led to it alone (2.65)": (
        [user(), thought(), call("a"), user("2")],
        [user(), user("2")],
        [(THOUGHT, None, 1), (CALL, "a", 2)],
    ),
    "reasoning that led to another call stays (2.65)": (
        [thought(), call("a"), call("b"), result("b")],
        [thought(), call("b"), result("b")],
        [(CALL, "a", 1)],
    ),
    "all reasoning before the only call goes (2.65)": (
        [thought("rs_1"), thought("rs_2"), call("a")],
        [],
        [(THOUGHT, None, 0), (THOUGHT, None, 1), (CALL, "a", 2)],
    ),
    "a later call of the same answer keeps earlier reasoning (2.65, D12)": (
        [thought("rs_1"), call("a"), thought("rs_2"), call("b"), result("b")],
        [thought("rs_1"), thought("rs_2"), call("b"), result("b")],
        [(CALL, "a", 1)],
    ),
    "what the user says next is no follower (D12)": (
        [thought(), call("a"), user(), said()],
        [user(), said()],
        [(THOUGHT, None, 0), (CALL, "a", 1)],
    ),
    "the same id '0' in call and result is a pair (2.63)": ([call("0"), result("0")], [call("0"), result("0")], []),
    "reasoning that never had a follower stays (2.67)": ([user(), thought()], [user(), thought()], []),
    "a call that another turn's result answers is not answered": (
        [call("a"), user(), call("a"), result("a")],
        [user(), call("a"), result("a")],
        [(CALL, "a", 0)],
    ),
    "a result of no call goes (2.64)": ([user(), result("x")], [user()], [(OUT, "x", 1)]),
}


@pytest.mark.parametrize("name", WORKED)
def test_worked_examples(name):
    """Each example of the seed's checklist comes out as it says, and the warning names what went."""
    items, left, removed = WORKED[name]
    assert cleaned(items) == (left, removed)


@pytest.mark.parametrize("empty", [None, "", " ", "\t\n"])
def test_calls_with_an_empty_id_go_with_their_results(empty):
    """Missing, null, empty and blank ids link nothing (2.63, 2.64)."""
    items = [user(), call(empty), result(empty)]
    assert cleaned(items)[0] == [user()]
    assert cleaned(items, letter=True)[0] == [user(), result(empty)]
    without_id = [{key: value for key, value in item.items() if key != "call_id"} for item in items]
    assert cleaned(without_id) == ([user()], [(CALL, None, 1), (OUT, None, 2)])


def test_by_the_letter_a_result_anywhere_answers():
    """The literal reading asks for the same call_id and for no place."""
    items = [result("a"), user(), call("a"), call("a")]
    assert cleaned(items, letter=True) == (items, [])
    assert cleaned(items)[0] == [user()]


def test_one_warning_names_all_and_tells_no_content():
    """One record, with type, call id, id and position (2.69)."""
    (warning,) = clean_up(list(entries_of([thought(), call("a", id="fc_1")])), OPENAI).warnings
    assert (warning.step, warning.code) == ("cleanup", "calls-without-result")
    assert [(each.type, each.id) for each in warning.items] == [(THOUGHT, "rs_1"), (CALL, "fc_1")]
    assert "look" not in repr(warning)


def test_calls_that_may_stay_open_are_left():
    """An asynchronous call of OpenAI's waits for its result (rule resp-async-call-pending); no one else's does."""
    items = [user(), thought(), call("a", **{"async": True}), user()]
    assert cleaned(items) == (items, [])
    assert cleaned(items, CLAUDE)[0] == [user(), user()]
    blank = [call("", **{"async": True})]
    assert cleaned(blank)[0] == []


def test_hosted_calls_are_nobodys_to_answer():
    """What the provider runs has no result of ours."""
    items = [
        thought(),
        {"type": "web_search_call", "id": "ws_1", "status": "completed"},
        {"type": "tool_search_call", "call_id": None, "execution": "server"},
        said(),
    ]
    assert cleaned(items) == (items, [])


OTHER_CALLS = {
    "custom_tool_call": "custom_tool_call_output",
    "computer_call": "computer_call_output",
    "local_shell_call": "local_shell_call_output",
    "shell_call": "shell_call_output",
    "apply_patch_call": "apply_patch_call_output",
    "tool_search_call": "tool_search_output",
}


@pytest.mark.parametrize("made", OTHER_CALLS)
def test_every_kind_of_client_call_needs_its_result(made):
    """Not functions alone are left open by an abort."""
    called, answered = {"type": made, "call_id": "a"}, {"type": OTHER_CALLS[made], "call_id": "a"}
    assert cleaned([user(), called])[0] == [user()]
    assert cleaned([user(), called, answered]) == ([user(), called, answered], [])


def test_a_message_that_only_carried_its_calls_goes_with_them():
    """A flat turn without text is nothing without its calls; with text it stays."""
    assert cleaned([said(""), call("a"), user()])[0] == [user()]
    assert cleaned([said("looking"), call("a"), user()])[0] == [said("looking"), user()]
    assert cleaned([thought(), said(""), call("a"), user()])[0] == [user()]


@settings(deadline=None)
@given(clean_items())
def test_a_clean_context_comes_back_as_the_same_object(items):
    """Identity, by either reading (2.68)."""
    entries = list(entries_of(items))
    for letter in (False, True):
        assert clean_up(entries, OPENAI, letter=letter).entries is entries


@settings(deadline=None)
@given(ANY_ITEMS)
def test_cleanup_is_idempotent_and_leaves_whole_pairs(items):
    """Twice is once (2.71), and no result is left without a call."""
    for letter in (False, True):
        once = clean_up(list(entries_of(items)), OPENAI, letter=letter)
        again = clean_up(once.entries, OPENAI, letter=letter)
        assert (again.entries is once.entries, again.warnings) == (True, ())
    left = [item for each in clean_up(list(entries_of(items)), OPENAI).entries for item in each.items]
    called = {link(item) for item in left if item.get("type") == CALL}
    assert {link(item) for item in left if is_result(item)} <= called
