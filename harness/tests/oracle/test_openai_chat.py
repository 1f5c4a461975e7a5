"""Chat Completions: the order of faults, the envelopes, and that no JSON crashes the oracle."""

import copy
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sendable import oracle
from sendable.model.outcome import ProviderError, Verdict

MODEL = "gpt-5.6-terra"
USER = {"role": "user", "content": "a"}
CALL = {"id": "call_1", "type": "function", "function": {"name": "f", "arguments": "{}"}}
TOOL = {"type": "function", "function": {"name": "f", "parameters": {}}}
NULL = "Invalid value for 'content': expected a string, got null."
UNKNOWN_ROLE = (
    "Invalid value: 'bogus'. Supported values are: 'system', 'assistant', 'user', 'function', 'tool', and 'developer'."
)
EMPTY = (
    "Invalid 'messages[1].tool_calls': empty array. "
    "Expected an array with minimum length 1, but got an empty array instead."
)

TOOLS_REFUSED = (
    f"Function tools with reasoning_effort are not supported for {MODEL} in /v1/chat/completions. "
    "To use function tools, use /v1/responses or set reasoning_effort to 'none'."
)


def _typed(param: str, got: str) -> str:
    return f"Invalid type for '{param}': expected one of a string or array of objects, but got {got} instead."


# Each body carries two faults; the one that the measured table of 2026-08-30 names comes first.
ORDER = [
    ({"zzz": 1}, None, "you must provide a model parameter"),
    ({"model": MODEL, "messages": [], "zzz": 1}, "zzz", "Unknown parameter: 'zzz'."),
    ({"model": MODEL, "messages": [7], "stop": "x", "zzz": 1}, "zzz", "Unknown parameter: 'zzz'."),
    ({"model": MODEL, "zzz": 1}, "messages", "Missing required parameter: 'messages'."),
    (
        {"model": MODEL, "messages": [{"role": "user"}, {"role": "bogus", "content": "a"}]},
        "messages[1].role",
        UNKNOWN_ROLE,
    ),
    (
        {"model": MODEL, "messages": [{"role": "user"}, {"role": "user", "content": 7}]},
        "messages[1].content",
        _typed("messages[1].content", "an integer"),
    ),
    (
        {"model": MODEL, "messages": [USER, {"role": "assistant", "content": 7, "tool_calls": []}]},
        "messages[1].content",
        _typed("messages[1].content", "an integer"),
    ),
    (
        {"model": MODEL, "messages": [{"role": "user"}, {"role": "assistant", "tool_calls": []}]},
        "messages[1].tool_calls",
        EMPTY,
    ),
    (
        {"model": MODEL, "messages": [USER, {"role": "assistant", "content": "x", "tool_calls": []}], "tools": [TOOL]},
        "messages[1].tool_calls",
        EMPTY,
    ),
    (
        {"model": MODEL, "messages": [{"role": "user"}], "tools": [TOOL]},
        None,
        TOOLS_REFUSED,
    ),
    (
        {"model": MODEL, "messages": [{"role": "user"}, {"role": "assistant", "content": "a"}]},
        "messages.[0].content",
        NULL,
    ),
    (
        {"model": MODEL, "messages": [USER, {"role": "tool", "tool_call_id": "c", "refusal": "no"}]},
        "messages.[1].content",
        NULL,
    ),
    (
        {
            "model": MODEL,
            "messages": [{"role": "user", "content": None}, {"role": "tool", "tool_call_id": "c", "content": "x"}],
        },
        "messages.[0].content",
        NULL,
    ),
]


@pytest.mark.parametrize(("body", "param", "message"), ORDER, ids=range(len(ORDER)))
def test_only_the_first_fault_is_reported(body: dict, param: str | None, message: str) -> None:
    """Of two faults, the one that the provider looks at first is answered."""
    verdict = oracle.judge("openai-chat", body)
    assert verdict.error is not None
    assert (verdict.error.param, verdict.error.message) == (param, message)


def test_mending_one_fault_shows_the_next() -> None:
    """A history with three faults is refused three times, each time for another reason."""
    broken = {
        "role": "assistant",
        "content": None,
        "tool_calls": [{**CALL, "function": {"name": "a.b", "arguments": "{}"}}],
    }
    body = {"model": "gpt-4.1", "messages": [{"role": "user", "content": None}, broken, USER]}
    found = []
    body["messages"][1]["tool_calls"][0]["function"]["name"] = "a.b"
    found.append(oracle.judge("openai-chat", body).rule)
    body["messages"][1]["tool_calls"][0]["function"]["name"] = "ab"
    found.append(oracle.judge("openai-chat", body).rule)
    body["messages"][0]["content"] = "hi"
    found.append(oracle.judge("openai-chat", body).rule)
    body["messages"].insert(2, {"role": "tool", "tool_call_id": "call_1", "content": "ok"})
    found.append(oracle.judge("openai-chat", body).rule)
    assert found == ["chat-function-name-pattern", "chat-content-null", "chat-tool-calls-unanswered", None]


