"""Behind a compaction that the target cannot read stands the original: it is what must not be lost."""

import pytest

from sendable.checks.lineage import lineage

COMPACTION = {"type": "compaction", "encrypted_content": "gAAA", "provider": "openai"}
TREE = [
    {"id": "old", "parent": None, "sent": [], "received": []},
    {"id": "new", "parent": None, "kind": "compaction", "pointer": "old", "sent": [], "received": [COMPACTION]},
    {"id": "leaf", "parent": "new", "sent": [], "received": []},
]


def _path(api, nodes=TREE, leaf="leaf"):
    return [node["id"] for _, node in lineage({"nodes": nodes, "leaf": leaf}, api)]


@pytest.mark.parametrize(
    ("api", "path"),
    [("openai-responses", ["new", "leaf"]), ("openai-chat", ["old", "leaf"]), ("anthropic-messages", ["old", "leaf"])],
)
def test_only_its_maker_reads_a_compaction(api, path):
    """On Responses the compaction stands for the original; everywhere else the original must be there."""
    assert _path(api) == path


@pytest.mark.parametrize("pointer", [None, "nowhere", "new", "leaf"])
def test_a_pointer_that_leads_nowhere_leaves_the_path(pointer):
    """Without an original, or with one that leads back, nothing more can be asked for."""
    nodes = [TREE[0], {**TREE[1], "pointer": pointer}, TREE[2]]
    assert _path("mistral", nodes) == ["new", "leaf"]


def test_a_chain_is_followed_to_its_end():
    """An original that itself starts with a compaction goes on at its pointer."""
    middle = {**TREE[1], "id": "middle", "pointer": "old"}
    nodes = [TREE[0], middle, {"id": "said", "parent": "middle"}, {**TREE[1], "pointer": "said"}, TREE[2]]
    assert _path("gemini", nodes) == ["old", "said", "leaf"]


def test_what_a_plain_round_holds_beside_its_compaction_stays():
    """A compaction that came inside an ordinary answer is expanded, and the rest of the answer is kept."""
    nodes = [TREE[0], {**TREE[1], "kind": "llm"}, TREE[2]]
    assert _path("gemini", nodes) == ["old", "new", "leaf"]
