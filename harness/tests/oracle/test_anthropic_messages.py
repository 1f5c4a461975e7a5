"""Anthropic Messages: reported histories, the order of faults, models, the envelopes, and that no JSON crashes it."""

import copy
import gc
import json
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle.reported import as_said

from sendable import oracle
from sendable.model.outcome import Verdict
from sendable.oracle.anthropic_messages.models import family_name, flags_of

API = "anthropic-messages"
REPORTS = json.loads((Path(__file__).parent / "reports" / f"{API}.json").read_text(encoding="utf-8"))
USER = {"role": "user", "content": "go"}
CALL = {"type": "tool_use", "id": "toolu_a", "name": "look", "input": {}}
RESULT = {"type": "tool_result", "tool_use_id": "toolu_a", "content": "ok"}
THOUGHT = {"type": "thinking", "thinking": "hm", "signature": "c2ln"}
BUDGET = {"type": "enabled", "budget_tokens": 1024}
PREFILL = "anthropic-prefill-models-2026-11"


def _body(*messages: dict, model: str = "claude-opus-4-8", **more: object) -> dict:
    return {"model": model, "max_tokens": 4096, **more, "messages": list(messages)}


def _assistant(*blocks: dict) -> dict:
    return {"role": "assistant", "content": list(blocks)}


def _user(*blocks: dict) -> dict:
    return {"role": "user", "content": list(blocks)}


def _text(text: str = "hi") -> dict:
    return {"type": "text", "text": text}


def _written_out(value: object) -> object:
    if isinstance(value, dict):
        if value.keys() == {"$text", "times"}:
            return value["$text"] * value["times"]
        return {key: _written_out(each) for key, each in value.items()}
    return [_written_out(each) for each in value] if isinstance(value, list) else value


@pytest.mark.parametrize("report", REPORTS, ids=[report["title"] for report in REPORTS])
def test_a_reported_history_gets_the_reported_verdict(report: dict) -> None:
    """Status and text are those of the report; a text that ends in ``…`` is a beginning."""
    verdict = oracle.judge(
        API,
        _written_out(report["body"]),
        vendor=report.get("vendor"),
        headers=report.get("headers", {}),
        as_of=report.get("as_of", "2026-11-30"),
    )
    assert as_said(verdict, report) == (report["status"], report["message"])


def test_text_before_thinking_gets_one_of_the_two_reported_answers() -> None:
    """anthropics/claude-code#20705 saw two texts for this shape in one session."""
    history = (USER, _assistant(_text(), THOUGHT, CALL), _user(RESULT))
    verdict = oracle.judge(API, _body(*history, model="claude-opus-4-5", thinking=BUDGET))
    assert verdict.rule in {"anthropic-thinking-first-if-any", "anthropic-thinking-must-come-first-final"}


def test_a_body_without_max_tokens_is_one_that_counts_tokens() -> None:
    """Recorded counts of tokens have none; that it is taken for such a request is said."""
    body = _body(USER)
    counting = {key: value for key, value in body.items() if key != "max_tokens"}
    said = "max_tokens is absent: only the counting of tokens takes such a body, and is taken to be asked."
    assert [oracle.judge(API, each).assumptions for each in (body, counting)] == [(), (said,)]


# Each body carries two faults; the first rule is the one that answers.
ORDER = [
    (_body(USER, _assistant(THOUGHT), model="claude-sonnet-5"), PREFILL, "anthropic-thinking-final-block"),
    (
        _body({"role": "user", "content": [_text("") | {"cache_control": {"type": "ephemeral"}}]}),
        "anthropic-cache-control-empty-text",
        "anthropic-empty-text-block",
    ),
    (
        _body(USER, _assistant(CALL), {"role": "system", "content": "note"}, _user(RESULT)),
        "anthropic-system-message-must-follow-user",
        "anthropic-system-message-must-precede-assistant",
    ),
    (
        _body(USER, _assistant(CALL), _user(RESULT | {"tool_use_id": "toolu_b"})),
        "anthropic-tool-use-without-result",
        "anthropic-tool-result-orphan",
    ),
    (
        _body(USER, _assistant(CALL | {"id": "a.b"}), USER),
        "anthropic-tool-use-id-pattern",
        "anthropic-tool-use-without-result",
    ),
]


@pytest.mark.parametrize(("body", "first", "second"), ORDER, ids=[f"{each[1]} before {each[2]}" for each in ORDER])
def test_the_first_fault_answers(body: dict, first: str, second: str) -> None:
    """Of two faults one is told, and the other one when the first is left out."""
    assert oracle.judge(API, body).rule == first
    assert oracle.judge(API, body, without=frozenset({first})).rule == second


def test_a_continued_thread_has_the_call_in_store() -> None:
    """The same first message is an orphan without a thread."""
    body = _body(_user(RESULT))
    assert oracle.judge(API, body).rule == "anthropic-tool-result-orphan"
    assert oracle.judge(API, body | {"thread": {"type": "continue", "previous_message_id": "msg_a"}}).accepted


def test_code_may_wait_over_several_turns() -> None:
    """A server-run call that waits for client tools is answered in a later turn of the assistant."""
    code = {"type": "server_tool_use", "id": "srvtoolu_a", "name": "code_execution", "input": {"code": "x"}}
    done = {"type": "code_execution_tool_result", "tool_use_id": "srvtoolu_a", "content": {}}
    second = [CALL | {"id": "toolu_b"}], [RESULT | {"tool_use_id": "toolu_b"}]
    history = (USER, _assistant(code, CALL), _user(RESULT), _assistant(*second[0]), _user(*second[1]))
    assert oracle.judge(API, _body(*history, _assistant(done, _text()), USER)).accepted


