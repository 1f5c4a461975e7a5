"""Results that words of the model part from their call, results of nothing, and calls of which id and name are new."""

import pytest

from sendable.checks.item_pieces import item_pieces
from sendable.checks.match_calls import kept_calls

SAID = {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "One moment."}]}


def call(call_id, name="search"):
    """Make a call."""
    return {"type": "function_call", "call_id": call_id, "name": name, "arguments": "{}"}


def result(call_id, output="Found."):
    """Make a result."""
    return {"type": "function_call_output", "call_id": call_id, "output": output}


def pieces(*runs):
    """Take items apart that stand in so many answers or messages."""
    items = [((at, nth), (at, nth), item) for at, run in enumerate(runs) for nth, item in enumerate(run)]
    return item_pieces(items)


def answered(*runs):
    """Tell for each result whether it stands with its call."""
    return [each.answers is not None for each in pieces(*runs) if each.kind == "result"]


def test_words_of_the_model_part_a_result_from_its_call():
    """Behind a first result, or in an answer of their own, they do; in the call's own answer they do not."""
    assert answered([call("a"), call("b")], [result("a")], [SAID], [result("b")]) == [True, False]
    assert answered([call("a")], [SAID], [result("a")]) == [False]
    assert answered([call("a"), SAID], [result("a")]) == [True]


@pytest.mark.parametrize("output", [[], [{"type": "input_text", "text": " "}]])
def test_a_list_of_parts_that_say_nothing_is_no_output(output):
    """Nothing has to survive of it."""
    assert [each.content for each in pieces([call("a")], [result("a", output)]) if each.kind == "result"] == [None]


def test_a_call_under_a_new_id_and_a_new_name_is_found_by_its_result():
    """With the same result it is the call; with another it is lost."""

    def found(output):
        given = pieces([call("a", "files.search")], [result("a")])
        made = pieces([call("123456789", "files_search")], [result("123456789", output)])
        kinds = [[each for each in of if each.kind == kind] for kind in ("call", "result") for of in (given, made)]
        return len(kept_calls(*kinds, verbatim=False))

    assert (found("Found."), found("Another.")) == (1, 0)
