"""How histories and tools are written in the providers' own forms, for peers that take those."""

import pytest
from _adapter import NotExpressible, Request
from _forms import anthropic_body, anthropic_messages, chat_body, tools_in_form

SYSTEM = {"role": "system", "content": "be brief"}
USER = {"role": "user", "content": "go"}
CALL = {
    "role": "assistant",
    "content": "",
    "tool_calls": [{"tool_call_id": "c1", "name": "search", "arguments": '{"q": 1}'}],
}
RESULT = {"role": "tool", "content": "r", "tool_call_id": "c1"}
NEXT = {"role": "user", "content": "on"}
PARAMETERS = {"type": "object", "properties": {}}


def _request(*messages, api="anthropic-messages") -> Request:
    return Request(api, "m", None, {"messages": list(messages)}, [NEXT])


def _use(call_id: str = "c1") -> dict:
    return {"type": "tool_use", "id": call_id, "name": "search", "input": {"q": 1}}


def _result(content, call_id: str = "c1") -> dict:
    return {"type": "tool_result", "tool_use_id": call_id, "content": content}


WRITTEN = [
    ([SYSTEM, USER], [USER, NEXT]),
    ([USER, SYSTEM], [USER, SYSTEM, NEXT]),
    ([USER, CALL, RESULT], [USER, {"role": "assistant", "content": [_use()]}, {"role": "user", "content": [_result("r")]}, NEXT]),
    ([RESULT, RESULT], [{"role": "user", "content": [_result("r"), _result("r")]}, NEXT]),
    ([RESULT, USER, RESULT], [{"role": "user", "content": [_result("r")]}, USER, {"role": "user", "content": [_result("r")]}, NEXT]),
    ([{**CALL, "content": "hm"}], [{"role": "assistant", "content": [{"type": "text", "text": "hm"}, _use()]}, NEXT]),
    ([{"role": "assistant", "content": ""}], [{"role": "assistant", "content": ""}, NEXT]),
]  # fmt: skip


@pytest.mark.parametrize(("stored", "written"), WRITTEN)
def test_nothing_is_repaired_in_anthropics_form(stored, written) -> None:
    """Results in a row share a message; what has no pair, or stands elsewhere, stays as it is."""
    assert anthropic_messages(_request(*stored)) == written


def test_a_developer_message_has_no_place_in_anthropics_form() -> None:
    """Nobody who stores that form could have stored one, wherever it stands."""
    for stored in ([{"role": "developer", "content": "be brief"}, USER], [USER, {"role": "developer", "content": "x"}]):
        with pytest.raises(NotExpressible, match="developer"):
            anthropic_messages(_request(*stored))


def test_the_body_holds_the_opening_system_messages_and_the_tools() -> None:
    """Beside the messages, as Anthropic takes them."""
    request = _request(SYSTEM, USER, CALL)
    assert anthropic_body(request, [USER]) == {
        "model": "m",
        "max_tokens": 4096,
        "system": [{"type": "text", "text": "be brief"}],
        "messages": [USER],
        "tools": [{"name": "search", "description": "Does search.", "input_schema": PARAMETERS}],
    }


def test_what_there_is_none_of_is_left_out() -> None:
    """No system text and no tools: no empty lists."""
    assert anthropic_body(_request(USER), [USER]) == {"model": "m", "max_tokens": 4096, "messages": [USER]}
    assert chat_body(_request(USER, api="openai-chat"), [USER]) == {"model": "m", "messages": [USER]}


FORMS = [
    ("anthropic-messages", {"name": "search", "description": "Does search.", "input_schema": PARAMETERS}),
    ("openai-responses", {"type": "function", "name": "search", "description": "Does search.", "parameters": PARAMETERS}),
    ("openai-chat", {"type": "function", "function": {"name": "search", "description": "Does search.", "parameters": PARAMETERS}}),
]  # fmt: skip


@pytest.mark.parametrize(("api", "form"), FORMS)
def test_a_tool_is_written_as_the_api_takes_it(api, form) -> None:
    """The three forms of one definition."""
    assert tools_in_form(_request(CALL, api=api)) == [form]


def test_arguments_that_are_no_object_cannot_be_held() -> None:
    """A tool_use block has an object for them."""
    calls = [{"tool_call_id": "c1", "name": "search", "arguments": "[1]"}]
    with pytest.raises(NotExpressible, match="are no object"):
        anthropic_messages(_request({"role": "assistant", "content": "", "tool_calls": calls}))
