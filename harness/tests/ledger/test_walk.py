"""Every field of every kind of item has one path in the ledger."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sendable.ledger.walk import fields, items, locate, resolve

BODIES = {
    "openai-responses": (
        {
            "input": [
                {"role": "user", "content": [{"type": "input_text", "text": "Hi"}]},
                {
                    "type": "function_call",
                    "call_id": "call_1",
                    "caller": {"type": "program", "caller_id": "p1"},
                    "arguments": {"not": "looked into"},
                },
                {"id": "msg_1"},
                {"neither": 1},
                "text",
            ]
        },
        [
            "message.role",
            "message.content",
            "message.content[]:input_text.type",
            "message.content[]:input_text.text",
            "function_call.type",
            "function_call.call_id",
            "function_call.caller",
            "function_call.caller:program.type",
            "function_call.caller:program.caller_id",
            "function_call.arguments",
            "item_reference.id",
        ],
    ),
    "openai-chat": (
        {"messages": [{"role": "assistant", "tool_calls": [{"type": "function", "function": {"name": "f"}}]}]},
        [
            "assistant.role",
            "assistant.tool_calls",
            "assistant.tool_calls[]:function.type",
            "assistant.tool_calls[]:function.function",
            "assistant.tool_calls[]:function.function.name",
        ],
    ),
    "anthropic-messages": (
        {
            "system": [{"type": "text", "text": "Be brief."}],
            "messages": [
                {"role": "assistant", "content": [{"type": "tool_use", "input": {"a": {"b": 1}}}]},
                {"role": "user", "content": "Hi"},
            ],
        },
        [
            "text.type",
            "text.text",
            "assistant.role",
            "assistant.content",
            "tool_use.type",
            "tool_use.input",
            "user.role",
            "user.content",
        ],
    ),
    "gemini": (
        {
            "systemInstruction": {"parts": {"text": "Be brief."}},
            "contents": [{"role": "model", "parts": [{"functionCall": {"name": "f", "args": {"a": 1}}}]}],
        },
        [
            "content.role",
            "content.parts",
            "content.parts[].functionCall",
            "content.parts[].functionCall.name",
            "content.parts[].functionCall.args",
            "content.parts",
            "content.parts.text",
        ],
    ),
    "bedrock-converse": (
        {
            "system": [{"text": "t"}],
            "messages": [{"role": "user", "content": [{"image": {"source": {"bytes": "AA"}}}]}],
        },
        [
            "system.text",
            "message.role",
            "message.content",
            "message.content[].image",
            "message.content[].image.source",
            "message.content[].image.source.bytes",
        ],
    ),
}


@pytest.mark.parametrize("api", BODIES)
def test_fields(api):
    """The fields of a body are found at every level, but not inside what is the user's."""
    body, paths = BODIES[api]
    assert [path for item in items(api, body) for path in fields(item)] == paths


@pytest.mark.parametrize(
    ("api", "steps", "path"),
    [
        ("openai-responses", "input 1 call_id", "function_call.call_id"),
        ("openai-responses", "input 1 caller caller_id", "function_call.caller:program.caller_id"),
        ("openai-responses", "input 0 content 0 text", "message.content[]:input_text.text"),
        ("openai-responses", "input 9 call_id", None),
        ("openai-responses", "input 1 nothing", None),
        ("openai-responses", "input 1 arguments not", None),
        ("openai-responses", "temperature", None),
        ("anthropic-messages", "messages 0 content 0 tool_use input", "tool_use.input"),
        ("anthropic-messages", "system 0 text text", "text.text"),
        ("gemini", "contents 0 parts 0 functionCall", "content.parts[].functionCall"),
    ],
)
def test_locate(api, steps, path):
    """A place named by an error is found again, tags written as steps or not."""
    body = BODIES[api][0]
    at = resolve(body, tuple(steps.split()))
    assert (locate(api, body, at) if at else None) == path


json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda each: (
        st.lists(each, max_size=3)
        | st.dictionaries(st.sampled_from(["type", "role", "content", "id", "parts", "a.b", ""]), each, max_size=4)
    ),
)


@given(json, st.sampled_from(sorted(BODIES)))
def test_any_json_can_be_walked(value, api):
    """No JSON breaks the walk, and every field that it names at the top of an item is located where it stands."""
    body = {"input": value, "messages": value, "contents": value, "system": value}
    for item in items(api, body):
        named = {path for path in fields(item) if path.count(".") == 1}
        assert {locate(api, body, (*item.at, key)) for key in item.value} >= named
