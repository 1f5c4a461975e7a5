"""Results next to their calls, and what has no place anywhere."""

from collections import Counter

from hypothesis import given, settings
from reference.send.talk import ANY_ITEMS, call, clean_items, result, said, thought, touched, user

from sendable.model.target import parse_target
from sendable.reference.send.calls import is_call, is_result, link
from sendable.reference.send.held import entries_of
from sendable.reference.send.order import repair_order

CLAUDE = parse_target("anthropic-messages:claude-opus-5-5")
OPENAI = parse_target("openai-responses:gpt-5.4")


def ordered(items, target=OPENAI):
    found = repair_order(list(entries_of(items)), target)
    return [item for each in found.entries for item in each.items], [
        (each.code, touched(each)) for each in found.warnings
    ]


def test_a_message_between_call_and_result_goes_behind_the_result():
    """The real result moves next to its call (shape (b) of 2.6)."""
    items, warnings = ordered([user(), call("a"), user("stop"), result("a"), said()])
    assert items == [user(), call("a"), result("a"), user("stop"), said()]
    assert warnings == [("result-moved", [("function_call_output", "a", 3)])]


def test_results_of_a_parallel_block_come_together_in_the_order_of_arrival():
    """Only what stands in between moves away."""
    items, _ = ordered([call("a"), call("b"), result("b"), user("stop"), result("a")])
    assert items == [call("a"), call("b"), result("b"), result("a"), user("stop")]


def test_a_result_that_stands_before_its_call_is_left_out():
    """Nothing can answer what was not asked yet (2.64)."""
    items, warnings = ordered([result("a"), user(), call("a")])
    assert items == [user(), call("a")]
    assert warnings == [("result-without-call", [("function_call_output", "a", 0)])]


def test_a_result_of_no_call_is_left_out():
    """An orphan is refused everywhere."""
    assert ordered([user(), result("x")]) == ([user()], [("result-without-call", [("function_call_output", "x", 1)])])


def test_a_second_result_is_left_out():
    """The first real result counts."""
    items, warnings = ordered([call("a"), result("a", "1"), result("a", "2")])
    assert items == [call("a"), result("a", "1")]
    assert warnings == [("result-repeated", [("function_call_output", "a", 2)])]


def test_reasoning_stored_without_a_follower_is_left_out():
    """A stream that broke off left it; trailing reasoning of a whole answer goes too."""
    assert ordered([user(), thought(), user()]) == (
        [user(), user()],
        [("reasoning-without-follower", [("reasoning", None, 1)])],
    )
    assert ordered([user(), thought("rs_1"), said(), thought("rs_2"), user()])[0] == [
        user(),
        thought("rs_1"),
        said(),
        user(),
    ]


def test_results_with_an_empty_id_are_left_to_the_cleanup():
    """They go together with their calls, in one warning (2.64)."""
    entries = list(entries_of([user(), call(""), result("")]))
    assert repair_order(entries, OPENAI).entries is entries


def test_a_late_result_of_an_asynchronous_call_stays_where_it_came():
    """OpenAI lets the conversation go on (rule resp-async-output-late); nobody else knows such calls."""
    items = [user(), call("a", **{"async": True}), user("meanwhile"), said(), result("a")]
    assert ordered(items)[1] == []
    assert ordered(items, CLAUDE)[0] == [items[0], items[1], items[4], items[2], items[3]]


def test_calls_go_behind_what_was_said_in_the_same_answer_for_claude():
    """There nothing may stand between a call and its result (rule anthropic-tool-use-not-trailing)."""
    items = [user(), call("a"), said("looking"), call("b"), result("a"), result("b")]
    assert ordered(items)[1] == []
    found, warnings = ordered(items, CLAUDE)
    assert found == [user(), said("looking"), call("a"), call("b"), result("a"), result("b")]
    assert warnings == [("call-moved-last", [("function_call", "a", 1)])]


def test_answers_in_a_row_are_paired_each_with_its_own():
    """Two answers with a call each and the results behind both: each result goes to its own."""
    entries = [*entries_of([call("a")]), *entries_of([call("b")]), *entries_of([result("a"), result("b")])]
    found = [item for each in repair_order(entries, OPENAI).entries for item in each.items]
    assert found == [call("a"), result("a"), call("b"), result("b")]


@settings(deadline=None)
@given(clean_items())
def test_a_context_in_order_comes_back_as_the_same_object(items):
    """Identity on clean contexts, for every API."""
    entries = list(entries_of(items))
    for target in (OPENAI, CLAUDE):
        found = repair_order(entries, target)
        assert (found.entries is entries, found.warnings, found.dropped) == (True, (), 0)


@settings(deadline=None)
@given(ANY_ITEMS)
def test_order_repair_is_idempotent_and_never_invents(items):
    """Twice is once; only results and reasoning are left out, and nothing appears that was not there."""
    for target in (OPENAI, CLAUDE):
        once = repair_order(list(entries_of(items)), target)
        assert repair_order(once.entries, target).warnings == ()
        left = Counter(repr(item) for each in once.entries for item in each.items)
        before = Counter(repr(item) for each in entries_of(items) for item in each.items)
        assert left <= before
        assert (before - left).total() == once.dropped


@settings(deadline=None)
@given(ANY_ITEMS)
def test_after_order_repair_every_usable_result_is_behind_its_call(items):
    """Between a result and the answer with its call stand only results."""
    waiting = set()
    for entry in repair_order(list(entries_of(items)), CLAUDE).entries:
        if entry.role == "assistant":
            waiting = {link(item) for item in entry.items if is_call(item)}
        for item in entry.items:
            if is_result(item) and link(item) is not None:
                assert link(item) in waiting
            elif entry.role != "assistant" and not is_result(item):
                waiting = set()
