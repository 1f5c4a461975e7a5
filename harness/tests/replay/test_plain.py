"""Servers that speak another's format, and providers without an official SDK here: all can be asked, modelled."""

import json

import pytest

from sendable.model.outcome import Verdict
from sendable.model.target import parse_target
from sendable.reference.send import assemble
from sendable.replay import Modelled
from sendable.replay.sdk import HTTP, Refused, api_client, client_over

HISTORY = {
    "items": [
        {"type": "message", "role": "user", "content": "hi"},
        {"type": "function_call", "call_id": "call_0001", "name": "look", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "call_0001", "output": "r"},
    ]
}
BROKEN = {
    "vllm-responses:qwen3": ({"model": "qwen3", "input": 5}, "vllm-responses-input-required"),
    "gemini:gemini-3.5-flash": ({"contents": [{"role": "bot", "parts": [{"text": "x"}]}]}, "gemini-role-invalid"),
    "bedrock-converse:amazon.nova-pro-v1:0": (
        {"messages": [{"role": "user", "content": None}]},
        "bedrock-content-null",
    ),
}
TARGETS = [
    "vllm-responses:qwen3",
    "vllm-chat:qwen3",
    "vllm-messages:qwen3",
    "llamacpp-responses:qwen3",
    "llamacpp-chat:qwen3",
    "llamacpp-messages:qwen3",
    "gemini:gemini-3.5-flash",
    "mistral:mistral-large-latest",
    "bedrock-converse:anthropic.claude-haiku-4-5-v1:0",
]


@pytest.mark.parametrize("target", TARGETS)
def test_what_the_reference_sends_goes_out_as_it_is_and_is_taken(target) -> None:
    """The bytes on the wire are the body, and the verdict is a modelled 200 for the target's model."""
    to = parse_target(target)
    body = assemble(HISTORY, to).body
    asked = Modelled().ask(body, to)
    assert json.loads(asked.sent) == body
    assert isinstance(asked.outcome, Verdict)
    assert (asked.outcome.accepted, asked.outcome.basis, asked.outcome.model) == (True, "modelled", to.model)


@pytest.mark.parametrize("target", sorted(BROKEN))
def test_a_refusal_comes_back_as_the_rules(target) -> None:
    """The rule's own verdict, whichever client carried it."""
    body, rule = BROKEN[target]
    outcome = Modelled().ask(body, parse_target(target)).outcome
    assert isinstance(outcome, Verdict)
    assert (outcome.accepted, outcome.rule) == (False, rule)


ADDRESSES = {
    "gemini": ("gemini-3.5-flash", "/v1/models/gemini-3.5-flash:generateContent"),
    "bedrock-converse": ("amazon.nova-pro-v1:0", "/v1/model/amazon.nova-pro-v1%3A0/converse"),
    "mistral": ("mistral-large-latest", "/v1/chat/completions"),
}


@pytest.mark.parametrize("api", ADDRESSES)
def test_the_address_names_the_model_where_the_provider_wants_it_there(api) -> None:
    """Gemini and Bedrock read it from the path, Mistral from the body."""
    model, path = ADDRESSES[api]
    seen = []
    client = client_over(HTTP, lambda content, _headers: (seen.append(content), (200, {}))[1])
    client._client.event_hooks = {"request": [lambda request: seen.append(request.url.raw_path.decode())]}
    api_client(api).create(client, {"a": 1}, {}, model)
    assert seen == [path, b'{"a":1}']


def test_a_plain_refusal_says_status_and_text() -> None:
    """A status that is no 2xx is raised, with what the provider said."""
    client = client_over(HTTP, lambda _content, _headers: (400, {"message": "no"}))
    with pytest.raises(Refused, match=r'400 \{"message":"no"\}'):
        client.post("/x", {}, {})
