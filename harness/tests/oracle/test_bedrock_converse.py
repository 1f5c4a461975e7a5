"""Bedrock Converse: the order of faults, the envelope, the model's name, and that no JSON crashes the oracle."""

from hypothesis import given, settings
from hypothesis import strategies as st

from sendable import oracle
from sendable.model.outcome import Verdict

USER = {"role": "user", "content": [{"text": "hi"}]}
USE = {"toolUse": {"toolUseId": "t1", "name": "look", "input": {}}}
TOOLS = {"tools": [{"toolSpec": {"name": "look", "inputSchema": {"json": {"type": "object"}}}}]}


def _judge(*messages: object, model: str = "us.anthropic.claude-sonnet-4-5-20250929-v1:0", **top: object) -> Verdict:
    return oracle.judge("bedrock-converse", {"messages": list(messages), **top}, model=model)


def test_the_service_looks_before_the_model_does() -> None:
    """Missing tools come before an open call, an open call before what the model cannot take."""
    history = (
        USER,
        {"role": "assistant", "content": [USE]},
        {"role": "user", "content": [{"text": "x"}, {"video": {}}]},
    )
    found = [_judge(*history), _judge(*history, toolConfig=TOOLS), _judge(USER, history[2])]
    assert [each.rule for each in found] == [
        "bedrock-toolconfig-missing",
        "bedrock-toolresult-missing",
        "bedrock-video-model",
    ]


def test_what_the_server_runs_itself_needs_no_answer() -> None:
    """A server's tool use and its result stand in one assistant message."""
    served = {"toolUse": USE["toolUse"] | {"type": "server_tool_use"}}
    result = {
        "toolResult": {
            "toolUseId": "t1",
            "content": [{"text": "x"}],
            "status": "success",
            "type": "nova_code_interpreter_result",
        }
    }
    verdict = _judge(USER, {"role": "assistant", "content": [served, result, {"text": "x"}]}, USER, toolConfig=TOOLS)
    assert (verdict.accepted, verdict.rule) == (True, None)


def test_the_error_body_is_the_message_alone() -> None:
    """The type stands in a header, not in the body."""
    verdict = _judge(USER, {"role": "assistant", "content": []}, USER)
    assert verdict.error is not None
    assert verdict.error.type == "ValidationException"
    assert oracle.envelope("bedrock-converse", verdict) == {"message": verdict.error.message}


def test_the_model_of_the_address_decides() -> None:
    """A model given beside the body is used before the body's own."""
    body = {
        "modelId": "us.amazon.nova-pro-v1:0",
        "messages": [{"role": "user", "content": [{"text": "x"}, {"video": {}}]}],
    }
    own, given_model = oracle.judge("bedrock-converse", body), oracle.judge("bedrock-converse", body, model="claude")
    assert (own.rule, given_model.rule) == (None, "bedrock-video-model")


WORDS = st.sampled_from(
    [
        "role",
        "content",
        "text",
        "toolUse",
        "toolResult",
        "toolUseId",
        "name",
        "status",
        "source",
        "s3Location",
        "document",
        "video",
        "image",
        "user",
        "assistant",
        "error",
        "t1",
    ]
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | WORDS | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=4),
    max_leaves=25,
)
MESSAGE = st.fixed_dictionaries(
    {"role": WORDS, "content": JSON | st.lists(st.dictionaries(WORDS, JSON, max_size=2), max_size=3)}
)


@settings(deadline=None)
@given(body=JSON)
def test_no_json_crashes_it(body: object) -> None:
    """Whatever the body, the answer is a verdict."""
    verdict = oracle.judge("bedrock-converse", body)
    assert verdict.accepted or verdict.error is not None


@settings(deadline=None)
@given(
    messages=st.lists(MESSAGE | JSON, max_size=5),
    model=st.sampled_from(["claude-x-4-5", "nova", "llama", "claude-3-haiku"]),
    as_of=st.sampled_from(["2025-01-01", "2026-11-30"]),
    tools=st.sampled_from([None, TOOLS]),
)
def test_no_history_crashes_it(messages: list, model: str, as_of: str, tools: dict | None) -> None:
    """Whatever the messages hold, the answer is a verdict with its rule."""
    body = {"messages": messages, "toolConfig": tools}
    verdict = oracle.judge("bedrock-converse", body, model=model, as_of=as_of)
    assert verdict.accepted == (verdict.rule is None)