@pytest.mark.parametrize(
    ("name", "family"),
    [
        ("claude-opus-4-8", "opus-4-8"),
        ("claude-sonnet-4-20250514", "sonnet-4"),
        ("claude-sonnet-4-0", "sonnet-4"),
        ("us.anthropic.claude-sonnet-4-5-20250929-v1:0", "sonnet-4-5"),
        ("claude-3-5-haiku@20241022", "haiku-3-5"),
        ("anthropic/claude-mythos-preview", "mythos-preview"),
        ("claude-opus-5", "opus-5"),
        ("claude-opus-5-5", "opus-5-5"),
        ("gpt-5.4", ""),
    ],
)
def test_a_models_family_is_read_from_any_spelling(name: str, family: str) -> None:
    """Dates, clouds' prefixes and aliases do not hide the family."""
    assert family_name(name) == family


@pytest.mark.parametrize(
    ("model", "rule"), [("claude-haiku-4-5", None), ("claude-opus-4-6", PREFILL), ("claude-fable-5-2", PREFILL)]
)
def test_prefill_depends_on_the_model(model: str, rule: str | None) -> None:
    """From 4.6 on a conversation cannot end with the assistant."""
    assert oracle.judge(API, _body(USER, _assistant(_text()), model=model)).rule == rule


def test_an_unknown_model_is_not_judged_for_what_depends_on_it() -> None:
    """The verdict says so."""
    verdict = oracle.judge(API, _body(USER, _assistant(_text()), model="claude-opus-9"))
    assert (verdict.accepted, flags_of("claude-opus-9")) == (True, frozenset({"model=unknown"}))
    assert verdict.assumptions == (
        "The model is not in the table of Claude models: nothing that depends on the model was judged.",
    )


def test_the_version_decides_about_documents_of_the_assistant() -> None:
    """Without a header the version is 2023-06-01; Bedrock and Vertex name theirs in the body."""
    document = {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "x"}}
    body = _body(USER, _assistant(document), USER)
    new = {"anthropic-version": "2026-10-21"}
    assert oracle.judge(API, body).accepted
    assert oracle.judge(API, body, headers=new).rule == "anthropic-v20261021-document-in-assistant"
    assert not oracle.judge(API, body | {"anthropic_version": "2026-10-21"}, vendor="vertex").accepted


def test_the_envelope_is_the_providers_own() -> None:
    """A code stands in the details, and only where the error has one."""
    plain = oracle.judge(API, _body(USER, _assistant(_text("")), USER))
    nothing = oracle.judge(API, _body(compaction={"type": "summarize"}))
    empty = "messages: text content blocks must be non-empty"
    assert oracle.envelope(API, plain) == {
        "type": "error",
        "error": {"type": "invalid_request_error", "message": empty},
        "request_id": "req_modelled",
    }
    assert oracle.envelope(API, nothing)["error"]["details"] == {"error_code": "compaction_nothing_to_summarize"}
    assert oracle.envelope(API, plain, "bedrock") == {"message": empty}
    assert oracle.envelope(API, plain, "vertex")["request_id"].startswith("req_vrtx_")


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
EXAMPLES = [
    example["trips"]["body"]
    for path in sorted((Path(__file__).parents[3] / "cases" / "oracle").glob(f"{API}.*.json"))
    for example in json.loads(path.read_text(encoding="utf-8"))
    if "trips" in example and "$each" not in json.dumps(example)
]


@given(body=st.dictionaries(st.sampled_from(["messages", "model", "system", "tools", "thinking", "x"]), ANYTHING))
def test_no_json_crashes_it(body: dict) -> None:
    """Any JSON gets a verdict."""
    assert isinstance(oracle.judge(API, body), Verdict)


def _places(value: object, path: tuple = ()) -> list[tuple]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [(*path, key) for key, _ in inner] + [place for key, each in inner for place in _places(each, (*path, key))]


@given(data=st.data())
@settings(max_examples=300, deadline=None)
def test_no_damaged_request_crashes_it(data: st.DataObject) -> None:
    """A request in which anything stands anywhere gets a verdict, under every version and vendor."""
    body = copy.deepcopy(data.draw(st.sampled_from(EXAMPLES)))
    *path, last = data.draw(st.sampled_from(_places(body)))
    place = body
    for step in path:
        place = place[step]
    place[last] = data.draw(ANYTHING | st.sampled_from(["tool_use", "compaction", "system", [], {}, [[]], [None]]))
    vendor = data.draw(st.sampled_from([None, "bedrock", "vertex", "deepseek"]))
    headers = data.draw(st.sampled_from([{}, {"anthropic-version": "2026-10-21", "anthropic-beta": "a, b"}]))
    assert isinstance(oracle.judge(API, body, vendor=vendor, headers=headers), Verdict)


def _seconds(rounds: int) -> float:
    messages = [USER]
    for n in range(rounds):
        call_id = f"toolu_{n}"
        messages += [_assistant(CALL | {"id": call_id}), _user(RESULT | {"tool_use_id": call_id})]
    body = _body(*messages)
    gc.collect()
    gc.disable()  # its passes grow with everything that the test process holds
    try:
        started = time.process_time()
        assert oracle.judge(API, body).accepted
        return time.process_time() - started
    finally:
        gc.enable()


def test_time_grows_with_the_history_and_no_faster() -> None:
    """Ten times the history takes less than thirty times the time."""
    _seconds(100)
    short = min(_seconds(1_000) for _ in range(3))
    assert min(_seconds(10_000) for _ in range(3)) < 30 * short
