"""Closing repair, statement by statement, with every count."""

import copy
import math
from collections import defaultdict
from enum import Enum
from types import MappingProxyType

import pytest

from sendable.model.errors import BadUsage, UnreadableInput
from sendable.reference.flat import RULES, Event, Note, closing_repair, normalize, normalize_flat, pair, plain, repair

SYN = "Tool call was interrupted; no result."


def turn(*ids, text=""):
    return {
        "role": "assistant",
        "content": text,
        "tool_calls": [{"tool_call_id": each, "name": "search"} for each in ids],
    }


def answer(call_id, text):
    return {"role": "tool", "content": text, "tool_call_id": call_id}


def user(text):
    return {"role": "user", "content": text}


def system(text):
    return {"role": "system", "content": text}


def counts(result):
    return {**{k: v for k, v in result.by_rule.items() if v}, "synthesized": result.synthesized, "moved": result.moved}


COUNTED = [
    ("1.4 order before repair", [turn("c1"), system("note"), answer("c1", "r")], {"synthesized": 0, "moved": 0}),
    ("1.6 no map", [None, "x", ["user"], []], {"coerce": 4, "synthesized": 0, "moved": 0}),
    (
        "1.13 blank content",
        [{"role": "assistant", "content": [math.nan], "tool_calls": [{"tool_call_id": "0"}]}],
        {"call": 1, "turn": 1, "synthesized": 0, "moved": 0},
    ),
    ("1.17 parallel", [turn("a", "b", "c"), answer("b", "r")], {"synthesized": 2, "moved": 0}),
    ("1.18 orphan", [user("u"), answer("x", "r")], {"result": 1, "synthesized": 0, "moved": 0}),
    (
        "1.20 declared again",
        [turn("c1"), answer("c1", "r"), turn("c1"), answer("c1", "b")],
        {"call": 1, "turn": 1, "result": 1, "synthesized": 0, "moved": 0},
    ),
    (
        "1.22 first owns",
        [turn("c1"), user("u"), turn("c1"), answer("c1", "r")],
        {"call": 1, "turn": 1, "synthesized": 0, "moved": 1},
    ),
    (
        "1.23 leading run",
        [answer("c1", "x"), answer("c2", "y"), turn("c1", "c2")],
        {"leading": 2, "synthesized": 2, "moved": 0},
    ),
    ("1.23 behind system", [answer("c1", "r"), turn("c1"), system("s")], {"leading": 1, "synthesized": 1, "moved": 0}),
    (
        "1.28 three for one",
        [turn("0"), answer("0", "result")],
        {"call": 1, "turn": 1, "result": 1, "synthesized": 0, "moved": 0},
    ),
    (
        "1.29 five of three",
        [turn("0", ""), answer("0", "r"), answer("", "r")],
        {"call": 2, "turn": 1, "result": 2, "synthesized": 0, "moved": 0},
    ),
    (
        "1.33 no maps",
        [{"role": "assistant", "content": "x", "tool_calls": ["c1", None]}],
        {"call": 2, "synthesized": 0, "moved": 0},
    ),
    ("1.35 before its call", [user("u"), answer("c1", "r"), turn("c1")], {"result": 1, "synthesized": 1, "moved": 0}),
    ("1.36 separated", [turn("c1"), user("hurry"), answer("c1", "ok")], {"synthesized": 0, "moved": 1}),
    (
        "1.36 leading and real",
        [answer("c1", "early"), turn("c1"), answer("c1", "late")],
        {"leading": 1, "synthesized": 0, "moved": 0},
    ),
    ("1.37 other order", [turn("a", "b"), answer("b", "r"), answer("a", "r")], {"synthesized": 0, "moved": 0}),
    ("1.38 only results", [answer("a", "r"), answer("b", "r")], {"result": 2, "synthesized": 0, "moved": 0}),
]
LETTER = [
    (
        "1.23 behind system",
        [answer("c1", "r"), turn("c1"), system("s")],
        [system("s"), answer("c1", "r"), turn("c1")],
        {"synthesized": 0, "moved": 0},
    ),
    (
        "1.24 second example",
        [answer("c1", "x"), turn("c1")],
        [turn("c1"), answer("c1", SYN)],
        {"leading": 1, "synthesized": 1, "moved": 0},
    ),
    (
        "1.35 before its call",
        [user("u"), answer("c1", "r"), turn("c1")],
        [user("u"), answer("c1", "r"), turn("c1")],
        {"synthesized": 0, "moved": 0},
    ),
    (
        "1.36 separated",
        [turn("c1"), user("h"), answer("c1", "ok")],
        [turn("c1"), user("h"), answer("c1", "ok")],
        {"synthesized": 0, "moved": 0},
    ),
    (
        "1.36 leading and real",
        [answer("c1", "early"), turn("c1"), answer("c1", "late")],
        [turn("c1"), answer("c1", SYN)],
        {"leading": 1, "result": 1, "synthesized": 1, "moved": 0},
    ),
    (
        "adjacent synthetic",
        [turn("a", "b"), answer("b", "r"), user("u")],
        [turn("a", "b"), answer("b", "r"), answer("a", SYN), user("u")],
        {"synthesized": 1, "moved": 0},
    ),
]