def _refused(message: str = "no", **fields: object) -> Verdict:
    error = ProviderError(message=message, **fields)  # type: ignore[arg-type]
    return Verdict(False, 400, "modelled", "m", "2026-11-30", error=error)


ENVELOPES = [
    (None, {"error": {"message": "no", "type": "t", "param": "p", "code": "c"}}),
    ("azure", {"error": {"message": "no", "type": "t", "param": "p", "code": "c"}}),
    ("cerebras", {"message": "no", "type": "t", "param": "p", "code": "c"}),
    ("openrouter", {"error": {"code": "c", "message": "no"}}),
    ("xai", {"code": "c", "error": "no"}),
    ("zai", {"error": {"code": "c", "message": "no"}}),
]


@pytest.mark.parametrize(("vendor", "body"), ENVELOPES)
def test_the_error_body_is_the_vendors(vendor: str | None, body: dict) -> None:
    """Each vendor's client finds the error where it looks for it."""
    assert oracle.envelope("openai-chat", _refused(type="t", code="c", param="p"), vendor) == body


WORDS = st.sampled_from(
    [
        "role",
        "content",
        "tool_calls",
        "tool_call_id",
        "id",
        "type",
        "function",
        "name",
        "arguments",
        "file",
        "file_id",
        "image_url",
        "url",
        "text",
        "user",
        "assistant",
        "tool",
        "system",
        "developer",
        "call_1",
        "end",
        "part",
        "call",
    ]
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | WORDS | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=4),
    max_leaves=20,
)
VENDORS = st.sampled_from((None, *oracle.vendors("openai-chat")))
WHOLE = {
    "model": "gpt-4o",
    "tools": [TOOL],
    "messages": [
        {"role": "system", "content": "be short", "name": "boss"},
        {
            "role": "user",
            "content": [{"type": "text", "text": "see"}, {"type": "image_url", "image_url": {"url": "data:"}}],
        },
        {"role": "assistant", "content": None, "tool_calls": [CALL]},
        {"role": "tool", "tool_call_id": "call_1", "content": [{"type": "text", "text": "x"}]},
        {"role": "user", "content": [{"type": "file", "file": {"file_id": "file_1"}}]},
    ],
}


def _places(value: object, path: tuple = ()) -> list[tuple]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, each in inner for place in _places(each, (*path, key)))]


PLACES = [place for place in _places(WHOLE) if place]


@settings(deadline=None)
@given(body=JSON, vendor=VENDORS)
def test_no_json_crashes_it(body: object, vendor: str | None) -> None:
    """Whatever the body, the answer is a verdict; what is no object is refused."""
    verdict = oracle.judge("openai-chat", body, vendor=vendor)
    assert verdict.accepted or verdict.error is not None
    assert isinstance(body, dict) or not verdict.accepted


@settings(deadline=None)
@given(messages=st.lists(JSON, max_size=5), vendor=VENDORS)
def test_no_history_crashes_it(messages: list, vendor: str | None) -> None:
    """Whatever the messages hold, the answer is a verdict with its rule."""
    verdict = oracle.judge("openai-chat", {"model": "gpt-4o", "messages": messages}, vendor=vendor)
    assert verdict.accepted == (verdict.rule is None)


@settings(deadline=None)
@given(place=st.sampled_from(PLACES), value=JSON, vendor=VENDORS)
def test_no_mutation_of_a_good_body_crashes_it(place: tuple, value: object, vendor: str | None) -> None:
    """One part of a good body may be anything."""
    body = copy.deepcopy(WHOLE)
    parent = body
    for step in place[:-1]:
        parent = parent[step]
    parent[place[-1]] = value
    verdict = oracle.judge("openai-chat", body, vendor=vendor)
    assert verdict.accepted == (verdict.rule is None)


def test_judging_does_not_change_the_body() -> None:
    """The body is read, never written."""
    body = copy.deepcopy(WHOLE)
    oracle.judge("openai-chat", body)
    assert body == WHOLE


def test_judging_is_linear() -> None:
    """Ten times the history takes about ten times as long, also when one message has all the calls."""

    def seconds(count: int) -> float:
        calls = [{**CALL, "id": f"call_{n}"} for n in range(count)]
        results = [{"role": "tool", "tool_call_id": call["id"], "content": "x"} for call in calls]
        body = {"model": "gpt-4.1", "messages": [USER, {"role": "assistant", "tool_calls": calls}, *results]}
        start = time.perf_counter()
        oracle.judge("openai-chat", body, without=frozenset({"chat-tool-calls-too-many"}))
        return time.perf_counter() - start

    seconds(100)
    small = min(seconds(2_000) for _ in range(3))
    assert min(seconds(20_000) for _ in range(3)) < 40 * small
