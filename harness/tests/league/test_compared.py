"""What counts as made up, as told in another guise, and as clear."""

import json

import pytest

from league.compared import Compared
from sendable.model.case import Case
from sendable.model.target import parse_target
from sendable.normalizers import BodyAnswer, FlatAnswer

TARGET = parse_target("openai-chat:gpt-5.4")
USER = {"role": "user", "content": "Which file?"}
CALL = {"role": "assistant", "content": "", "tool_calls": [{"tool_call_id": "c1", "name": "search"}]}
RESULT = {"role": "tool", "content": "area.py, line 9", "tool_call_id": "c1"}
NEXT = {"role": "user", "content": "Continue."}


def _case(*messages, contract="send") -> Case:
    return Case(id="a", title="A", contract=contract, family="f", history={"messages": list(messages)})


def _sent(*messages) -> BodyAnswer:
    nested = {"id": "c1", "type": "function", "function": {"name": "search", "arguments": "{}"}}
    written = [each if each is not CALL else {**CALL, "tool_calls": [nested]} for each in messages]
    return BodyAnswer({"model": "gpt-5.4", "messages": written})


SENT = [
    ("as it was", [USER, CALL, RESULT], [USER, CALL, RESULT, NEXT], []),
    ("a made-up result", [USER, CALL], [USER, CALL, {**RESULT, "content": "aborted"}, NEXT], ["result 'aborted'"]),
    ("a made-up text", [USER], [{"role": "user", "content": "Hello"}, USER, NEXT], ["text 'Hello'"]),
    ("the agent's own instructions", [USER], [{"role": "system", "content": "You are an agent."}, USER, NEXT], []),
    ("a made-up call", [USER, RESULT], [USER, CALL, RESULT, NEXT], ["call 'search'"]),
    ("two texts joined", [USER], [{"role": "user", "content": "Which file?\n\nContinue."}], []),
    ("a lost result told as a text", [USER, RESULT], [USER, {"role": "user", "content": "Result: area.py, line 9"}, NEXT], []),
    ("a text said twice", [USER], [USER, USER, NEXT], []),
    ("an empty made-up result", [USER, CALL], [USER, CALL, {**RESULT, "content": ""}, NEXT], []),
]  # fmt: skip


@pytest.mark.parametrize(("given", "sent", "found"), [each[1:] for each in SENT], ids=[each[0] for each in SENT])
def test_what_nothing_of_the_history_stands_behind_is_invented(given, sent, found) -> None:
    """A piece of the history in another guise is not."""
    assert list(Compared(_case(*given), TARGET, _sent(*sent)).invented()) == found


def test_messages_of_the_flat_contract_are_looked_at_too() -> None:
    """There the coming turn is no part of the answer."""
    case = _case(USER, CALL, contract="flat")
    made = FlatAnswer([USER, CALL, {**RESULT, "content": "Tool call was interrupted; no result."}])
    assert list(Compared(case, TARGET, made).invented()) == ["result 'Tool call was interrupted; no result.'"]
    assert list(Compared(case, TARGET, FlatAnswer([USER, CALL])).invented()) == []


def test_what_is_told_as_something_else_is_not_lost() -> None:
    """A result of the history as a user's text, or a text of it as a result; what stands nowhere is lost."""
    as_text = _sent(USER, {"role": "user", "content": "Result: area.py, line 9"}, NEXT)
    assert Compared(_case(USER, CALL, RESULT), TARGET, as_text).is_told("$.messages[2]")
    as_result = _sent({**RESULT, "content": "Which file?"}, NEXT)
    assert Compared(_case(USER), TARGET, as_result).is_told("$.messages[0].content")
    assert not Compared(_case(USER, CALL, RESULT), TARGET, _sent(USER, NEXT)).is_told("$.messages[2]")


def test_a_result_inside_json_is_told() -> None:
    """Its line ends and quotes are escaped there, and it is neither lost nor made up."""
    quoted = {**RESULT, "content": 'said "no"\ntwice'}
    written = {**RESULT, "content": json.dumps({"result": quoted["content"]})}
    compared = Compared(_case(USER, CALL, quoted), TARGET, _sent(USER, CALL, written, NEXT))
    assert compared.is_told("$.messages[2]")
    assert list(compared.invented()) == []


