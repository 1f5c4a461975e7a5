"""The oracles of llama.cpp's and vLLM's servers: nothing crashes them, the order of faults, their envelopes."""

import copy
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sendable import oracle
from sendable.oracle.vllm import flags_of

RULES = Path(__file__).parents[3] / "cases" / "oracle"
APIS = [f"{server}-{api}" for server in ("llamacpp", "vllm") for api in ("chat", "responses", "messages")]
MODELS = ["tiny", "tiny-gpt-oss", "tiny-mistral-v3", "tiny-mistral-v13", "gemma-3-4b-it"]
KEYS = st.sampled_from(
    [
        "role",
        "content",
        "type",
        "tool_calls",
        "tool_call_id",
        "id",
        "call_id",
        "output",
        "arguments",
        "function",
        "input",
        "text",
    ]
)
WORDS = st.sampled_from(
    ["assistant", "user", "tool", "system", "message", "function_call", "function_call_output", "reasoning", "text"]
)
LEAVES = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=3) | WORDS
ANY = st.recursive(
    LEAVES, lambda each: st.lists(each, max_size=3) | st.dictionaries(KEYS, each, max_size=4), max_leaves=8
)


def _bodies(api: str) -> list[dict]:
    examples = [each for path in RULES.glob(f"{api}*.json") for each in json.loads(path.read_text("utf-8"))]
    return [each[key]["body"] for each in examples for key in ("trips", "neighbour", "accepted") if key in each]


@st.composite
def mutated(draw: st.DrawFn, api: str) -> object:
    """A body of the API's examples with one of its values replaced by any JSON."""
    body = copy.deepcopy(draw(st.sampled_from(_bodies(api))))
    here = body
    while True:
        key = draw(st.sampled_from(sorted(here) if isinstance(here, dict) else range(len(here))))
        below = here[key]
        if not isinstance(below, (dict, list)) or not below or draw(st.booleans()):
            here[key] = draw(ANY)
            return body
        here = below


@pytest.mark.parametrize("api", APIS)
@given(data=st.data(), model=st.sampled_from(MODELS), as_of=st.sampled_from(["2026-04-30", "2026-11-30"]))
@settings(max_examples=300, deadline=None)
def test_no_json_crashes_it(api: str, data: st.DataObject, model: str, as_of: str) -> None:
    """Any JSON gets a verdict, the same twice, whatever the model's way and the date."""
    key = "input" if api.endswith("responses") else "messages"
    body = data.draw(ANY | mutated(api) | st.fixed_dictionaries({key: st.lists(ANY, max_size=4)}))
    first = oracle.judge(api, body, model=model, as_of=as_of)
    assert first == oracle.judge(api, body, model=model, as_of=as_of)
    assert first.accepted == (first.error is None)


OK, USER = {"role": "assistant", "content": "ok"}, {"role": "user", "content": "hi"}
CALLS = {
    "role": "assistant",
    "content": None,
    "tool_calls": [{"id": "call_1", "type": "function", "function": {"name": "f", "arguments": ""}}],
}
ITEM = {"type": "function_call", "call_id": "call_1", "name": "f", "arguments": ""}


@pytest.mark.parametrize(
    ("api", "body", "rule"),
    [
        ("llamacpp-chat", {"messages": [USER, OK, CALLS]}, "llamacpp-two-trailing-assistants"),
        ("llamacpp-chat", {"messages": [USER, CALLS]}, "llamacpp-ends-with-call"),
        ("llamacpp-chat", {"messages": [{"content": "x"}, {"role": "user"}]}, "llamacpp-chat-content-missing"),
        ("llamacpp-responses", {"input": [USER, ITEM]}, "llamacpp-responses-ends-with-call"),
        ("llamacpp-responses", {"input": [USER, ITEM, {"type": "compaction"}]}, "llamacpp-responses-item-unknown"),
        (
            "vllm-responses",
            {
                "input": [
                    {"type": "compaction", "encrypted_content": "x"},
                    {"type": "reasoning", "id": None, "summary": []},
                ]
            },
            "vllm-responses-reasoning-id-null",
        ),
        (
            "vllm-responses",
            {"previous_response_id": "resp_1", "input": [{"type": "item_reference", "id": "x"}]},
            "vllm-responses-previous-id-not-found",
        ),
    ],
)
def test_the_order_of_faults(api: str, body: dict, rule: str) -> None:
    """Contents before records before the end before arguments; the schema of all items before any conversion."""
    assert oracle.judge(api, {"model": "tiny", **body}).rule == rule


def test_llamacpp_writes_its_own_envelope_everywhere() -> None:
    """Code, message and type, on the Messages API too."""
    verdict = oracle.judge("llamacpp-messages", {"messages": [USER, OK, OK]})
    assert oracle.envelope("llamacpp-messages", verdict) == {
        "error": {
            "code": 400,
            "message": "Cannot have 2 or more assistant messages at the end of the list.",
            "type": "invalid_request_error",
        }
    }


def test_vllm_writes_a_server_error_as_a_status_500() -> None:
    """An empty assistant message is an internal error with OpenAI's keys."""
    body = {"model": "tiny", "input": [USER, {"type": "message", "role": "assistant", "content": []}]}
    verdict = oracle.judge("vllm-responses", body)
    assert (verdict.status, oracle.envelope("vllm-responses", verdict)) == (
        500,
        {"error": {"message": "list index out of range", "type": "InternalServerError", "param": None, "code": 500}},
    )


def test_vllm_messages_has_two_envelopes() -> None:
    """A schema error comes with OpenAI's keys, one of the prompt with Anthropic's."""
    schema = oracle.judge("vllm-messages", {"model": "tiny", "messages": [USER]})
    prompt = oracle.judge("vllm-messages", {"model": "tiny", "max_tokens": 1, "messages": []})
    assert oracle.envelope("vllm-messages", schema) == {
        "error": {
            "message": "1 validation error:\n  {'type': 'missing', 'loc': 'body.max_tokens', 'msg': 'Field required', "
            "'input': '<dict of 2 items>'}",
            "type": "Bad Request",
            "param": "body.max_tokens",
            "code": 400,
        }
    }
    assert oracle.envelope("vllm-messages", prompt) == {
        "type": "error",
        "error": {
            "type": "BadRequestError",
            "message": "Cannot apply chat template to an empty conversation. Provide at least one message.",
        },
    }


@pytest.mark.parametrize(
    ("model", "flags"),
    [
        ("tiny", set()),
        ("openai/gpt-oss-120b", {"harmony"}),
        ("my-Mistral-v13", {"mistral", "mistral-v13"}),
        ("tiny-mistral-v3", {"mistral", "mistral-v3"}),
        ("mistralai/Mistral-7B-Instruct-v0.3", set()),
        ("google/gemma-3-27b-it", {"alternates"}),
    ],
)
def test_the_models_way_is_told_by_its_name(model: str, flags: set[str]) -> None:
    """A name must spell the tokenizer's version; one that does not is judged as a chat template's."""
    assert flags_of(model) == flags
