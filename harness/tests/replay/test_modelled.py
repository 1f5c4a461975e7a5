"""The modelled basis: the official SDKs in the loop, the oracle at the other end."""

import json
import socket
from contextlib import suppress

import anthropic
import openai
import pytest

from sendable import oracle
from sendable.model.errors import BadUsage, ProviderNotAsked
from sendable.model.outcome import Crashed, Verdict
from sendable.model.target import parse_target
from sendable.replay import Modelled, openai_chat
from sendable.replay.no_sockets import no_sockets
from sendable.replay.sdk import api_client, client_over

CALL = {"id": "c1", "type": "function", "function": {"name": "s", "arguments": "{}"}}
CHAT_OPEN = [{"role": "user", "content": "hi"}, {"role": "assistant", "content": "", "tool_calls": [CALL]}]
CHAT_CLOSED = [*CHAT_OPEN, {"role": "tool", "tool_call_id": "c1", "content": "r"}]
USE = {"type": "tool_use", "id": "toolu_1", "name": "s", "input": {}}
MESSAGES_OPEN = [{"role": "user", "content": "hi"}, {"role": "assistant", "content": [USE]}]
MESSAGES_CLOSED = [
    *MESSAGES_OPEN,
    {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "r"}]},
]
ITEM = {"type": "function_call", "call_id": "c1", "name": "s", "arguments": "{}"}
ITEMS_OPEN = [{"role": "user", "content": "hi"}, ITEM]
ITEMS_CLOSED = [*ITEMS_OPEN, {"type": "function_call_output", "call_id": "c1", "output": "r"}]
ASKED = [
    ("openai-chat:gpt-5.4", "messages", CHAT_OPEN, CHAT_CLOSED, "chat-tool-calls-unanswered", {}),
    ("openai-responses:gpt-5.4", "input", ITEMS_OPEN, ITEMS_CLOSED, "resp-function-call-without-output", {}),
    (
        "anthropic-messages:claude-opus-5-5",
        "messages",
        [*MESSAGES_OPEN, {"role": "user", "content": "x"}],
        MESSAGES_CLOSED,
        "anthropic-tool-use-without-result",
        {"max_tokens": 9},
    ),
]


@pytest.mark.parametrize(("target", "key", "broken", "whole", "rule", "more"), ASKED, ids=[each[0] for each in ASKED])
def test_the_sdk_sends_and_the_oracle_answers(target, key, broken, whole, rule, more) -> None:
    """A broken history gets the rule's refusal, a whole one a 2xx; the bytes that went out are kept."""
    to = parse_target(target)
    asker = Modelled()
    refused = asker.ask({"model": to.model, key: broken, **more}, to)
    accepted = asker.ask({"model": to.model, key: whole, **more}, to)
    assert isinstance(refused.outcome, Verdict)
    assert (refused.outcome.rule, refused.outcome.status, refused.outcome.basis) == (rule, 400, "modelled")
    assert isinstance(accepted.outcome, Verdict)
    assert accepted.outcome.accepted
    assert accepted.sent.startswith(b'{"')


def _answering(api):
    def answer(content, headers):
        verdict = oracle.judge(api, json.loads(content), headers=headers)
        return verdict.status, oracle.envelope(api, verdict)

    return answer


def test_a_defect_of_the_oracle_surfaces_as_itself(monkeypatch) -> None:
    """The SDK would call it a lost connection; the asker does not."""

    def broken(*_arguments, **_options):
        raise RuntimeError("a rule has no evidence")

    monkeypatch.setattr(oracle, "judge", broken)
    with pytest.raises(RuntimeError, match="a rule has no evidence"):
        Modelled().ask({"model": "m", "messages": CHAT_CLOSED}, parse_target("openai-chat:gpt-5.4"))


def test_a_real_client_sees_its_own_error() -> None:
    """The envelope is the provider's, so the SDK raises its BadRequestError with the provider's fields."""
    client = client_over("openai", _answering("openai-chat"))
    with pytest.raises(openai.BadRequestError, match="must be followed by tool messages") as caught:
        client.chat.completions.create(model="gpt-5.4", messages=[*CHAT_OPEN, {"role": "user", "content": "x"}])
    assert (caught.value.type, caught.value.status_code) == ("invalid_request_error", 400)


def test_an_anthropic_client_sees_its_own_error() -> None:
    """The same for the anthropic SDK."""
    client = client_over("anthropic", _answering("anthropic-messages"))
    with pytest.raises(anthropic.BadRequestError, match="tool_use"):
        client.messages.create(
            model="claude-opus-5-5", max_tokens=9, messages=[*MESSAGES_OPEN, {"role": "user", "content": "x"}]
        )


def test_unknown_top_level_keys_reach_the_wire() -> None:
    """The SDK's signature does not filter what a normalizer put into the body."""
    asked = Modelled().ask(
        {"model": "gpt-5.4", "messages": CHAT_CLOSED, "x_made_up": 1}, parse_target("openai-chat:gpt-5.4")
    )
    assert b'"x_made_up":1' in asked.sent


@pytest.mark.parametrize("value", [float("nan"), object(), 10**5000], ids=["nan", "object", "long number"])
def test_what_the_sdk_cannot_serialize_is_a_failure_of_its_own(value) -> None:
    """Nothing was sent, so there is no verdict; and it is no traceback."""
    body = {"model": "gpt-5.4", "messages": [{"role": "user", "content": value}]}
    outcome = Modelled().ask(body, parse_target("openai-chat:gpt-5.4")).outcome
    assert isinstance(outcome, Crashed)
    assert outcome.message.startswith("the openai SDK did not send this body: ")


def test_a_request_that_nobody_saw_is_an_error(monkeypatch) -> None:
    """An SDK method that returns without sending is not a pass."""
    monkeypatch.setattr(openai_chat, "create", lambda client, body, headers, model: None)
    outcome = Modelled().ask({"model": "m", "messages": CHAT_CLOSED}, parse_target("openai-chat:gpt-5.4")).outcome
    assert isinstance(outcome, Crashed)
    assert outcome.message.endswith("the SDK returned without sending a request")


def test_no_socket_can_be_opened() -> None:
    """An attempt is an error inside the guard, also when somebody swallows it, and none outside."""
    with pytest.raises(ProviderNotAsked, match="tried to use the network"), no_sockets():
        socket.create_connection(("127.0.0.1", 9), timeout=0.1)
    with pytest.raises(ProviderNotAsked, match="tried to use the network"), no_sockets(), suppress(Exception):
        socket.create_connection(("127.0.0.1", 9), timeout=0.1)
    with pytest.raises(OSError, match="refused"):
        socket.create_connection(("127.0.0.1", 9), timeout=0.1)


def test_an_api_without_a_client_is_bad_usage() -> None:
    """There is no way to ask what has no file in this room."""
    with pytest.raises(BadUsage, match="no way to ask no-such-api yet"):
        api_client("no-such-api")
