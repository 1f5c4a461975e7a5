"""What is wrong with a set of cases beyond their form."""

import msgspec
import pytest

from sendable.corpus.build import build, content_digest
from sendable.corpus.lint import Finding, lint
from sendable.model.case import Case, Expect
from sendable.model.evidence import Evidence

SOURCE = Evidence(kind="report", where="https://example.com/1", date="2026-01-01")
ASKED = {"messages": [{"role": "user", "content": "Hello."}]}


def case(**other) -> Case:
    """A case by hand with nothing wrong."""
    made = {"id": "hello", "title": "Sendable: hello", "contract": "flat", "family": "greeting"}
    return Case(**{**made, "history": ASKED, "evidence": (SOURCE,), **other})


BUILT = list(build(5, 3))


def built(**other) -> Case:
    """The first generated case with other values, and the id that goes with its content."""
    changed = msgspec.structs.replace(BUILT[0], **other)
    head = BUILT[0].id.rpartition("--")[0]
    return msgspec.structs.replace(changed, id=f"{head}--{content_digest(changed)[:12]}")


NO_EVIDENCE = Finding("hello", "no evidence with a place and a date", "cite a recording, a report or a document")
NO_RULE = Finding("hello", "a refusal is expected, and no rule named", "name the oracle's rule in expect.rule")
UNKNOWN_RULE = Finding("hello", "no rule is named 'chat-no-such-rule'", "see sendable rules")
TWICE = Finding("hello", "the id is used twice", "ids are unique and never used again")
OTHER = Expect(outcome="refused", rule="chat-tool-calls-empty")

WRONG = {
    "nothing": ([case(), *BUILT], []),
    "no evidence": ([case(evidence=())], [NO_EVIDENCE]),
    "evidence without a place": (
        [case(evidence=(Evidence(kind="report", where=" ", date="2026-01-01"),))],
        [NO_EVIDENCE],
    ),
    "evidence without a date": ([case(evidence=(Evidence(kind="report", where="x", date=""),))], [NO_EVIDENCE]),
    "one good source is enough": ([case(evidence=(Evidence(kind="report", where="", date=""), SOURCE))], []),
    "two faults": (
        [case(family="orphan+late-result")],
        [Finding("hello", "more than one fault: orphan+late-result", "one fault a case; split it")],
    ),
    "a refusal without a rule": ([case(expect=Expect(outcome="refused"))], [NO_RULE]),
    "a rule that nobody knows": (
        [case(expect=Expect(outcome="refused", rule="chat-no-such-rule"))],
        [UNKNOWN_RULE],
    ),
    "the same at one target": (
        [case(expect=Expect(by_target={"openai-chat:*": Expect(outcome="refused", rule="chat-no-such-rule")}))],
        [UNKNOWN_RULE],
    ),
    "the same for the letter": ([case(expect=Expect(letter=Expect(outcome="refused")))], [NO_RULE]),
    "one id twice": (
        [case(), case(history={"messages": []})],
        [TWICE],
    ),
    "one content under two ids": (
        [case(), case(id="again", title="Another title")],
        [Finding("again", "the same content as hello", "leave one out")],
    ),
    "two outcomes of one history": (
        [case(), case(id="again", expect=OTHER)],
        [Finding("again", "contradicts hello", "one history has one outcome; see the evidence of both")],
    ),
    "two rules for one history": (
        [case(expect=OTHER), case(id="again", expect=Expect(outcome="refused", rule="chat-content-null"))],
        [Finding("again", "contradicts hello", "one history has one outcome; see the evidence of both")],
    ),
    "two outcomes at one target": (
        [case(), case(id="again", expect=Expect(by_target={"openai-chat:*": OTHER}))],
        [Finding("again", "contradicts hello", "one history has one outcome; see the evidence of both")],
    ),
    "a history asked in two ways": ([case(), case(id="again", next=({"role": "user", "content": "Go on."},))], []),
    "a history for two targets": ([case(targets=("gemini:*",)), case(id="again", targets=("mistral:*",))], []),
}


@pytest.mark.parametrize("what", WRONG)
def test_each_fault_is_found_and_nothing_else(what) -> None:
    """The findings are all there is to say, with what to do."""
    cases, findings = WRONG[what]
    assert lint(cases) == findings


def test_changed_content_under_the_old_id_is_found() -> None:
    """An id that tells a content cannot come to mean another."""
    changed = msgspec.structs.replace(BUILT[0], expect=OTHER)
    assert lint([changed]) == [
        Finding(BUILT[0].id, "the id tells another content", "an id never changes its meaning: give it a new one")
    ]


def test_a_generated_case_is_of_its_mutators_family() -> None:
    """The id names the mutator, and the mutator the family."""
    wrong = built(family="greeting")
    name = wrong.id.split("--")[1]
    assert lint([wrong]) == [Finding(wrong.id, f"no mutator {name!r} of the family 'greeting'", "see docs/mutators.md")]


def test_nothing_is_wrong_with_no_cases() -> None:
    """Nothing is found in nothing."""
    assert lint([]) == []
