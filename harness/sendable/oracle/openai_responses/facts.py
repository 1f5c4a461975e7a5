"""What one pass over the input finds, for rules that look beyond one item."""

from collections import defaultdict
from typing import Any

from sendable.model.json import JsonObject
from sendable.oracle.minted import MARK, open_id
from sendable.oracle.openai_responses.items import CALL_OF, OUTPUT_OF, kind_of, text
from sendable.oracle.settings import Settings


class Facts:
    """The input by families, ids and turns.

    kinds: the item type at each position, ``""`` for what the API does not know.
    called, answered: the call ids of each family's calls, and of its outputs, both under the name of the call.
    surplus: call ids used again, with the calls of that id minus its outputs. early: ids of outputs before their call.
    repeated: positions whose item id stood before.
    turn: the number of the turn of each position; a turn begins at a message that no model wrote and at a compaction.
    reasoned: turns that hold a reasoning item. thoughts: ids of reasoning items and of references to them.
    led: ids of the reasoning items with which minted ids say they were made.
    referenced: prefixes (``fc``, ``rs``) of the ids of item references.
    approvals: ids of MCP approval requests.
    blobs: how many reasoning items have encrypted content.
    last_compaction, last_update: positions, -1 for none.
    """

    __slots__ = (
        "answered", "approvals", "blobs", "called", "early", "kinds", "last_compaction", "last_update", "led",
        "reasoned", "referenced", "repeated", "surplus", "thoughts", "turn",
    )  # fmt: skip

    def __init__(self) -> None:
        self.kinds: list[str] = []
        self.called: defaultdict[str, set[str]] = defaultdict(set)
        self.answered: defaultdict[str, set[str]] = defaultdict(set)
        self.surplus: dict[str, int] = {}
        self.early: set[str] = set()
        self.repeated: set[int] = set()
        self.turn: list[int] = []
        self.reasoned: set[int] = set()
        self.thoughts: set[str] = set()
        self.led: set[str] = set()
        self.referenced: set[str] = set()
        self.approvals: set[str] = set()
        self.blobs = 0
        self.last_compaction = -1
        self.last_update = -1


def index(body: JsonObject, _settings: Settings) -> Facts:
    """Read the whole input once."""
    facts = Facts()
    items = body.get("input")
    seen: set[str] = set()
    turn = 0
    for position, item in enumerate(items if isinstance(items, list) else ()):
        kind = ""
        if isinstance(item, dict):
            kind = kind_of(item)
            if kind == "compaction" or (kind == "message" and item.get("role") != "assistant"):
                turn += 1
            _note(facts, kind, item, position, turn)
            _note_id(facts, item.get("id"), position, seen)
        facts.kinds.append(kind)
        facts.turn.append(turn)
    return facts


def _note_id(facts: Facts, item_id: Any, position: int, seen: set[str]) -> None:
    if item_id.__class__ is str:
        if item_id in seen:
            facts.repeated.add(position)
        seen.add(item_id)
        if MARK in item_id and (minted := open_id(item_id)) is not None:
            facts.led.add(minted.after)


def _note(facts: Facts, kind: str, item: dict[str, Any], position: int, turn: int) -> None:
    if kind == "message":
        return
    if kind in OUTPUT_OF:
        _note_call_id(facts, facts.called[kind], text(item, "call_id"), 1)
    elif kind in CALL_OF:
        _note_output(facts, CALL_OF[kind], text(item, "call_id"))
    elif kind == "reasoning":
        facts.reasoned.add(turn)
        _add(facts.thoughts, item.get("id"))
        facts.blobs += bool(item.get("encrypted_content"))
    elif kind == "item_reference":
        _note_reference(facts, item, turn)
    elif kind == "mcp_approval_request":
        _add(facts.approvals, item.get("id"))
    elif kind == "compaction":
        facts.last_compaction = position
    elif kind == "configuration_update":
        facts.last_update = position


def _note_output(facts: Facts, call: str, call_id: str) -> None:
    if call_id not in facts.called[call]:
        facts.early.add(call_id)
    _note_call_id(facts, facts.answered[call], call_id, -1)


def _note_call_id(facts: Facts, known: set[str], call_id: str, step: int) -> None:
    if call_id in known:
        facts.surplus[call_id] = facts.surplus.get(call_id, 0) + step
    known.add(call_id)


def _add(known: set[str], value: Any) -> None:
    if value.__class__ is str:
        known.add(value)


def _note_reference(facts: Facts, item: dict[str, Any], turn: int) -> None:
    prefix = text(item, "id").partition("_")[0]
    facts.referenced.add(prefix)
    if prefix == "rs":
        facts.reasoned.add(turn)
        _add(facts.thoughts, item.get("id"))
