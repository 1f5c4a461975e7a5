"""Thinking blocks: what each must carry, and where in a turn it may stand."""

from typing import Any

from sendable.model.json import JsonObject, Path
from sendable.oracle.anthropic_messages.facts import THINKING, Facts, Turn, kind_of
from sendable.oracle.anthropic_messages.seals import checked, in_latest_turn, not_claudes, sound, text_changed
from sendable.oracle.anthropic_messages.walk import LAST_TURN, THINKING_PLACE
from sendable.oracle.rule import SCHEMA, SEALS, Fault, rule
from sendable.oracle.scan import Scan
from sendable.oracle.seals import open_seal


@rule("anthropic-thinking-signature-missing", on="odd-block", phase=SCHEMA)
def signature_missing(block: Any, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a thinking block without a signature."""
    missing = kind_of(block) == "thinking" and "signature" not in block
    return Fault((*path, "signature")) if missing else None


@rule("anthropic-thinking-signature-bare", on="block:thinking", phase=SEALS)
def signature_empty(block: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse an empty signature on a thinking text."""
    return Fault(path) if block.get("signature") == "" and block.get("thinking") != "" else None


@rule("anthropic-thinking-text-stripped", on="block:thinking", phase=SEALS)
def hollow(block: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a thinking block without text whose signature is empty, or was made over a text before the latest turn."""
    if block.get("thinking") != "":
        return None
    made = open_seal(block.get("signature"))
    emptied = made is not None and sound(made, "reasoning") and text_changed(block, made)
    stripped = emptied and not in_latest_turn(path, scan.facts) and checked(scan)
    return Fault(path) if stripped or block.get("signature") == "" else None


@rule("anthropic-redacted-thinking-data-invalid", on="block:redacted_thinking", phase=SEALS)
def data_invalid(block: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse redacted thinking whose data is empty or is not Claude's."""
    data = block.get("data")
    if not isinstance(data, str):
        return None
    return Fault(path) if data == "" or not_claudes(data, "redacted", scan) else None


@rule("anthropic-thinking-final-block", on="thinking-turn", phase=THINKING_PLACE)
def final_block(turn: Turn, _path: Path, _scan: Scan) -> Fault | None:
    """Refuse a turn of the assistant that ends in thinking."""
    path, block = turn.blocks[-1]
    return Fault(path[:2]) if kind_of(block) in THINKING else None


@rule("anthropic-thinking-first-if-any", on="thinking-turn", phase=THINKING_PLACE)
def first_if_any(turn: Turn, _path: Path, _scan: Scan) -> Fault | None:
    """Refuse thinking behind another block of its turn; tools that the server runs may come between."""
    if turn.opened or kind_of(turn.blocks[0][1]) in THINKING:
        return None
    path, block = turn.blocks[0]
    return Fault(path, values={"M": path[3] if len(path) > 3 else 0, "type": kind_of(block)})  # noqa: PLR2004


@rule("anthropic-thinking-must-come-first-final", on="end", phase=THINKING_PLACE + 1)
def must_come_first(facts: Facts, _path: Path, _scan: Scan) -> Fault | None:
    """Refuse, with a thinking budget, a current tool loop (or prefilled answer) that does not begin with thinking."""
    turn = _loop_start(facts)
    if turn is None or not turn.blocks or kind_of(turn.blocks[0][1]) in THINKING:
        return None
    path, block = turn.blocks[0]
    return Fault(path, values={"M": path[3] if len(path) > 3 else 0, "type": kind_of(block)})  # noqa: PLR2004


@rule("anthropic-thinking-disabled-final-contains-thinking", on="end", phase=LAST_TURN)
def disabled_at_the_end(facts: Facts, _path: Path, _scan: Scan) -> Fault | None:
    """Refuse, without thinking, a last message of the assistant that holds thinking."""
    last = facts.last
    if last is None or last.role != "assistant":
        return None
    return next((Fault(path) for path, block in last.blocks if kind_of(block) in THINKING), None)


def _loop_start(facts: Facts) -> Turn | None:
    """Find the turn of the assistant that began the tool loop at the end of the history, if there is one."""
    turn = facts.last
    if turn is not None and turn.role == "user":
        turn = facts.before(turn) if turn.results else None
    while turn is not None and turn.number > 1 and facts.turns[turn.number - 1].results:
        turn = facts.turns[turn.number - 2]
    return turn
