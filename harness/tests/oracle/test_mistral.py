"""Mistral: the order of faults, the envelope, and that no JSON crashes the oracle."""

from hypothesis import given, settings
from hypothesis import strategies as st

from sendable import oracle
from sendable.model.outcome import Verdict

USER = {"role": "user", "content": "hi"}


def _call(call_id: str) -> dict:
    function = {"name": "look", "arguments": "{}"}
    return {
        "role": "assistant",
        "content": "",
        "tool_calls": [{"id": call_id, "type": "function", "function": function}],
    }


def _judge(*messages: object) -> Verdict:
    return oracle.judge("mistral", {"model": "mistral-large-latest", "messages": list(messages)})


def test_order_comes_before_ids_and_ids_before_numbers() -> None:
    """A misplaced result, a bad id and an open call are reported in this order."""
    lost = {"role": "tool", "tool_call_id": "call_1", "content": "x"}
    found = [
        _judge(USER, _call("call_1"), USER, lost),
        _judge(USER, _call("call_1"), USER),
        _judge(USER, _call("aaaaaaaa1"), USER),
    ]
    assert [each.rule for each in found] == [
        "mistral-tool-without-call",
        "mistral-tool-call-id-format",
        "mistral-tool-count",
    ]


def test_the_error_body_is_flat() -> None:
    """A refusal has the fields of Mistral's error object, the number 3230 as a number."""
    assert oracle.envelope("mistral", _judge(USER, _call("aaaaaaaa1"), USER)) == {
        "object": "error",
        "message": "Not the same number of function calls and responses",
        "type": "invalid_request_error",
        "param": None,
        "code": 3230,
        "raw_status_code": 400,
    }


def test_a_422_carries_the_schemas_complaints() -> None:
    """The detail is a list, with the value that was refused and where it stood."""
    verdict = _judge(USER, {"role": "user", "content": {"type": "text"}})
    body = oracle.envelope("mistral", verdict)
    assert verdict.status == 422
    assert [each["loc"][:3] for each in body["detail"]] == [["body", "messages", 1]] * 2
    assert [each["input"] for each in body["detail"]] == [{"type": "text"}] * 2


WORDS = st.sampled_from(
    [
        "role",
        "content",
        "tool_calls",
        "tool_call_id",
        "id",
        "type",
        "prefix",
        "image_url",
        "user",
        "assistant",
        "tool",
        "system",
        "",
    ]
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | WORDS | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=4),
    max_leaves=20,
)
MESSAGE = st.fixed_dictionaries({}, optional={"role": WORDS, "content": JSON, "tool_calls": JSON, "tool_call_id": JSON})


@settings(deadline=None)
@given(body=JSON)
def test_no_json_crashes_it(body: object) -> None:
    """Whatever the body, the answer is a verdict."""
    verdict = oracle.judge("mistral", body)
    assert verdict.accepted or verdict.error is not None


@settings(deadline=None)
@given(messages=st.lists(MESSAGE | JSON, max_size=6), as_of=st.sampled_from(["2025-06-01", "2026-11-30"]))
def test_no_history_crashes_it(messages: list, as_of: str) -> None:
    """Whatever the messages hold, the answer is a verdict with its rule, and it has an error body."""
    verdict = oracle.judge("mistral", {"model": "mistral-small", "messages": messages}, as_of=as_of)
    assert verdict.accepted == (verdict.rule is None)
    assert verdict.accepted or oracle.envelope("mistral", verdict)
