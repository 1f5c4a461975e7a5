"""Looking things up in the ledgers."""

import pytest

from sendable import ledger
from sendable.model.errors import BadUsage
from sendable.report.ledger import ledger_text
from sendable.tasks.ledger import show


def _paths(tree, prefix):
    for field, shapes in tree.items():
        yield f"{prefix}.{field}"
        for tag, inner in shapes.items():
            yield from _paths(inner, f"{prefix}.{field}:{tag}" if tag else f"{prefix}.{field}")


@pytest.mark.parametrize("api", ledger.apis())
def test_sent_is_the_allowlist(api):
    """The rows marked as sent are the allowlist's paths, no more and no fewer."""
    allowed = {path for item, tree in ledger.allowlist(api).items() for path in _paths(tree, item)}
    assert {path.replace("[]", "") for path in show(api).sent} == allowed


def test_one_item():
    """``API:item`` shows that item's rows; a vendor has its API's."""
    shown = show("openai-responses@azure:reasoning")
    assert shown.rows == ledger.rows("openai-responses", "reasoning")
    assert "reasoning.encrypted_content" in shown.sent
    assert "reasoning.status" not in shown.sent
    rows = {row["path"]: row["sent"] for row in shown.as_json()["rows"]}
    assert (rows["reasoning.id"], rows["reasoning.status"]) == (True, False)


@pytest.mark.parametrize(("name", "says"), [("no-such-api", "no ledger"), ("openai-chat:nothing", "has no item")])
def test_what_there_is_not(name, says):
    """The error names what there is."""
    with pytest.raises(BadUsage, match=says) as raised:
        show(name)
    assert "known are" in raised.value.hint


def test_the_text_has_fields_reasons_and_sources():
    """A table, each source of a short list, why a person decided, and the sums."""
    shown = show("openai-responses:reasoning")
    lines = ledger_text("openai-responses:reasoning", shown.rows, shown.sent).splitlines()
    assert " ".join(lines[0].split()) == "field verdict sent accepted rejected first last since latest models"
    status = next(line for line in lines if line.startswith("reasoning.status "))
    assert status.split() == ["reasoning.status", "rejected", "(by", "hand)"]
    assert any(line.startswith("reasoning.status: Refused from 2025-08") for line in lines)
    assert any("https://github.com/zyycn/codex-proxy-rs/issues/194" in line for line in lines)
    assert lines[-1] == "openai-responses:reasoning: 10 fields, 7 sent; 7 accepted, 2 pending, 1 rejected"
