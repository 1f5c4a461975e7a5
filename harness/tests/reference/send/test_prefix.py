"""Thinking that is bound to its prefix, and a prefix that has changed."""

import pytest
from reference.send.makers import TOOLS, answered
from reference.send.talk import call, claudes_thought, codes, node, result, said, thought, touched, tree, user

from sendable import oracle
from sendable.model.node import read_conversation
from sendable.model.target import parse_target
from sendable.reference.send import assemble, prefix_digest
from sendable.reference.send.data import binds_prefix
from sendable.reference.send.held import Held, entries_of, held_by
from sendable.reference.send.path import context
from sendable.reference.send.prefix import unbind

BINDS = parse_target("anthropic-messages:claude-opus-5-5")
BINDS_NOT = parse_target("anthropic-messages:claude-opus-4-8")
MADE = {"provider": "anthropic", "model": "claude-opus-5-5"}


def conversation(first="hi", *, digest=True, model="claude-opus-5-5"):
    """Two answers with thinking; the digests are those of a conversation that began with ``hi``."""
    answers = [claudes_thought("Zmlyc3Q="), said("one")], [claudes_thought("c2Vjb25k"), said("two")]
    digests = [prefix_digest([user("hi")]), prefix_digest([user("hi"), *answers[0], user("more")])]
    made = {"provider": "anthropic", "model": model}
    return tree(
        node("a", sent=[user(first)], received=answers[0], prefix_digest=digests[0] if digest else None, **made),
        node("b", "a", sent=[user("more")], received=answers[1], prefix_digest=digests[1] if digest else None, **made),
    )


def held(history):
    found = read_conversation(history)
    return context(found.path(found.leaf))


def thoughts(prefixed):
    items = [item for each in prefixed.held for item in each.entry.items]
    return [item["encrypted_content"] for item in items if item["type"] == "reasoning"]


@pytest.mark.parametrize("target", [BINDS, BINDS_NOT], ids=str)
def test_an_unchanged_prefix_keeps_all_thinking(target):
    """The very entries come back, with no warning."""
    given = held(conversation())
    prefixed = unbind(given, target, cut=False)
    assert [id(each) for each in prefixed.held] == [id(each) for each in given]
    assert prefixed.warnings == ()


def test_a_changed_prefix_loses_its_thinking_and_all_later():
    """Both blocks go, and the warning names them without their content."""
    prefixed = unbind(held(conversation("changed")), BINDS, cut=False)
    assert thoughts(prefixed) == []
    (warning,) = prefixed.warnings
    assert (warning.step, warning.code) == ("prefix", "prefix-changed")
    assert touched(warning) == [("reasoning", None, 1), ("reasoning", None, 4)]


def test_thinking_before_the_change_stays():
    """What stands in front of the change is still behind its own prefix."""
    history = conversation()
    history["nodes"][1]["sent"] = [user("other")]
    assert thoughts(unbind(held(history), BINDS, cut=False)) == ["Zmlyc3Q="]


def test_later_thinking_goes_although_its_own_digest_fits():
    """Without the block before it, it is behind another prefix too."""
    history = conversation()
    history["nodes"][0]["prefix_digest"] = "0" * 64
    assert thoughts(unbind(held(history), BINDS, cut=False)) == []


def test_models_that_bind_nothing_keep_it():
    """An older target takes the block, an older maker's block was never bound."""
    assert len(thoughts(unbind(held(conversation("changed")), BINDS_NOT, cut=True))) == 2
    assert len(thoughts(unbind(held(conversation("changed", model="claude-opus-4-8")), BINDS, cut=True))) == 2


def test_other_targets_are_not_asked():
    """OpenAI's reasoning is not bound to what stands before it."""
    history = tree(node("a", sent=[user()], received=[thought(), said()], provider="openai", prefix_digest="ff"))
    assert len(thoughts(unbind(held(history), parse_target("openai-responses:gpt-5.4"), cut=True))) == 1


@pytest.mark.parametrize(("cut", "left"), [(False, 2), (True, 0)])
def test_without_a_digest_a_cut_decides(cut, left):
    """Of nodes stored without a digest we know only whether we left something out ourselves."""
    assert len(thoughts(unbind(held(conversation(digest=False)), BINDS, cut=cut))) == left


def test_an_answer_of_thinking_alone_goes_whole():
    """No empty message is left behind."""
    history = tree(node("a", sent=[user()], received=[claudes_thought()], prefix_digest="0", **MADE), node("b", "a"))
    assert [each.entry.role for each in unbind(held(history), BINDS, cut=False).held] == ["user"]


def test_digest_says_what_is_sent_not_who_stored_it():
    """Provider and model of an item are no part of it; its content, its order and the tools are."""
    marked = [{**user(), "provider": "anthropic", "model": "m"}]
    assert prefix_digest([user()]) == prefix_digest(marked)
    digests = {
        prefix_digest(items, tools)
        for items in ([], [user()], [user("b"), said()], [said(), user("b")])
        for tools in ((), [{"name": "look"}])
    }
    assert len(digests) == 8
    assert prefix_digest([{"a": 1, "b": 2}]) == prefix_digest([{"b": 2, "a": 1}])


