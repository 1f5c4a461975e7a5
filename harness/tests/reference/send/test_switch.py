"""What a switch costs, told before it happens (2.77)."""

import pytest
from reference.send.talk import compaction, node, said, tree, user

from sendable.model.target import parse_target
from sendable.reference.send import SwitchWarning, switch_warning

OPENAI = parse_target("openai-responses:gpt-5.4")
CLAUDE = parse_target("anthropic-messages:claude-opus-5-5")
MADE = {"provider": "openai", "model": "gpt-5.4"}


def counted(tokens, *, compacted=False):
    root = node("c", kind="compaction", received=[compaction()], provider="openai")
    leaf = node(
        "n", "c" if compacted else None, sent=[user()], received=[said()], usage={"total_tokens": tokens}, **MADE
    )
    return tree(root, leaf)


@pytest.mark.parametrize(
    ("tokens", "compacted", "reasons"),
    [
        (100_000, False, None),
        (100_001, False, ("over_100000",)),
        (10, True, ("compacted",)),
        (100_001, True, ("compacted", "over_100000")),
    ],
)
def test_compacted_on_the_path_or_strictly_over_the_threshold(tokens, compacted, reasons):
    """The reasons are named; exactly at the threshold there is none."""
    wanted = None if reasons is None else SwitchWarning(reasons, tokens, "usage")
    assert switch_warning(counted(tokens, compacted=compacted), CLAUDE) == wanted


def test_going_on_with_the_same_model_is_no_switch():
    """Another model of the same provider is one: its cache is empty too (2.76)."""
    assert switch_warning(counted(200_000), OPENAI) is None
    assert switch_warning(counted(200_000), parse_target("openai-responses:gpt-5.5")) is not None


def test_threshold_is_configuration():
    """Any other line will do."""
    assert switch_warning(counted(10), CLAUDE, threshold=9) == SwitchWarning(("over_9",), 10, "usage")


def test_without_usage_the_bytes_decide():
    """No more tokens than bytes, of nodes, bare items and flat messages alike."""
    long = "x" * 100_001
    for history in (
        tree(node("n", sent=[user(long)], **MADE)),
        {"items": [user(long)]},
        {"messages": [{"role": "user", "content": long}]},
    ):
        found = switch_warning(history, CLAUDE)
        assert (found.reasons, found.basis) == (("over_100000",), "bytes")
        assert found.tokens > 100_001


def test_parts_of_a_count_are_added():
    """Claude counts what it read from its cache apart."""
    usage = {"input_tokens": 10, "cache_read_input_tokens": 100_000, "output_tokens": 5}
    history = tree(node("n", sent=[user()], usage=usage, **MADE))
    assert switch_warning(history, CLAUDE) == SwitchWarning(("over_100000",), 100_015, "usage")


def test_a_compaction_beside_the_path_does_not_count():
    """Only what is on the way to the leaf is read anew."""
    history = counted(10)
    assert switch_warning(history, CLAUDE) is None
