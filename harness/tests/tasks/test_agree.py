"""The oracle against recordings: every finding, and what is no evidence."""

import json
from pathlib import Path

import pytest

from sendable.model.errors import NothingJudged, UnreadableInput
from sendable.report.agree import agreement_text
from sendable.tasks.agree import agree

ROOT = Path(__file__).resolve().parents[3]
USER = {"role": "user", "content": "hi"}
CALL = {"id": "call_1", "type": "function", "function": {"name": "s", "arguments": "{}"}}
FINE = {"model": "gpt-5.4", "messages": [USER]}
OPEN = {"model": "gpt-5.4", "messages": [USER, {"role": "assistant", "content": None, "tool_calls": [CALL]}, USER]}
UNANSWERED = (
    "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. "
    "The following tool_call_ids did not have response messages: call_other9"
)


def _row(body, status=200, message=None, scope=None, n=1, **changes):
    error = {"message": message} if message else None
    source = {"repo": "me/mine", "path": "a.yaml", "n": n}
    whole = {"api": "openai-chat", "provider": "openai", "status": status, "request": body, "date": "2026-07-01"}
    return whole | {"error": error, "scope": scope, "source": source} | changes


def _agree(folder, *rows):
    file = folder / "rows.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return agree([file])


@pytest.mark.parametrize(
    ("row", "finding", "reason"),
    [
        (_row(FINE), "agreed", None),
        (_row(OPEN), "falsely-refused", None),
        (_row(OPEN, 400, UNANSWERED, "history"), "agreed", None),
        (_row(OPEN, 422, UNANSWERED, "history"), "other-words", None),
        (_row(OPEN, 400, "Something is wrong with messages[1].", "history"), "other-words", None),
        (_row(FINE, 400, "We do not like messages[0].", "history"), "missed", None),
        (_row(FINE, 400, "Bad temperature.", "other"), "not-judgeable", "about something else than the history"),
        (_row(FINE, 400, "Bad temperature."), "not-judgeable", "about something else than the history"),
        (_row(FINE, 400, "Invalid file data: 'x'.", "history"), "not-judgeable", "the content of a file or image"),
        (
            _row(FINE, 400, "messages.1: Invalid `signature` in `thinking` block", "history"),
            "not-judgeable",
            "the inside of an opaque blob",
        ),
    ],
)
def test_each_round_trip_has_one_finding(tmp_path, row, finding, reason):
    """Agreed, other words, falsely refused, missed, or not judgeable with the reason."""
    found = _agree(tmp_path, row)
    (counted,) = found.counted
    assert {name: count for name, count in counted.by_finding.items() if count} == {finding: 1}
    assert found.reasons == ({f"openai-chat: {reason}": 1} if reason else {})
    assert [each.finding for each in found.disagreements] == (
        [finding] if finding not in ("agreed", "not-judgeable") else []
    )
    assert found.falsely_refused == (finding == "falsely-refused")


def test_a_disagreement_names_source_rule_and_both_sides(tmp_path):
    """One line has all that is needed to look it up."""
    (one,) = _agree(tmp_path, _row(OPEN, n=7)).disagreements
    assert (one.source, one.date, one.status, one.said) == ("me/mine a.yaml#7", "2026-07-01", 200, "")
    assert (one.rule, one.path) == ("chat-tool-calls-unanswered", "$.messages[1]")
    assert one.ours.endswith("did not have response messages: call_1")


def test_a_shape_answered_both_ways_is_not_judgeable(tmp_path):
    """Where the provider contradicts itself, a refusal is neither right nor wrong."""
    found = _agree(tmp_path, _row(OPEN), _row(OPEN, 400, UNANSWERED, "history", n=2))
    (counted,) = found.counted
    assert {name: count for name, count in counted.by_finding.items() if count} == {"agreed": 1, "not-judgeable": 1}
    assert found.reasons == {"openai-chat: the provider gave both answers to this shape": 1}
    assert (found.disagreements, found.falsely_refused) == ((), 0)


def test_the_digest_index_is_never_asked(tmp_path, monkeypatch):
    """The oracle must know by itself: the index is not even read."""
    from sendable.recordings import index

    monkeypatch.setattr(index, "shipped", lambda: pytest.fail("the index was read"))
    assert _agree(tmp_path, _row(FINE), _row(OPEN)).compared == 2


