"""Which compactions are expanded, from where, and what stands in when nothing can be (2.53 to 2.58)."""

import pytest
from reference.send.talk import codes, compaction, node, result, said, touched, tree, user

from sendable.model.node import read_conversation
from sendable.model.target import parse_target
from sendable.reference.send import assemble
from sendable.reference.send.compaction import SUMMARY, expand

OPENAI = parse_target("openai-responses:gpt-5.4")
CLAUDE = parse_target("anthropic-messages:claude-opus-5-5")
VLLM = parse_target("vllm-responses:qwen3")

O1 = node("o1", sent=[user("first")], received=[said("one")])
O2 = node("o2", "o1", sent=[user("second")], received=[said("two")])
OPENAIS = compaction()
CLAUDES = {"type": "compaction", "content": "we greeted"}
LEAF = {"sent": [user("last")], "received": [said("three")]}


def compacted(name, pointer, item=OPENAIS, provider="openai"):
    return node(name, kind="compaction", received=[item], provider=provider, pointer=pointer)


def texts(history, target):
    """The texts of the expanded context, compactions by their type."""
    expanded = expand(read_conversation(history), target)
    items = [item for held in expanded.held for item in held.entry.items]
    return [item.get("content", item["type"]) if item["type"] == "message" else item["type"] for item in items]


def warned(history, target):
    return [(each.code, touched(each)) for each in expand(read_conversation(history), target).warnings]


def test_what_the_target_reads_stays():
    """The maker gets its compaction, and nothing is expanded (2.53)."""
    history = tree(O1, O2, compacted("c", "o2"), node("n", "c", **LEAF))
    assert texts(history, OPENAI) == ["compaction", "last", "three"]
    assert expand(read_conversation(history), OPENAI).expanded == ()


@pytest.mark.parametrize("target", [CLAUDE, VLLM, parse_target("openai-chat:gpt-5.4")], ids=str)
def test_what_the_target_cannot_read_is_expanded(target):
    """Another provider, and another API of the maker that has no such item, get the original, with no warning (2.56)."""
    history = tree(O1, O2, compacted("c", "o2"), node("n", "c", **LEAF))
    assert texts(history, target) == ["first", "one", "second", "two", "last", "three"]
    assert warned(history, target) == []
    assert expand(read_conversation(history), target).expanded == ("c",)


def test_a_whole_compaction_node_is_discarded():
    """What the server kept beside its compaction is in the original already (2.56)."""
    kept = node("c", kind="compaction", received=[user("second"), OPENAIS], provider="openai", pointer="o2")
    assert texts(tree(O1, O2, kept, node("n", "c", **LEAF)), CLAUDE) == [
        "first",
        "one",
        "second",
        "two",
        "last",
        "three",
    ]


def test_a_chain_is_expanded_again_and_again():
    """Where the original starts at a compaction too, its original comes first (2.57)."""
    middle = node("m", "c1", sent=[user("middle")])
    history = tree(O1, O2, compacted("c1", "o2"), middle, compacted("c2", "m"), node("n", "c2", **LEAF))
    assert texts(history, CLAUDE) == ["first", "one", "second", "two", "middle", "last", "three"]
    assert expand(read_conversation(history), CLAUDE).expanded == ("c2", "c1")


def test_expanding_stops_at_the_first_that_the_target_reads():
    """With mixed makers each target goes back as far as it must (2.57)."""
    middle = node("m", "c1", sent=[user("middle")])
    claudes = compacted("c2", "m", CLAUDES, "anthropic")
    history = tree(O1, O2, compacted("c1", "o2"), middle, claudes, node("n", "c2", **LEAF))
    assert texts(history, CLAUDE) == ["compaction", "last", "three"]
    assert texts(history, OPENAI) == ["compaction", "middle", "last", "three"]
    assert texts(history, VLLM) == ["first", "one", "second", "two", "middle", "last", "three"]


def test_claudes_compaction_with_a_pointer_is_expanded_too():
    """The summary is for compactions without a pointer alone (2.58c)."""
    history = tree(O1, compacted("c", "o1", CLAUDES, "anthropic"), node("n", "c", **LEAF))
    assert texts(history, OPENAI) == ["first", "one", "last", "three"]


def test_our_own_plain_compaction_is_read_by_all():
    """A compaction in plain messages is never expanded (2.58c)."""
    plain = node("c", kind="compaction", sent=[user("summary so far")], pointer="o1")
    history = tree(O1, plain, node("n", "c", **LEAF))
    for target in (OPENAI, CLAUDE, VLLM):
        assert texts(history, target) == ["summary so far", "last", "three"]


