"""An explanation: the rule, its evidence, and changes that the oracle accepts."""

import json
from pathlib import Path

import pytest

from sendable import oracle
from sendable.model.explanation import Edit
from sendable.report.explain import explanation_text
from sendable.tasks.check import Question
from sendable.tasks.explain import explain

RULES = Path(__file__).parents[3] / "cases" / "oracle"
USER = {"role": "user", "content": "hi"}
CALLS = [{"id": f"call_{n}", "type": "function", "function": {"name": "look", "arguments": "{}"}} for n in (1, 2)]
OPEN = {
    "model": "gpt-5.4",
    "messages": [
        USER,
        {"role": "assistant", "content": "looking", "tool_calls": CALLS},
        {"role": "tool", "tool_call_id": "call_1", "content": "sun"},
        USER,
    ],
}
CHAT = Question(api="openai-chat")


def test_an_open_call_is_closed_by_the_reference():
    """To add one result is smaller than to take anything away that would do."""
    found = explain(OPEN, CHAT)
    assert found.smallest is not None
    assert (found.smallest.by, found.smallest.values, found.smallest.basis) == (
        "reference: closing repair",
        3,
        "modelled",
    )
    (edit,) = found.smallest.edits
    assert (edit.act, edit.path) == ("add", "$.messages[3]")
    assert json.loads(edit.after)["tool_call_id"] == "call_2"
    assert found.reference is None


def test_an_orphan_goes_alone():
    """One removal does it: the smallest change is named with what it takes away."""
    orphan = {"role": "tool", "tool_call_id": "call_9", "content": "r"}
    found = explain({"model": "gpt-5.4", "messages": [USER, orphan, USER]}, CHAT)
    assert found.smallest is not None
    assert found.smallest.edits == (Edit("remove", "$.messages[1]", before=json.dumps(orphan, separators=(",", ":"))),)
    assert found.smallest.body == {"model": "gpt-5.4", "messages": [USER, USER]}


def test_an_unknown_field_goes_alone():
    """A fault beside the history is mended where it stands."""
    found = explain({"model": "gpt-5.4", "messages": [USER], "instructions": "be brief"}, CHAT)
    assert found.smallest is not None
    assert [(edit.act, edit.path) for edit in found.smallest.edits] == [("remove", "$.instructions")]
    assert found.smallest.values == 1


def test_several_faults_take_several_removals():
    """Where no single change will do, each next fault is mended in turn."""
    results = [{"type": "function_call_output", "call_id": f"call_{n}", "output": "r"} for n in range(3)]
    body = {"model": "gpt-5.4", "input": [{**USER, "x": 1}, *results]}
    found = explain(body, Question(api="openai-responses"))
    assert found.smallest is not None
    assert oracle.judge("openai-responses", found.smallest.body).accepted
    assert len(found.smallest.edits) > 1


def test_what_is_known_of_the_rule_is_told():
    """Shape, reason, grade and every source of the rule's record."""
    found = explain(OPEN, CHAT)
    record = next(each for each in oracle.rules("openai-chat") if each.id == "chat-tool-calls-unanswered")
    assert (found.shape, found.why, found.grade, found.sources) == (
        record.shape,
        record.why,
        record.grade,
        record.sources,
    )
    text = explanation_text(found, "openai-chat:gpt-5.4")
    for word in (record.why.split()[0], "Why providers have it", "Evidence", *(each.where for each in record.sources)):
        assert word in text
    assert "add      $.messages[3]" in text


def test_an_accepted_body_has_nothing_to_explain():
    """The verdict alone, and no change was tried."""
    found = explain({"model": "gpt-5.4", "messages": [USER]}, CHAT)
    assert (found.verdict.accepted, found.smallest, found.tried) == (True, None, 0)
    assert explanation_text(found, "openai-chat:gpt-5.4").startswith("accepted  200  openai-chat:gpt-5.4")


def test_what_no_change_mends_says_so():
    """A body that is no object cannot be mended, and the text says what was tried."""
    found = explain(7, CHAT)
    assert (found.verdict.accepted, found.smallest, found.reference) == (False, None, None)
    assert "No small change was found that is accepted (0 tried)." in explanation_text(found, "openai-chat:m")


def _tripping():
    for path in sorted(RULES.glob("*.json")):
        rows = json.loads(path.read_text(encoding="utf-8"))
        api = path.stem.partition(".")[0]
        if api in oracle.apis():
            yield from ((api, row) for row in rows if "trips" in row)


@pytest.mark.parametrize("api", sorted({api for api, _ in _tripping()}))
def test_every_change_that_is_told_is_accepted(api):
    """For each rule's own body: whatever is proposed, the oracle takes it, and the body given is not changed."""
    proposed = 0
    for _, row in [each for each in _tripping() if each[0] == api][:40]:
        body, more = row["trips"]["body"], row["trips"]
        if "$text" in json.dumps(body) or "$each" in json.dumps(body):
            continue
        question = Question(api, more.get("vendor"), None, more.get("as_of"), more.get("headers", {}))
        before = json.dumps(body)
        found = explain(body, question)
        assert json.dumps(body) == before
        for change in filter(None, (found.smallest, found.reference)):
            proposed += 1
            assert oracle.judge(
                api, change.body, vendor=question.vendor, headers=question.headers, as_of=question.as_of or "2026-11-30"
            ).accepted
    assert proposed > 0