def test_a_tool_that_is_named_later_is_a_changed_prefix():
    """The definitions stand in front of everything, and one more of them is another front."""
    first = [claudes_thought("Zmlyc3Q="), call("a")]
    stored = {"received": first, "prefix_digest": prefix_digest([user()]), **MADE}
    asked = tree(node("a", sent=[user()], **stored))
    answered = tree(node("a", sent=[user()], **stored), node("b", "a", sent=[result("a")]))
    constant = {**stored, "prefix_digest": prefix_digest([user()], [definition("look")])}
    assert thoughts(unbind(held(asked), BINDS, cut=False)) == []
    assert thoughts(unbind(held(answered), BINDS, cut=False)) == []
    assert thoughts(unbind(held(tree(node("a", sent=[user()], **constant))), BINDS, cut=False)) == ["Zmlyc3Q="]


def definition(name):
    return {"name": name, "description": "A tool of this conversation.", "parameters": {"type": "object"}}


def test_an_answer_of_two_makers_is_compared_once():
    """The digest speaks of the first thing that the node received."""
    stored = read_conversation(
        tree(node("a", received=[said(), {**said(), "provider": "vllm"}], prefix_digest="d", **MADE))
    ).nodes["a"]
    assert [each.prefix for each in held_by(stored)] == ["d", None]


def test_assembling_drops_and_tells_and_the_letter_does_neither():
    """The whole way: the changed conversation loses its thinking by default, and keeps it by the letter."""
    history = conversation("changed")
    kept, letter = assemble(history, BINDS), assemble(history, BINDS, letter=True)
    assert ("thinking" in str(kept.body["messages"]), "thinking" in str(letter.body["messages"])) == (False, True)
    assert codes(kept) == [("prefix", "prefix-changed")]
    assert codes(letter) == []


def test_turns_that_the_budget_drops_are_a_changed_prefix():
    """The thinking that is left was made with the dropped turns in front."""
    limit = 1_000_000
    long = tree(
        node("a", sent=[user("x" * limit)], received=[said()], **MADE),
        node("b", "a", sent=[user("more")], received=[claudes_thought(), said("two")], **MADE),
    )
    assert codes(assemble(long, BINDS)) == [("budget", "turns-dropped"), ("prefix", "prefix-changed")]


@pytest.mark.parametrize(
    ("model", "binds"),
    [
        ("claude-fable-5-2", True),
        ("claude-fable-5-1-20260901", True),
        ("claude-fable-5", False),
        ("claude-fable-5-20260601", False),
        ("anthropic.claude-opus-5-5-v1:0", True),
        ("claude-haiku-5-5", True),
        ("claude-opus-5", False),
        ("claude-haiku-4-5", False),
    ],
)
def test_which_models_bind_is_data(model, binds):
    """The list of the provider's documentation, as globs."""
    assert binds_prefix(model) is binds


def test_bare_items_have_no_digest():
    """Without nodes nothing is known, so nothing is dropped."""
    given = [Held(each) for each in entries_of([user(), claudes_thought(), said()])]
    assert unbind(given, BINDS, cut=False).warnings == ()


WITH_SEAL = {"thought": "hm", "text": "ok", "calls": []}


def grown(turns):
    """A conversation with the model that binds; each turn is what was said to it, and what it answers."""
    history = {"nodes": [], "leaf": None, "tools": TOOLS}
    for turn, calls in turns:
        history, _ = answered(history, "anthropic", turn, {**WITH_SEAL, "calls": calls})
    return history


def kept_and_rule(history, step):
    request = assemble(history, BINDS, without=frozenset({step} if step else ()))
    kept = sum(block.get("type") == "thinking" for each in request.body["messages"] for block in blocks(each))
    return kept, oracle.judge(BINDS.api, request.body).rule


def blocks(message):
    return [block for block in message["content"] if isinstance(block, dict)]


BOUND = "anthropic-thinking-prefix-binding-2026-11"
ANSWERED_LATE = [([user()], [("c1", "look", "{}")]), ([user("never mind")], []), ([result("c1"), user("and?")], [])]
SYSTEM_LATER = [
    ([user()], []),
    ([user("more"), {"type": "message", "role": "system", "content": "Be brief."}, user()], []),
]


@pytest.mark.parametrize(("turns", "kept"), [(ANSWERED_LATE, 1), (SYSTEM_LATER, 0)], ids=["late result", "late system"])
def test_what_a_later_step_changes_in_front_of_thinking_counts_too(turns, kept):
    """A call whose result came later was not there when the block was made, nor was a system message of a later turn."""
    history = grown(turns)
    assert kept_and_rule(history, None) == (kept, None)
    assert kept_and_rule(history, "prefix")[1] == BOUND


def test_a_system_message_that_may_stand_where_it_is_changes_no_prefix():
    """Behind a user message and before an answer it stays, and so does the thinking before it."""
    history = grown(
        [([user()], []), ([user("more"), {"type": "message", "role": "system", "content": "Be brief."}], [])]
    )
    assert kept_and_rule(history, None) == (2, None)


def test_a_call_that_is_never_answered_changes_no_prefix():
    """It was left out then, and is left out now; so is its tool's made-up definition neither added nor removed."""
    turns = [([user()], [("c1", "find", "{}")]), ([user("never mind")], [("c2", "look", "{}")]), ([result("c2")], [])]
    history = grown(turns)
    assert kept_and_rule(history, None) == (3, None)
    without_tools = {"nodes": [], "leaf": None}
    for turn, calls in turns:
        without_tools, _ = answered(without_tools, "anthropic", turn, {**WITH_SEAL, "calls": calls})
    assert kept_and_rule(without_tools, None)[1] is None
