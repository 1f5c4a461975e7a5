"""The net notices what is broken and what is left out, and says what it does not notice."""

import json

import pytest

from sendable import oracle
from sendable.model.errors import NothingJudged
from sendable.model.selftest import PartResult, SelfTest, Tried
from sendable.tasks.selftest import exit_code, selftest
from sendable.tasks.selftest.left_out import Switch, leave_out, switches
from sendable.tasks.selftest.mutants import Claim, break_and_look, claims
from sendable.tasks.selftest.oracle_rules import leave_out_rule, leave_out_rules
from sendable.tasks.selftest.survivors import explained, stale, survivors
from sendable.tasks.selftest.targets import all_targets, concerned

LEFT_OUT = {
    Switch("flat", "answer-open-calls"): ("flat-call-unanswered-in-block", "accepted (chat-tool-calls-unanswered)"),
    Switch("send", "order"): ("send-order-message-between", "accepted (chat-tool-calls-unanswered)"),
    Switch("send", "signatures", "gemini"): (
        "send-call-answered-in-the-coming-turn",
        "accepted (gemini-thought-signature-missing)",
    ),
    Switch("write", "journal"): ("write-dies-while-running", "the cleanup removes call a"),
}


@pytest.mark.parametrize("switch", LEFT_OUT, ids=str)
def test_what_is_left_out_of_the_reference_is_noticed(switch):
    """A rule, a step, a duty and a rule of the recorder: by this case, with this."""
    case, how = LEFT_OUT[switch]
    found = leave_out(switch)
    assert (found.by, found.how.partition(": ")[2]) == (case, how)


def test_there_are_switches_of_every_kind():
    """All rules of flat and write, the steps of send, and duties of every API; none twice."""
    found = switches()
    assert len(found) == len(set(found))
    assert {each.contract for each in found} == {"flat", "send", "write"}
    assert {each.api for each in found if each.api} == {each.api for each in all_targets()}


def test_what_changes_nothing_is_not_noticed_and_explained():
    """Gemini's format has no place for an item's id: the reason is on file, with evidence."""
    (found,) = explained([leave_out(Switch("send", "item-ids", "gemini"))])
    assert (found.killed, found.explained, bool(found.evidence)) == (False, True, True)


@pytest.mark.parametrize("api", ["mistral", "llamacpp-messages"])
def test_every_rule_of_an_api_is_noticed(api):
    """Without it, a case or its body turns green."""
    assert [each.what for each in leave_out_rules(api) if not each.killed] == []


def test_cases_come_before_bodies():
    """A rule that a case trips is noticed by the case; one that none does, by its body."""
    by_case = leave_out_rule("openai-chat", "chat-tool-calls-unanswered")
    by_body = leave_out_rule("openai-chat", "chat-model-missing")
    assert (by_case.body, by_case.how.partition(": ")[2]) == (False, "400 turns into 200")
    assert by_body == Tried(
        what="oracle openai-chat chat-model-missing", by="chat-model-missing", body=True, how="400 turns into 200"
    )


def test_a_rule_that_only_warns_must_stop_to_warn():
    """An unconfirmed rule refuses nothing, so nothing turns green."""
    rule = next(each.id for each in oracle.rules("openai-chat") if each.refuses and each.grade == "unconfirmed")
    assert leave_out_rule("openai-chat", rule).how.endswith("warns no more")


def test_a_mutator_is_noticed_on_its_target():
    """Without a result, Chat refuses."""
    found = break_and_look(Claim("drop-result", "openai-chat:gpt-5.4"))
    assert found.how == "accepted (chat-tool-calls-unanswered)"


def test_a_shape_that_the_api_takes_is_explained_by_the_table():
    """A call id of an earlier turn: recorded as accepted."""
    found = break_and_look(Claim("repeat-id-later", "openai-responses:gpt-5.4"))
    assert (found.killed, found.explained) == (False, True)
    assert found.evidence[0].startswith("recording ")


def test_a_mutator_claims_the_targets_that_it_names():
    """One of each API, and without a name those that a run asks."""
    asked = {(each.mutator, each.target) for each in claims()}
    assert ("drop-result", "anthropic-messages:claude-opus-5-5") in asked
    assert all(concerned((target,), all_targets()) for _, target in asked)


def test_a_mutator_claims_nothing_where_no_verdict_is_known():
    """Two results for one call on Responses: neither refused nor taken, as far as anybody has published."""
    asked = {(each.mutator, each.target) for each in claims()}
    assert ("duplicate-result", "openai-chat:gpt-5.4") in asked
    assert ("duplicate-result", "openai-responses:gpt-5.4") not in asked


def test_reasons_on_file_are_whole():
    """Each entry has a reason and evidence; what explains nothing is stale."""
    assert [each.what for each in survivors() if not (each.reason and (each.rules or each.evidence))] == []
    assert stale([], ("send",)) == ("send budget",)
    assert stale([Tried(what="send budget")], ("send",)) == ()


@pytest.mark.parametrize(
    ("part", "code"),
    [
        (PartResult(part="a", tried=(Tried(what="x", by="case"),)), 0),
        (PartResult(part="a", tried=(Tried(what="x", reason="taken", evidence=("rule",)),)), 0),
        (PartResult(part="a", tried=(Tried(what="x", reason="a guess"),)), 1),
        (PartResult(part="a", tried=(Tried(what="x"),)), 1),
        (PartResult(part="a", tried=(Tried(what="x", by="case"),), stale=("y",)), 1),
    ],
)
def test_exit_codes(part, code):
    """0 when all is noticed or explained; 1 for a survivor without evidence, and for a reason that is out of date."""
    assert exit_code(SelfTest(parts=(part,), seconds=0)) == code


def test_nothing_tried_is_no_success(monkeypatch):
    """A package without rules would be green otherwise."""
    survivors()  # read once, while there are rules to hold it to
    monkeypatch.setattr("sendable.oracle.apis", tuple)
    with pytest.raises(NothingJudged):
        selftest(["c"], 1, lambda _done, _all: None)


def test_the_command(sendable):
    """Part c leaves out every rule of the oracle, and each is noticed."""
    done = sendable("selftest", "--part", "c", "--json", "--jobs", "1")
    (part,) = json.loads(done.stdout)["parts"]
    assert (done.returncode, part["part"]) == (0, "c")
    assert [each["what"] for each in part["tried"] if not each.get("by")] == []
    assert len(part["tried"]) > 490