def test_a_call_beside_what_is_none_is_told() -> None:
    """The list that was stored is sent as it is; nobody can read it, and nothing of it is lost."""
    odd = {**CALL, "tool_calls": [*CALL["tool_calls"], []]}
    nested = {"id": "c1", "type": "function", "function": {"name": "search", "arguments": "{}"}}
    case, path = _case(USER, odd, RESULT), "$.messages[1].tool_calls[0]"
    assert Compared(case, TARGET, _sent(USER, {**CALL, "tool_calls": [nested, []]}, RESULT, NEXT)).is_told(path)
    assert not Compared(case, TARGET, _sent(USER, RESULT, NEXT)).is_told(path)


def test_a_list_of_empty_parts_says_nothing_that_could_be_lost() -> None:
    """A result of one that goes out as the empty text is whole."""
    empty = {**RESULT, "content": [{"type": "text", "text": ""}]}
    assert Compared(_case(USER, CALL, empty), TARGET, _sent(USER, CALL, {**RESULT, "content": ""}, NEXT)).is_told(
        "$.messages[2]"
    )


def test_parts_that_a_library_runs_together_are_told() -> None:
    """Each of them stands in the text, and the text is none of its own; a part that is missing there is lost."""
    parts = {"role": "user", "content": [{"type": "text", "text": "one"}, {"type": "text", "text": "two"}]}
    paths = ("$.messages[0].content[0]", "$.messages[0].content[1]")
    compared = Compared(_case(parts), TARGET, _sent({"role": "user", "content": "onetwo"}, NEXT))
    assert [compared.is_told(path) for path in paths] == [True, True]
    assert list(compared.invented()) == []
    halved = Compared(_case(parts), TARGET, _sent({"role": "user", "content": "onet"}, NEXT))
    assert [halved.is_told(path) for path in paths] == [False, False]
    assert list(halved.invented()) == ["text 'onet'"]


def test_a_call_without_a_result_behind_it_is_open() -> None:
    """Nobody could pair it; a result before it, or of another call, does not help."""
    paths = ("$.messages[1].tool_calls[0]", "$.messages[0].content")
    histories = ([USER, CALL], [USER, CALL, RESULT], [USER, CALL, {**RESULT, "tool_call_id": "c2"}])
    compared = [Compared(_case(*each, contract="flat"), TARGET, FlatAnswer([USER])) for each in histories]
    assert [each.is_open(paths[0]) for each in compared] == [True, False, True]
    assert not compared[0].is_open(paths[1])
    early = Compared(_case(RESULT, CALL, contract="flat"), TARGET, FlatAnswer([]))
    assert early.is_open("$.messages[1].tool_calls[0]")


def test_a_system_text_beside_the_history_is_told() -> None:
    """The Responses API has a place for it, which is no item."""
    said = [{"type": "message", **USER}, {"type": "message", **NEXT}]
    body = BodyAnswer({"model": "gpt-5.4", "instructions": "Be brief.", "input": said})
    case = _case({"role": "system", "content": "Be brief."}, USER)
    assert Compared(case, parse_target("openai-responses:gpt-5.4"), body).is_told("$.messages[0].content")


@pytest.mark.parametrize(
    ("given", "clear"),
    [
        ([USER, CALL, RESULT], True),
        ([USER], True),
        ([USER, CALL, RESULT, CALL], False),
        ([USER, CALL, RESULT, RESULT], False),
    ],
)
def test_a_history_with_a_call_id_that_names_two_things_is_not_clear(given, clear) -> None:
    """Which of two calls, or of two results, was moved cannot be told."""
    assert Compared(_case(*given), TARGET, _sent(*given, NEXT)).is_clear() is clear


def test_a_lost_text_that_another_one_equals_leaves_the_order_unclear() -> None:
    """Which of the two is still there cannot be told."""
    twice = [{**CALL, "content": "One moment.\n"}, {"role": "assistant", "content": "One moment."}, RESULT]
    assert not Compared(_case(USER, *twice), TARGET, _sent(USER, CALL, *twice[1:], NEXT)).is_clear()
    assert Compared(_case(USER, CALL, RESULT), TARGET, _sent(CALL, RESULT, NEXT)).is_clear()
