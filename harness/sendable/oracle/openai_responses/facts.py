"""What one pass over the input finds, for rules that look beyond one item."""

from typing import Any

from sendable.model.json import JsonObject
from sendable.oracle.openai_responses.items import CALL_OF, OUTPUT_OF, kind_of
from sendable.oracle.settings import Settings


class Facts:
    """The input by families, ids and turns.

    called, answered: the call ids of each family's calls, and of its outputs, both under the name of the call.
    repeated: positions whose item id stood before. turn: the number of the turn of each position; a turn begins at a
    message that no model wrote and at a compaction. reasoned: turns that hold a reasoning item. referenced: prefixes
    (``fc``, ``rs``, …) of the ids of item references. approvals: ids of MCP approval requests. blobs: reasoning items with encrypted content.
    last_compaction, last_update: positions, -1 for none.
    """

    __slots__ = (
        "answered", "approvals", "blobs", "called", "last_compaction", "last_update", "reasoned", "referenced", "repeated", "turn",
    )  # fmt: skip

    def __init__(self) -> None:
        self.called: dict[str, set[str]] = {call: set() for call in OUTPUT_OF}
        self.answered: dict[str, set[str]] = {call: set() for call in OUTPUT_OF}
        self.repeated: set[int] = set()
        self.turn: list[int] = []
        self.reasoned: set[int] = set()
        self.referenced: set[str] = set()
        self.approvals: set[str] = set()
        self.blobs = 0
        self.last_compaction = -1
        self.last_update = -1


def index(body: JsonObject, settings: Settings) -> Facts:
    """Read the whole input once."""
    facts = Facts()
    items = body.get("input")
    if not isinstance(items, list):
        return facts
    seen: set[str] = set()
    turn = 0
    for position, item in enumerate(items):
        if isinstance(item, dict):
            kind = kind_of(item)
            if kind == "compaction" or (kind == "message" and item.get("role") != "assistant"):
                turn += 1
            _note(facts, kind, item, position, turn)
            item_id = item.get("id")
            if item_id.__class__ is str:
                if item_id in seen:
                    facts.repeated.add(position)
                seen.add(item_id)  # type: ignore[arg-type]  # the class test above
        facts.turn.append(turn)
    return facts


def _note(facts: Facts, kind: str, item: dict[str, Any], position: int, turn: int) -> None:
    if kind in OUTPUT_OF:
        _add(facts.called[kind], item)
    elif kind in CALL_OF:
        _add(facts.answered[CALL_OF[kind]], item)
    elif kind == "reasoning":
        facts.reasoned.add(turn)
        if item.get("encrypted_content"):
            facts.blobs += 1
    elif kind == "item_reference":
        _note_reference(facts, item, turn)
    elif kind == "mcp_approval_request":
        _add(facts.approvals, item, "id")
    elif kind == "compaction":
        facts.last_compaction = position
    elif kind == "configuration_update":
        facts.last_update = position


def _add(known: set[str], item: dict[str, Any], key: str = "call_id") -> None:
    value = item.get(key)
    if value.__class__ is str:
        known.add(value)  # type: ignore[arg-type]  # the class test above


def _note_reference(facts: Facts, item: dict[str, Any], turn: int) -> None:
    item_id = item.get("id")
    if item_id.__class__ is str:
        prefix = item_id.partition("_")[0]  # type: ignore[union-attr]  # the class test above
        facts.referenced.add(prefix)
        if prefix == "rs":
            facts.reasoned.add(turn)
