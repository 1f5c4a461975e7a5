"""The providers' counting endpoints, asked by the official SDKs: the address, what is sent, what comes back."""

import json
from importlib.util import find_spec

import pytest

from sendable.model.errors import BadUsage
from sendable.model.target import parse_target
from sendable.reference.send import assemble
from sendable.replay.counting import token_counter
from sendable.replay.sdk import client_over

LOOK = {"name": "look", "description": "To look.", "parameters": {"type": "object"}}
CHAT_LOOK = {"type": "function", "function": LOOK}
HISTORY = {
    "items": [
        {"type": "message", "role": "user", "content": "hi"},
        {"type": "function_call", "call_id": "c1", "name": "look", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "c1", "output": "r"},
    ],
    "tools": [LOOK],
}
CALL = {"id": "c1", "type": "function", "function": {"name": "look", "arguments": "{}"}}
MESSAGES = [
    {"role": "user", "content": "hi"},
    {"role": "assistant", "tool_calls": [CALL]},
    {"role": "tool", "tool_call_id": "c1", "content": "r"},
    {"role": "user", "content": "Continue."},
]
ASKED = {
    "openai-responses:gpt-5.4": ("openai", "/v1/responses/input_tokens", {"input", "model", "tools"}),
    "anthropic-messages:claude-opus-5-5": ("anthropic", "/v1/messages/count_tokens", {"messages", "model", "tools"}),
    "vllm-chat:qwen3": ("openai", "/tokenize", {"messages", "model", "tools"}),
    "vllm-responses:qwen3": ("openai", "/tokenize", {"messages", "model", "tools"}),
    "vllm-messages:qwen3": ("openai", "/tokenize", {"messages", "model", "tools"}),
}


def asking(sdk, seen):
    """A client whose far end counts to seven."""

    def answer(content, _headers):
        seen.append(json.loads(content))
        return 200, {"input_tokens": 7, "object": "response.input_tokens", "count": 7, "max_model_len": 9, "tokens": []}

    client = client_over(sdk, answer)
    client._client.event_hooks = {"request": [lambda request: seen.append(request.url.path)]}
    return client


@pytest.mark.parametrize("target", ASKED)
def test_the_endpoint_is_asked_with_what_it_takes(target):
    """The whole history and the tools go out, and no key that the endpoint does not know."""
    sdk, path, keys = ASKED[target]
    if path == "/v1/responses/input_tokens" and not find_spec("openai.resources.responses.input_tokens"):
        pytest.skip("this release of the openai SDK cannot count tokens")
    to, seen = parse_target(target), []
    body = assemble(HISTORY, to).body
    assert token_counter(to, asking(sdk, seen))(body) == 7
    asked_at, asked = seen
    assert (asked_at.replace("/v1/v1/", "/v1/"), set(asked)) == (path, keys)
    if path == "/tokenize":
        assert asked["tools"] == [CHAT_LOOK]
        assert [each["role"] for each in asked["messages"]] == [each["role"] for each in MESSAGES]
    else:
        assert {key: body[key] for key in keys} == asked


def test_the_budget_takes_it():
    """A body over the line is counted, and goes whole when the provider says that it fits."""
    claude, seen = parse_target("anthropic-messages:claude-haiku-4-5"), []
    history = {"items": [{"type": "message", "role": "user", "content": "word " * 60_000}]}
    request = assemble(history, claude, count=token_counter(claude, asking("anthropic", seen)))
    assert (request.counters["counts"], request.counters["turns_dropped"], request.warnings) == (1, 0, ())
    assert seen[0].endswith("/v1/messages/count_tokens")


def test_an_api_without_a_counting_endpoint_is_a_usage_error():
    """Then the safe bound decides."""
    with pytest.raises(BadUsage, match="no counting endpoint of openai-chat"):
        token_counter(parse_target("openai-chat:gpt-5.4"), None)
