"""The Responses oracle as a whole: public reports, recordings, order of faults, error bodies, any JSON.

``reports/openai-responses.json`` holds public threads, each as a history of our own making with the thread's date:
``{"title", "where", "date", "body", "vendor"?, "status", "message"?}``; a message that ends in ``…`` is a beginning;
``undecided`` says why a body cannot show what the provider saw.
"""

import gzip
import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sendable import oracle
from sendable.model.outcome import ProviderError, Verdict
from sendable.oracle.judge import EVIDENCE_DATE

API = "openai-responses"
HERE = Path(__file__).parent
REPORTS = json.loads((HERE / "reports" / "openai-responses.json").read_text(encoding="utf-8"))
VENDORS = [None, *oracle.vendors(API)]
EXAMPLES = [
    case["body"]
    for path in sorted((HERE.parents[2] / "cases" / "oracle").glob("openai-responses.*.json"))
    for example in json.loads(path.read_text(encoding="utf-8"))
    for case in (example.get("trips"), example.get("neighbour"), example.get("accepted"))
    if case and '"times"' not in json.dumps(case)
]


def _judge(body: object, **keywords: object) -> Verdict:
    return oracle.judge(API, body, **keywords)


@pytest.mark.parametrize("report", REPORTS, ids=[each["where"].removeprefix("https://github.com/") for each in REPORTS])
def test_a_reported_history_gets_the_reported_verdict(report: dict) -> None:
    """What a public thread shows refused is refused in its words; what the body cannot show is taken for granted."""
    verdict = _judge(report["body"], vendor=report.get("vendor"), as_of=report["date"])
    if "undecided" in report:
        assert verdict.accepted
        assert verdict.assumptions
        return
    assert verdict.status == report["status"]
    if report["status"] != 200:
        assert verdict.error is not None
        said = report["message"].removesuffix("…")
        assert verdict.error.message[: len(said)] == said


RECORDED_VENDORS = {
    "openai": None,
    "azure": "azure",
    "xai": "xai",
    "deepseek": "deepseek",
    "chatgpt-codex": "codex",
    "openrouter": "openrouter",
    "host:bedrock-mantle.us-east-1.api.aws": "bedrock",
    "host:bedrock-mantle.awsregion.api.aws": "bedrock",
}
NOT_IN_THE_BODY = (
    "The file type you uploaded",
    "Invalid input: Expected context stuffing",
    "Previous response with id",
)


def _mixed(row: dict) -> bool:
    """Whether a cassette mixes two recordings: a Chat body (and, looked at, a Chat answer) under this API's address."""
    return row["source"]["repo"] == "crmne/ruby_llm" and row["request"].keys() & {"messages", "input"} == {"messages"}