@pytest.mark.parametrize(("history", "expected"), [each[1:] for each in COUNTED], ids=[each[0] for each in COUNTED])
def test_counts_are_split_by_rule(history, expected):
    """Each drop is counted under its rule, and synthetic and moved results beside them."""
    result = normalize_flat(history)
    assert (counts(result), result.dropped) == (
        expected,
        sum(v for k, v in expected.items() if k not in {"synthesized", "moved"}),
    )


@pytest.mark.parametrize(
    ("history", "messages", "expected"), [each[1:] for each in LETTER], ids=[each[0] for each in LETTER]
)
def test_letter_matches_ids_over_the_whole_list(history, messages, expected):
    """By the letter nothing is moved, only index 0 leads, and position does not matter to an answer."""
    result = normalize_flat(history, letter=True)
    assert (result.messages, counts(result)) == (messages, expected)


def test_one_function_object_repairs_mid_loop_and_in_the_normalizer():
    """Rule (3) of the normalizer is the very function that a reasoner calls."""
    assert closing_repair is repair is pair.repair is normalize.repair


def test_events_name_rule_index_and_id():
    """Events stand in the order of doing, with the index in the input, also behind drops and moves."""
    history = [
        None,
        answer("x", "orphan"),
        answer("c1", "lead"),
        system("s"),
        turn("c1", "0"),
        user("u"),
        turn("c2"),
        user("v"),
        answer("c2", "r"),
    ]
    assert normalize_flat(history).events == (
        Event("coerce", 0),
        Event("call", 4, "0"),
        Event("moved", 8, "c2"),
        Event("result", 1, "x"),
        Event("leading", 2, "c1"),
        Event("synthesized", 4, "c1"),
    )


def test_notes_name_what_changed_inside_an_entry():
    """An unknown role, a mended text and a value that JSON cannot hold are noted, not counted."""
    history = [{"role": "operator", "content": "a\ud800"}, {"role": "user", "content": {1, 2}}]
    result = normalize_flat(history)
    assert (result.messages, result.dropped) == ([user("a\ufffd"), user("")], 0)
    assert result.notes == (Note("unknown-role", 0), Note("lone-surrogate", 0), Note("not-serializable", 1))


def nest(depth):
    value = "x"
    for _ in range(depth):
        value = [value]
    return value


def loop():
    value = {"a": []}
    value["a"].append(value)
    return value


def laughs():
    value = ["ha"]
    for _ in range(100):
        value = [value, value]
    return value


CONTENT = [
    (nest(512), "[" * 512 + '"x"' + "]" * 512),
    (nest(513), ""),
    (nest(100_000), ""),
    (loop(), ""),
    ({1: "a", 2.5: "b"}, '{"1":"a","2.5":"b"}'),
    ({None: "a"}, ""),
    ({True: "a"}, ""),
    ({b"k": "a"}, ""),
    ((1, "two"), '[1,"two"]'),
    ({"b": 1, "a": "é/"}, '{"b":1,"a":"é/"}'),
    ([], "[]"),
    ({}, "{}"),
    ({1, 2}, ""),
    ([object()], ""),
    (b"x", ""),
    (math.nan, ""),
    (-math.inf, ""),
    (10**5000, ""),
    ([10**5000], ""),
    (-0.0, "-0.0"),
    (1e22, "1e+22"),
    (None, ""),
    (True, "true"),
    (Enum("Colour", {"RED": "red"}, type=str).RED, "red"),
    (MappingProxyType({}), ""),
]


@pytest.mark.parametrize(("content", "text"), CONTENT, ids=[str(index) for index in range(len(CONTENT))])
def test_content_becomes_text_or_is_blanked(content, text):
    """Content is one strict compact JSON text, and the empty text where JSON cannot hold it; the entry stays."""
    result = normalize_flat([{"role": "user", "content": content}])
    assert (result.messages, result.dropped, type(result.messages[0]["content"])) == ([user(text)], 0, str)


ARGUMENTS = [
    ({"a": [1, {"b": None}]}, {"a": [1, {"b": None}]}),
    ({5: (1, 2)}, {"5": [1, 2]}),
    (nest(100_000), ""),
    (loop(), ""),
    ({"a": math.nan}, ""),
    (b"x", ""),
    ("a\ud800", "a\ufffd"),
    (None, None),
    (3, 3),
]


@pytest.mark.parametrize(("arguments", "kept"), ARGUMENTS, ids=[str(index) for index in range(len(ARGUMENTS))])
def test_call_keeps_its_values_as_plain_json(arguments, kept):
    """Every key of a call is kept as a fresh value; one that JSON cannot hold is blanked like such content."""
    entry = {
        "role": "assistant",
        "content": "",
        "tool_calls": [{"tool_call_id": "c1", "name": "s", "arguments": arguments}],
    }
    result = normalize_flat([entry, answer("c1", "r")])
    assert result.messages[0]["tool_calls"] == [{"tool_call_id": "c1", "name": "s", "arguments": kept}]