def test_who_has_no_rules_is_counted_apart(tmp_path):
    """A vendor without an overlay is judged by the API's own rules and is evidence of nothing; it fails nobody."""
    odd = {**FINE, "enable_thinking": True}
    rows = [_row(odd, provider="host:llm.example.org"), _row(odd, provider="together"), _row(FINE, provider="azure")]
    found = _agree(tmp_path, *rows)
    assert [(each.answered_by, each.first_party, each.overlay) for each in found.counted] == [
        ("azure", False, True),
        ("(unknown host)", False, False),
        ("together", False, False),
    ]
    assert found.falsely_refused == 0


def test_what_is_no_verdict_is_listed_by_reason(tmp_path):
    """Quota, counting endpoints, unknown APIs and spoilt files are not compared, and not hidden."""
    spoilt = {
        "repo": "crmne/ruby_llm",
        "path": "spec/fixtures/vcr_cassettes/chat_text_models_openai_gpt-5-nano_can_understand_text.yml",
        "n": 1,
    }
    found = _agree(
        tmp_path,
        _row(FINE),
        _row(FINE, 429, "Slow down"),
        _row(FINE, url_path="/v1/messages/count_tokens"),
        _row(FINE, api="no-such-api"),
        _row(FINE, api="openai-responses", source=spoilt),
        _row({"model": "m", "input": []}, api="openai-responses", source=spoilt),
    )
    assert found.no_verdict == {
        "no verdict on the request: status 429": 1,
        "answer of a counting or compacting endpoint": 1,
        "of an API without rules: no-such-api": 1,
        "two recordings mixed in one file: the address is the Responses API's, the body and the answer are Chat's": 1,
    }
    assert found.compared == 2


def test_nothing_to_compare_is_an_error_of_its_own(tmp_path):
    """A comparison of nothing is incomplete, never green."""
    with pytest.raises(NothingJudged, match="no round trip to compare: 1 no verdict on the request: status 429"):
        _agree(tmp_path, _row(FINE, 429, "Slow down"))
    with pytest.raises(UnreadableInput, match="no such file or folder"):
        agree([tmp_path / "missing.jsonl"])


def test_our_own_cassettes_agree():
    """What the llama.cpp server answered, the oracle answers."""
    found = agree([ROOT / "cassettes"])
    assert found.compared > 150
    assert found.disagreements == ()


def test_the_teams_recordings_agree(shared):
    """No request that an API's own provider took is refused, and no refused history is taken."""
    found = agree([shared / "recordings" / "round-trips.jsonl.gz"])
    own = [each for each in found.disagreements if each.first_party]
    assert [each for each in own if each.finding in ("falsely-refused", "missed")] == []
    of_history = {each.api: each.of_history for each in found.counted if each.first_party}
    named = ("openai-chat", "openai-responses", "anthropic-messages", "gemini")
    sums = {api: sum(of_history[api].values()) for api in named if api in of_history}
    assert sums == {api: count for api, count in zip(named, (40, 25, 10, 4), strict=True) if api in of_history}


def test_the_text_tells_everything(tmp_path):
    """The table, the refusals of histories, each disagreement on a line, and the sums."""
    rows = [_row(OPEN, n=3), _row(FINE, 400, "messages[0] is bad", "history"), _row(FINE, 429), _row(FINE)]
    lines = agreement_text(_agree(tmp_path, *rows)).splitlines()
    assert [" ".join(line.split()) for line in lines[:3:2]] == [
        "API answered by 2xx refused agreed other words falsely refused missed not judgeable",
        "openai-chat openai 2 1 1 0 1 1 0",
    ]
    assert lines[4:6] == ["refusals of histories by the API's own provider:", "  openai-chat             1: 1 missed"]
    assert lines[7].startswith("falsely-refused  openai-chat  me/mine a.yaml#3 (2026-07-01)  provider: 200  oracle: ")
    assert lines[8] == (
        "missed  openai-chat  me/mine a.yaml#1 (2026-07-01)  provider: 400 messages[0] is bad  oracle: accepts"
    )
    assert lines[-2:] == [
        "not compared        1  no verdict on the request: status 429",
        "own provider   3 compared: 1 agreed, 0 other words, 1 falsely refused, 1 missed, 0 not judgeable",
    ]
