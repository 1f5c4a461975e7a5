"""How adapters read the history of a request."""

import pytest
from _history import Call, Message, NotExpressible, Request, Tool, expressing

CALLED = {"role": "assistant", "content": "", "tool_calls": [{"tool_call_id": "c1", "name": "search"}]}
ANSWERED = {"role": "tool", "content": "r", "tool_call_id": "c1"}
NEXT = {"role": "user", "content": "go"}


def _request(*messages, tools=None) -> Request:
    history = {"messages": list(messages)} | ({"tools": tools} if tools else {})
    return Request("openai-chat", "m", None, history, [NEXT])


STRICT = [
    ({"role": "user", "content": "hi"}, Message("user", ("hi",))),
    ({"role": "assistant"}, Message("assistant", ())),
    ({"role": "user", "content": [{"type": "text", "text": "a"}]}, Message("user", ("a",))),
    (CALLED, Message("assistant", ("",), (Call("c1", "search", "{}"),))),
    ({"role": "assistant", "tool_calls": [{"id": "c1", "function": {"name": "s", "arguments": '{"a": 1}'}}]},
     Message("assistant", (), (Call("c1", "s", '{"a": 1}'),))),
    ({"role": "assistant", "metadata": {"tool_calls": [{"id": "c1", "name": "s", "arguments": {"a": 1}}]}},
     Message("assistant", (), (Call("c1", "s", '{"a": 1}'),))),
    (ANSWERED, Message("tool", ("r",), call_id="c1")),
    ({"role": "tool", "content": "r", "metadata": {"tool_call_id": "c1"}}, Message("tool", ("r",), call_id="c1")),
]  # fmt: skip


@pytest.mark.parametrize(("given", "read"), STRICT)
def test_a_message_is_read(given, read) -> None:
    """Either stored form becomes the same record; what has no arguments gets empty ones."""
    assert _request(given).stored == [read]


HELD_BY_NO_TYPE = [
    (None, "message 0 is no object with a known role"),
    ({"role": "operator", "content": ""}, "message 0 is no object with a known role"),
    ({"role": "user", "content": 7}, "the content of message 0 is neither a text nor a list of texts"),
    (
        {"role": "user", "content": [{"type": "image"}]},
        "the content of message 0 is neither a text nor a list of texts",
    ),
    ({"role": "tool", "content": "r"}, "the call id of message 0 is missing"),
    ({"role": "tool", "content": "r", "tool_call_id": 0}, "the call id of message 0 is no text"),
    ({"role": "assistant", "tool_calls": ["c1"]}, "a call of message 0 is no object"),
    ({"role": "assistant", "tool_calls": [{"id": None, "name": "s"}]}, "the id of a call of message 0 is no text"),
    ({"role": "assistant", "tool_calls": [{"id": "c1"}]}, "the name of a call of message 0 is no text"),
]


@pytest.mark.parametrize(("given", "why"), HELD_BY_NO_TYPE)
def test_what_no_typed_framework_could_have_stored_is_not_expressible(given, why) -> None:
    """It is said where, and why."""
    with pytest.raises(NotExpressible) as caught:
        _ = _request(given).messages
    assert str(caught.value) == why


def test_arguments_that_are_no_object_are_not_expressible() -> None:
    """The text stays as it was stored; only who needs an object is told."""
    broken, listed = Call("c1", "s", '{"a":'), Call("c2", "s", "[]")
    assert Call("c3", "s", '{"a": [1]}').input == {"a": [1]}
    for call, why in (
        (broken, "the arguments of call 'c1' are not JSON"),
        (listed, "the arguments of call 'c2' are no object"),
    ):
        with pytest.raises(NotExpressible) as caught:
            _ = call.input
        assert str(caught.value) == why


def test_chat_dicts_are_not_judged() -> None:
    """Odd ids, contents and arguments go through as they were stored, in Chat's nesting."""
    odd = {
        "role": "assistant",
        "content": 7,
        "tool_calls": [{"tool_call_id": 5, "name": "s", "arguments": {"a": 1}}, "x"],
    }
    assert _request(odd, {"role": "tool", "content": None}, {"role": "operator"}).chat == [
        {
            "role": "assistant",
            "content": 7,
            "tool_calls": [{"id": 5, "type": "function", "function": {"name": "s", "arguments": '{"a": 1}'}}, "x"],
        },
        {"role": "tool", "content": None},
        {"role": "operator"},
        NEXT,
    ]
    with pytest.raises(NotExpressible):
        _ = _request("x").chat


def test_items_of_the_responses_api() -> None:
    """A text stands before the calls of its message; an empty one beside calls is none."""
    spoken = {**CALLED, "content": "Let me look."}
    call = {"type": "function_call", "call_id": "c1", "name": "search", "arguments": "{}"}
    assert _request(spoken, ANSWERED, CALLED).items == [
        {"type": "message", "role": "assistant", "content": "Let me look."},
        call,
        {"type": "function_call_output", "call_id": "c1", "output": "r"},
        call,
        {"type": "message", "role": "user", "content": "go"},
    ]


def test_tools_are_the_historys_or_one_for_each_called_name() -> None:
    """A name that no API takes defines no tool."""
    anything = {"type": "object", "properties": {}}
    bad = {"role": "assistant", "tool_calls": [{"id": "c2", "name": "no name"}, {"id": "c3", "name": "search"}]}
    assert _request(CALLED, bad).tools == [Tool("search", "Does search.", anything)]
    given = {"name": "t", "description": "d", "parameters": {"type": "object"}}
    assert _request(CALLED, tools=[given]).tools == [Tool("t", "d", {"type": "object"})]


def test_the_name_of_a_results_tool_is_that_of_the_nearest_call_before() -> None:
    """Then that of a later one; a result of no call has none."""
    other = {"role": "assistant", "tool_calls": [{"id": "c1", "name": "other"}]}
    request = _request(CALLED, ANSWERED, other, ANSWERED)
    assert [request.name_of("c1", before=1), request.name_of("c1", before=3)] == ["search", "other"]
    assert request.name_of("c1", before=0) == "search"
    assert request.name_of("c9", before=3) == "unknown"


def test_a_coming_turn_that_is_no_text_is_not_expressible_for_who_takes_a_text() -> None:
    """The result of a call that was still open is none."""
    assert _request(CALLED).prompt == "go"
    answered = Request("openai-chat", "m", None, {"messages": [CALLED]}, [ANSWERED, NEXT])
    with pytest.raises(NotExpressible, match="the coming turn is more than a user's text"):
        _ = answered.prompt


def test_an_error_of_the_peers_types_is_not_expressible() -> None:
    """Only the errors that types raise; a defect of the adapter stays what it is."""
    with pytest.raises(NotExpressible, match="ValueError: not a message"), expressing():
        raise ValueError("not a message")
    with pytest.raises(KeyError), expressing():
        raise KeyError("x")