def test_value_put_into_itself_over_and_over_is_given_up(monkeypatch):
    """A small object whose text would have no end in practice is not serializable."""
    monkeypatch.setattr(plain, "LARGEST", 10_000)
    assert normalize_flat([{"role": "user", "content": laughs()}]).messages == [user("")]


def test_subclass_of_dict_is_not_asked_for_what_it_lacks():
    """A map that invents values is read by what it holds, and stays as it was."""
    entry = defaultdict(list, role="user")
    assert (normalize_flat([entry]).messages, dict(entry)) == ([user("")], {"role": "user"})


def test_none_is_an_empty_history():
    """No history is an empty one, with nothing dropped."""
    result = normalize_flat(None)
    assert (result.messages, result.dropped, result.events) == ([], 0, ())


@pytest.mark.parametrize("value", [{"role": "user", "content": "x"}, "text", 7, {1}])
def test_what_is_no_list_is_refused(value):
    """A single message or anything else that is no list is the caller's mistake, named with its type."""
    with pytest.raises(UnreadableInput, match=f"a history is a list of messages, and this is a {type(value).__name__}"):
        normalize_flat(value)


@pytest.mark.parametrize(
    ("messages", "where"),
    [
        ([user("a"), "x"], "$[1]"),
        ([{"content": "x"}], "$[0]"),
        ([answer(["a"], "x")], "$[0]"),
        ([{**turn("c"), "tool_calls": 3}], "$[0]"),
    ],
)
def test_repair_mid_loop_refuses_what_is_not_flat(messages, where):
    """Repair names the place of an element that is no flat message."""
    with pytest.raises(UnreadableInput) as caught:
        repair(messages)
    assert caught.value.where == where


def test_repair_mid_loop_leaves_its_input_alone():
    """The list and the messages given to repair stay as they were, and its answer counts only its own work."""
    buffer = [user("u"), turn("c1", "0"), turn("c2"), answer("c2", "r")]
    before = copy.deepcopy(buffer)
    result = repair(buffer)
    assert buffer == before
    assert result.messages == [user("u"), turn("c1"), answer("c1", SYN), turn("c2"), answer("c2", "r")]
    assert (result.dropped, result.synthesized, result.moved, list(result.origins)) == (1, 1, 0, [0, 1, -1, 2, 3])


def test_repair_mid_loop_keeps_a_silent_turn_without_its_empty_list_of_calls():
    """A turn that never had a call is not one that lost them all."""
    result = repair([user("u"), {"role": "assistant", "content": "", "tool_calls": []}])
    assert (result.messages, result.by_rule["turn"]) == ([user("u"), {"role": "assistant", "content": ""}], 0)


def test_event_names_the_first_id_when_both_spellings_are_unusable():
    """A dropped call is named by what stood first, so that its owner finds it again."""
    entry = {"role": "assistant", "content": "t", "tool_calls": [{"tool_call_id": "0", "id": " "}, {"id": "0"}]}
    assert normalize_flat([entry]).events == (Event("call", 0, "0"), Event("call", 0, "0"))


def test_unknown_rule_name_is_refused():
    """A name in `without` that no rule has would prove nothing, and is refused."""
    with pytest.raises(BadUsage, match="no such rule: no-such"):
        normalize_flat([], without=frozenset({"no-such"}))


BROKEN_BY = {
    "drop-roleless": [{"content": "x"}],
    "known-role": [{"role": "operator", "content": "x"}],
    "content-to-text": [{"role": "user", "content": {"a": 1}}],
    "mend-surrogates": [user("\ud800")],
    "cast-integer-ids": [turn(5), answer("5", "r")],
    "read-stored-ids": [{"role": "assistant", "content": "", "metadata": {"tool_calls": [{"id": "c1"}]}}],
    "system-first": [user("u"), system("s")],
    "refuse-zero-id": [turn("0"), answer("0", "r")],
    "refuse-blank-ids": [turn(" "), answer(" ", "r")],
    "first-declaration-owns": [turn("c1"), answer("c1", "r"), turn("c1"), answer("c1", "b")],
    "drop-emptied-turn": [turn("0")],
    "drop-orphan-result": [user("u"), answer("x", "r")],
    "drop-duplicate-result": [turn("c1"), answer("c1", "a"), answer("c1", "b")],
    "result-after-call": [user("u"), answer("c1", "r"), turn("c1")],
    "result-next-to-call": [turn("c1"), user("u"), answer("c1", "r")],
    "answer-open-calls": [turn("c1")],
    "strip-leading": [answer("c1", "r"), turn("c1")],
    "strip-behind-systems": [system("s"), answer("c1", "r"), turn("c1")],
    "repair-again": [answer("c1", "r"), turn("c1")],
}


@pytest.mark.parametrize("rule", RULES)
def test_each_rule_left_out_changes_an_answer(rule):
    """Every switch leaves out a rule that does something."""
    history = BROKEN_BY[rule]
    assert normalize_flat(history, without=frozenset({rule})).messages != normalize_flat(history).messages
