"""The recorded basis: what is on file is said, with its source; what is not, or is doubtful, stays modelled."""

import pytest

from sendable import oracle
from sendable.model.outcome import ProviderError, Verdict
from sendable.model.roundtrip import RoundTrip, Source
from sendable.model.target import parse_target
from sendable.recordings import index
from sendable.replay import Modelled
from sendable.replay.recorded import grounded

API = "openai-responses"
ASKED = {"model": "gpt-5.4", "input": [{"role": "user", "content": "Hello"}]}
OPEN = {
    "model": "gpt-5.4",
    "input": [{"type": "function_call", "call_id": "call_1", "name": "look", "arguments": "{}"}],
}
NO_OUTPUT = ProviderError(message="No tool output found for function call call_other.", param="input")


def _trip(body, status=200, *, n=1, **changes):
    whole = {"api": API, "provider": "openai", "status": status, "request": body, "date": "2026-07-02"}
    return RoundTrip(**whole | {"source": Source(path="a.yaml", repo="me/mine", n=n)} | changes)


@pytest.fixture
def on_file(monkeypatch):
    """Put an index of the given round trips in the place of the shipped one."""

    def put(*trips):
        filed = index.merged(index.Index(), trips)
        monkeypatch.setattr(index, "shipped", lambda: filed)

    return put


def _grounded(body, *, api=API, vendor=None, headers=None, as_of="2026-11-30", model=""):
    verdict = oracle.judge(api, body, vendor=vendor, headers=headers, as_of=as_of, model=model or None)
    return grounded(verdict, body, api, vendor, headers or {}, model)


def _says(found) -> tuple:
    return found.verdict.basis, found.verdict.accepted, found.recording


def test_an_acceptance_on_file_is_recorded(on_file):
    """The verdict says recorded, with the recording as its evidence and its source."""
    on_file(_trip(ASKED))
    found = _grounded({**ASKED, "input": [{"role": "user", "content": "Other words"}]})
    assert _says(found) == ("recorded", True, "me/mine a.yaml#1")
    (evidence,) = found.verdict.evidence
    assert (evidence.kind, evidence.where, evidence.date, evidence.model) == (
        "recording",
        "me/mine a.yaml#1",
        "2026-07-02",
        "gpt-5.4",
    )


def test_what_nobody_recorded_is_modelled(on_file):
    """Another history, another model or another vendor is not what is on file."""
    on_file(_trip(ASKED))
    others = [
        _grounded({**ASKED, "input": []}),
        _grounded({**ASKED, "model": "gpt-5"}),
        _grounded(ASKED, model="gpt-5"),
        _grounded(ASKED, vendor="azure"),
        _grounded([1]),
    ]
    assert [(found.verdict.basis, found.recording) for found in others] == [("modelled", None)] * 5


def test_a_refusal_on_file_keeps_the_rule_that_says_the_same(on_file):
    """Status and words agree, so the text names this body's own call, and the rule is told."""
    on_file(_trip(OPEN, 400, error=NO_OUTPUT))
    found = _grounded(OPEN)
    assert _says(found) == ("recorded", False, "me/mine a.yaml#1")
    assert found.verdict.rule == "resp-function-call-without-output"
    assert found.verdict.error is not None
    assert found.verdict.error.message == "No tool output found for function call call_1."


def test_a_refusal_that_no_rule_knows_is_told_in_the_providers_words(on_file):
    """The oracle would accept; the recording decides."""
    unheard = ProviderError(message="Your input is not to our liking.", type="invalid_request_error", param="input")
    on_file(_trip(ASKED, 400, error=unheard))
    found = _grounded(ASKED)
    assert _says(found) == ("recorded", False, "me/mine a.yaml#1")
    assert (found.verdict.error, found.verdict.rule, found.verdict.status) == (unheard, None, 400)


def test_a_shape_that_was_answered_both_ways_is_never_recorded(on_file):
    """Conflicting digests leave the verdict to the oracle."""
    on_file(_trip(ASKED), _trip(ASKED, 400, n=2, error=NO_OUTPUT))
    assert _says(_grounded(ASKED)) == ("modelled", True, None)


def test_a_refusal_of_the_oracle_stays_and_names_the_recording(on_file):
    """A digest leaves out lengths and the insides of things, so an old acceptance does not overrule a rule."""
    on_file(_trip(OPEN))
    found = _grounded(OPEN)
    assert _says(found) == ("modelled", False, None)
    assert found.verdict.assumptions[-1] == ("a request of this shape was accepted, 2026-07-02 (me/mine a.yaml#1)")