def _rows(shared: Path) -> list[dict]:
    with gzip.open(shared / "recordings" / "round-trips.jsonl.gz", "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return [row for row in rows if row["api"] == API and row["provider"] in RECORDED_VENDORS and not _mixed(row)]


def test_every_recorded_acceptance_is_accepted(shared: Path) -> None:
    """No request that OpenAI or a vendor answered with a 2xx is refused, on its own date or today's."""
    accepted = [row for row in _rows(shared) if row["status"] == 200]
    refused = {
        (row["source"]["path"], verdict.rule)
        for row in accepted
        for as_of in (row["date"], EVIDENCE_DATE)
        if not (verdict := _judge(row["request"], vendor=RECORDED_VENDORS[row["provider"]], as_of=as_of)).accepted
    }
    assert len(accepted) > 1500
    assert refused == set()


def test_every_recorded_refusal_of_a_history_is_reproduced(shared: Path) -> None:
    """Recorded refusals come out with their own status and words, unless they turn on what no body shows."""
    rows = [row for row in _rows(shared) if row["scope"] == "history"]
    shown = [row for row in rows if not row["error"]["message"].startswith(NOT_IN_THE_BODY)]
    said = [_judge(row["request"], vendor=RECORDED_VENDORS[row["provider"]], as_of=row["date"]) for row in shown]
    assert len(shown) == 14
    assert [(each.status, each.error and each.error.message) for each in said] == [
        (row["status"], row["error"]["message"]) for row in shown
    ]


USER = {"role": "user", "content": "Hello."}
CALL = {"type": "function_call", "call_id": "call_a1", "name": "list_files", "arguments": "{}"}
REASONING = {"type": "reasoning", "id": "rs_0a1", "summary": [], "encrypted_content": "b3BhcXVl"}
ORDER = [
    # the request before the items, whatever stands in them
    ({"messages": [USER], "input": [{}]}, "resp-messages-key"),
    # the walk over the items before what they demand of each other, and before stored state
    ({"input": [CALL, {"role": "user"}]}, "resp-content-missing"),
    ({"input": [{}], "previous_response_id": "resp_gone", "conversation": "conv_a1"}, "resp-item-empty-object"),
    # stored state before an empty input
    ({"input": [], "previous_response_id": "resp_a1", "conversation": "conv_a1"}, "resp-conversation-and-previous"),
    # an empty input before what the model can do
    ({"input": [], "model": "gpt-4.1", "include": ["reasoning.encrypted_content"]}, "resp-input-empty"),
    # the first bad item, whatever its fault
    ({"input": [{**CALL, "id": "call_a1"}, {}]}, "resp-id-prefix-function-call"),
    ({"input": [{}, {**CALL, "id": "call_a1"}]}, "resp-item-empty-object"),
    # one entry: its role before its unknown keys
    ({"input": [USER, {"role": "tool", "tool_call_id": "call_a1", "content": "a"}]}, "resp-role-tool"),
    # one reasoning item: its id, its summary, its content
    ({"input": [{"type": "reasoning", "id": "", "content": [{}]}]}, "resp-reasoning-empty-id"),
    ({"input": [{"type": "reasoning", "content": [{}]}]}, "resp-reasoning-missing-summary"),
    ({"input": [{"type": "reasoning", "summary": [], "content": [{}]}]}, "resp-reasoning-content-nonempty"),
    # the first of two open calls
    ({"input": [REASONING, USER, CALL]}, "resp-reasoning-without-following-item"),
]


@pytest.mark.parametrize(("body", "rule"), ORDER, ids=[rule for _, rule in ORDER])
def test_the_first_fault_in_the_reported_order_is_named(body: dict, rule: str) -> None:
    """Of several faults the one is answered that reports show to come first."""
    assert _judge({"model": "gpt-5.4", **body}).rule == rule


def test_a_text_is_an_input() -> None:
    """An input that is a text has no items and no faults."""
    assert _judge({"model": "gpt-5.4", "input": "Hello."}) == Verdict(
        accepted=True, status=200, basis="modelled", model="gpt-5.4", as_of="2026-11-30"
    )


def test_only_what_is_stored_is_paired_with_its_reasoning() -> None:
    """With store true the id of a message calls for reasoning; with store false nothing does; unset is true."""
    told = {
        "role": "assistant",
        "type": "message",
        "id": "msg_0a1",
        "content": [{"type": "output_text", "text": "Hi.", "annotations": []}],
    }
    body = {"model": "o4-mini", "input": [USER, told, USER]}
    assert [_judge({**body, **store}).rule for store in ({}, {"store": True}, {"store": None}, {"store": False})] == [
        "resp-message-without-reasoning",
        "resp-message-without-reasoning",
        "resp-message-without-reasoning",
        None,
    ]


def test_what_a_continuation_supplies_is_taken_for_granted() -> None:
    """With previous_response_id neither calls nor outputs are judged to stand alone, and the verdict says so."""
    verdict = _judge({"model": "gpt-5.4", "input": [CALL], "previous_response_id": "resp_a1"})
    assert verdict.accepted
    assert verdict.assumptions == (
        "items and responses that are named by id are stored and may be read",
        "what previous_response_id or conversation supplies pairs the calls and outputs that stand alone here",
    )


def test_what_nobody_has_shown_is_said() -> None:
    """A second output and an output before its call are accepted, and the verdict says that nobody has shown it."""
    output = {"type": "function_call_output", "call_id": "call_a1", "output": "a"}
    orders = {"twice": [CALL, output, output], "early": [output, CALL], "reused": [CALL, output, CALL, output]}
    said = {name: _judge({"model": "gpt-5.4", "input": [USER, *items]}) for name, items in orders.items()}
    assert {name: (verdict.accepted, verdict.assumptions) for name, verdict in said.items()} == {
        "twice": (True, ("a second output of one call is accepted: nobody has shown the answer",)),
        "early": (True, ("an output that stands before its call is accepted: nobody has shown the answer",)),
        "reused": (True, ()),
    }


def test_an_error_body_is_openais_own() -> None:
    """The error body has OpenAI's four fields in one object."""
    verdict = _judge({"model": "gpt-5.4", "input": [USER, CALL, USER]})
    assert verdict.error == ProviderError(
        type="invalid_request_error", message="No tool output found for function call call_a1.", param="input"
    )
    assert oracle.envelope(API, verdict) == {
        "error": {
            "message": "No tool output found for function call call_a1.",
            "type": "invalid_request_error",
            "param": "input",
            "code": None,
        }
    }


def test_the_codex_backend_writes_a_bare_detail() -> None:
    """An error without a type is a bare detail there, one with a type is OpenAI's object."""
    bare = _judge({"model": "gpt-5.6-sol", "input": [USER], "previous_response_id": "resp_a1"}, vendor="codex")
    whole = _judge({"model": "gpt-5.6-sol", "input": [USER, CALL]}, vendor="codex")
    assert oracle.envelope(API, bare, "codex") == {"detail": "Unsupported parameter: previous_response_id"}
    assert set(oracle.envelope(API, whole, "codex")) == {"error"}


SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=6)
KEYS = st.sampled_from(
    ["type", "role", "content", "id", "call_id", "output", "summary", "status", "action", "phase", "name", "reasoning"]
)
WORDS = st.sampled_from(
    [
        "message",
        "reasoning",
        "function_call",
        "function_call_output",
        "item_reference",
        "compaction",
        "user",
        "assistant",
    ]
)
JSON = st.recursive(
    SCALARS | WORDS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS | st.text(max_size=4), inner, max_size=5),
    max_leaves=20,
)
TOP = st.dictionaries(
    st.sampled_from(
        ["input", "model", "store", "previous_response_id", "conversation", "include", "tools", "reasoning"]
    ),
    JSON,
)
QUICK = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@QUICK
@given(
    body=JSON | TOP | st.lists(JSON, max_size=5).map(lambda items: {"input": items}), vendor=st.sampled_from(VENDORS)
)
def test_no_json_crashes_it(body: object, vendor: str | None) -> None:
    """Whatever the JSON, there is a verdict, and a refusal has an error body."""
    verdict = _judge(body, vendor=vendor)
    assert verdict.accepted == (verdict.error is None)
    if verdict.error is not None:
        assert json.dumps(oracle.envelope(API, verdict, vendor))


@QUICK
@given(data=st.data(), body=st.sampled_from(EXAMPLES), vendor=st.sampled_from(VENDORS))
def test_no_spoilt_request_crashes_it(data: st.DataObject, body: dict, vendor: str | None) -> None:
    """A whole request in which any one value is replaced by any JSON gets a verdict."""
    spoilt = json.loads(json.dumps(body))
    places = list(_places(spoilt))
    container, key = data.draw(st.sampled_from(places))
    container[key] = data.draw(JSON)
    verdict = _judge(spoilt, vendor=vendor)
    assert verdict.accepted == (verdict.error is None)


def _places(value: object) -> list[tuple]:
    if isinstance(value, dict):
        return [(value, key) for key in value] + [place for each in value.values() for place in _places(each)]
    if isinstance(value, list):
        return [(value, n) for n in range(len(value))] + [place for each in value for place in _places(each)]
    return []