DAMAGED = {
    "missing": (lambda item, maker: tree(compacted("c", "gone", item, maker), node("n", "c", **LEAF))),
    "cycle": (
        lambda item, maker: tree(
            compacted("c", "x", item, maker), node("x", "c", sent=[user("x")]), node("n", "c", **LEAF)
        )
    ),
    "itself": (lambda item, maker: tree(compacted("c", "c", item, maker), node("n", "c", **LEAF))),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_a_damaged_pointer_counts_as_none_with_one_warning(name):
    """A pointer that leads nowhere or back ends the walk; the summary stands in, or the context is lost (2.58)."""
    openais, claudes = DAMAGED[name](OPENAIS, "openai"), DAMAGED[name](CLAUDES, "anthropic")
    assert texts(openais, CLAUDE) == ["last", "three"]
    assert warned(openais, CLAUDE) == [("compaction-lost", [("compaction", None, None)])]
    assert texts(claudes, OPENAI) == [f"{SUMMARY}we greeted", "last", "three"]
    assert warned(claudes, OPENAI) == [("compaction-pointer-broken", [("compaction", None, None)])]


def test_pointers_that_lead_to_each_other_end():
    """Two compactions in a ring: the original of the first is kept, the second counts as one without a pointer."""
    history = tree(
        compacted("c1", "y"),
        compacted("c2", "x"),
        node("x", "c1", sent=[user("x")]),
        node("y", "c2", sent=[user("y")]),
        node("n", "c1", **LEAF),
    )
    assert texts(history, CLAUDE) == ["y", "last", "three"]
    assert warned(history, CLAUDE) == [("compaction-lost", [("compaction", None, None)])]


def test_without_a_pointer_claudes_summary_stands_in():
    """One labelled user message at the front, and no warning (2.58a)."""
    history = tree(compacted("c", None, CLAUDES, "anthropic"), node("n", "c", **LEAF))
    assert texts(history, OPENAI) == [f"{SUMMARY}we greeted", "last", "three"]
    assert warned(history, OPENAI) == []
    assert assemble(history, OPENAI).body["input"][0] == user(f"{SUMMARY}we greeted")


def test_without_a_pointer_openais_context_is_lost_with_a_warning():
    """What follows the node is sent, and the loss is told (2.58b)."""
    history = tree(compacted("c", None), node("n", "c", **LEAF))
    request = assemble(history, CLAUDE)
    assert texts(history, CLAUDE) == ["last", "three"]
    assert codes(request) == [("compaction", "compaction-lost")]
    assert request.warnings[0].items[0].id == "cmp_1"


def test_a_failed_compaction_of_claudes_is_lost_too():
    """Content null is no summary."""
    history = tree(compacted("c", None, {"type": "compaction", "content": None}, "anthropic"), node("n", "c", **LEAF))
    assert texts(history, OPENAI) == ["last", "three"]
    assert [code for code, _ in warned(history, OPENAI)] == ["compaction-lost"]


def test_two_compactions_in_one_node():
    """A node is read when all its compactions are; without a pointer each stands for itself."""
    both = [{**OPENAIS, "provider": "openai"}, {**CLAUDES, "provider": "anthropic"}]
    pointed = tree(O1, node("c", kind="compaction", received=both, pointer="o1"), node("n", "c", **LEAF))
    alone = tree(node("c", kind="compaction", received=both), node("n", "c", **LEAF))
    assert texts(pointed, CLAUDE) == texts(pointed, OPENAI) == ["first", "one", "last", "three"]
    assert texts(alone, CLAUDE) == ["compaction", "last", "three"]
    assert warned(alone, CLAUDE) == [("compaction-lost", [("compaction", None, None)])]
    assert texts(alone, OPENAI) == [f"{SUMMARY}we greeted", "compaction", "last", "three"]
    assert warned(alone, OPENAI) == []


def test_what_a_legacy_node_holds_beside_its_compaction_stays():
    """Without an original there is nothing else that holds it."""
    kept = node("c", kind="compaction", received=[user("kept"), OPENAIS], provider="openai")
    assert texts(tree(kept, node("n", "c", **LEAF)), CLAUDE) == ["kept", "last", "three"]


def test_a_compaction_of_nobody_known_is_taken_for_the_targets_own():
    """Bare items say nothing of their maker."""
    assert texts({"items": [OPENAIS, user("last")]}, OPENAI) == ["compaction", "last"]


def test_a_foreign_compaction_in_the_middle_is_left_out():
    """What it stands for is before it on the path, so nothing is lost and nothing is said."""
    inline = node("n2", "o1", sent=[user("second")], received=[OPENAIS, said("two")], provider="openai")
    history = tree(O1, inline, node("n", "n2", **LEAF))
    request = assemble(history, CLAUDE)
    assert texts(history, CLAUDE) == ["first", "one", "second", "two", "last", "three"]
    assert request.counters["foreign_compactions_dropped"] == 1
    assert codes(request) == []


def test_a_compaction_behind_a_result_is_in_the_middle():
    """Bare items that begin with what tools and models said hold their own original."""
    items = [user("a"), said("b"), result("x"), {**OPENAIS, "provider": "openai"}, user("c")]
    expanded = expand(read_conversation({"items": items}), CLAUDE)
    assert (expanded.dropped, expanded.warnings) == (1, ())


def test_a_long_chain_is_walked_once():
    """A thousand compactions in a row give each original once, in order."""
    nodes = [node("o0", sent=[user("0")])]
    for number in range(1, 1001):
        nodes += [compacted(f"c{number}", f"o{number - 1}")]
        nodes += [node(f"o{number}", f"c{number}", sent=[user(str(number))])]
    assert texts(tree(*nodes), CLAUDE) == [str(number) for number in range(1001)]