def test_a_refusal_whose_rule_has_ended_since_is_history(on_file):
    """What was refused on its day and is taken now stays modelled, with the recording named."""
    source = {"type": "file", "file_id": "file_01"}
    content = [{"type": "text", "text": "look"}, {"type": "document", "source": source}]
    body = {"model": "claude-haiku-4-5", "max_tokens": 9, "messages": [{"role": "user", "content": content}]}
    headers = {"anthropic-version": "2023-06-01"}
    then = oracle.judge("anthropic-messages", body, headers=headers, as_of="2026-03-05")
    assert then.error is not None
    refused = _trip(
        body, 400, api="anthropic-messages", provider="anthropic", headers=headers, error=then.error, date="2026-03-05"
    )
    on_file(refused)
    found = _grounded(body, api="anthropic-messages", headers=headers)
    assert _says(found) == ("modelled", True, None)
    assert found.verdict.assumptions[-1] == "a request of this shape was refused, 2026-03-05 (me/mine a.yaml#1)"
    assert _says(_grounded(body, api="anthropic-messages", headers=headers, as_of="2026-03-05"))[:2] == (
        "recorded",
        False,
    )


def test_a_recording_younger_than_the_verdicts_date_is_not_known_yet(on_file):
    """As of a day before the recording, the oracle answers."""
    on_file(_trip(ASKED))
    assert _says(_grounded(ASKED, as_of="2026-07-01")) == ("modelled", True, None)
    assert _says(_grounded(ASKED, as_of="2026-07-02"))[0] == "recorded"


def test_what_the_headers_leave_open_is_assumed_aloud(on_file):
    """A recording without headers, asked without a version: the verdict says what was taken for granted."""
    body = {"model": "claude-haiku-4-5", "max_tokens": 9, "messages": [{"role": "user", "content": "hi"}]}
    on_file(_trip(body, api="anthropic-messages", provider="anthropic"))
    found = _grounded(body, api="anthropic-messages")
    assert _says(found) == ("recorded", True, "me/mine a.yaml#1")
    assert found.verdict.assumptions[-3:] == (
        "no anthropic-version header was given: looked up as 2023-06-01, which the SDKs send",
        "the recorder kept no headers: taken as a request without beta headers",
        "not compared with the recording: the values of max_tokens",
    )
    beta = _grounded(body, api="anthropic-messages", headers={"anthropic-beta": "some-beta-2026-01-01"})
    assert _says(beta) == ("modelled", True, None)


def test_a_vendors_recordings_are_found_under_its_overlay(on_file):
    """Recordings file a vendor by host or product; the overlay's name finds them."""
    body = {"model": "glm-5", "messages": [{"role": "user", "content": "hi"}]}
    on_file(_trip(body, api="openai-chat", provider="host:api.z.ai"), _trip(ASKED, n=2, provider="azure"))
    assert index.shipped().pairs.keys()
    assert _says(_grounded(ASKED, vendor="azure")) == ("recorded", True, "me/mine a.yaml#2")


def test_a_body_nested_too_deeply_for_a_digest_is_modelled(on_file):
    """There is no shape to look up, and nothing crashes."""
    on_file(_trip(ASKED))
    deep: list = []
    for _ in range(5_000):
        deep = [deep]
    assert grounded(_verdict(), {"model": "m", "input": deep}, API, None, {}).verdict.basis == "modelled"


def _verdict() -> Verdict:
    return Verdict(True, 200, "modelled", "gpt-5.4", "2026-11-30")


def test_the_asker_says_where_its_answer_is_recorded(on_file):
    """Through the SDK too: the basis and the source come with the answer; rules left out ask the oracle alone."""
    on_file(_trip(ASKED))
    target = parse_target("openai-responses:gpt-5.4")
    asked = Modelled().ask(ASKED, target)
    assert isinstance(asked.outcome, Verdict)
    assert (asked.outcome.basis, asked.recording) == ("recorded", "me/mine a.yaml#1")
    bare = Modelled(without=frozenset({"resp-input-missing"})).ask(ASKED, target)
    assert isinstance(bare.outcome, Verdict)
    assert (bare.outcome.basis, bare.recording) == ("modelled", None)
