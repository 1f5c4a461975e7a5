"""A compactor of one's own comes before the budget (2.60)."""

import pytest
from reference.send.talk import codes, compaction, node, said, tree, user

from sendable.model.entry import Entry
from sendable.model.target import parse_target
from sendable.reference.send import assemble

VLLM = parse_target("openai-responses:qwen3")
SUMMARY = Entry("user", (user("in short"),))
HISTORY = {"items": [user("a"), said("b"), user("c"), said("d")]}


def texts(request):
    return [item["content"] for item in request.body["input"]]


def test_it_gets_the_expanded_context_and_what_it_returns_is_sent():
    """The original of a foreign compaction is what it shrinks."""
    seen = []

    def compactor(entries, target):
        seen.append((len(entries), str(target)))
        return [SUMMARY, *entries[-1:]]

    history = tree(
        node("o", sent=[user("a")], received=[said("b")]),
        node("c", kind="compaction", received=[compaction()], provider="anthropic", pointer="o"),
        node("n", "c", sent=[user("c")], received=[said("d")]),
    )
    assert texts(assemble(history, VLLM, compactor=compactor)) == ["in short", "d", "Continue."]
    assert seen == [(4, "openai-responses:qwen3")]


def test_the_coming_turn_is_never_its_to_shrink():
    """Even a compactor that returns nothing leaves the question."""
    assert texts(assemble(HISTORY, VLLM, compactor=lambda _entries, _target: [])) == ["Continue."]


def raises(_entries, _target):
    raise TimeoutError


@pytest.mark.parametrize("broken", [raises, lambda _e, _t: None, lambda _e, _t: [user("a dict is no entry")]])
def test_one_that_breaks_is_never_fatal(broken):
    """The context goes on as it was, with a warning."""
    request = assemble(HISTORY, VLLM, compactor=broken)
    assert texts(request) == ["a", "b", "c", "d", "Continue."]
    assert codes(request) == [("compactor", "compactor-failed")]


def test_one_that_changes_nothing_is_not_seen():
    """Returning the same entries is the identity."""
    assert assemble(HISTORY, VLLM, compactor=lambda entries, _target: entries) == assemble(HISTORY, VLLM)


def test_its_summary_is_head_and_outlives_the_budget():
    """What it wrote is no turn: turn dropping comes after it and does not touch it."""
    small = parse_target("openai-responses:o3")
    history = {"items": [user("x" * 150_000), said("b"), user("y" * 150_000), said("d")]}
    request = assemble(history, small, compactor=lambda entries, _target: [SUMMARY, *entries])
    assert [text[:8] for text in texts(request)] == ["in short", "yyyyyyyy", "d", "Continue"]
