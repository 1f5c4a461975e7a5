"""Calls and results of client tools, looked at in merged turns."""

from sendable.model.json import JsonObject, Path
from sendable.oracle.anthropic_messages.facts import Turn, kind_of, text_of
from sendable.oracle.anthropic_messages.walk import role_at
from sendable.oracle.rule import PAIRING, VALUES, Fault, rule
from sendable.oracle.scan import Scan

_NOTHING: frozenset[str] = frozenset()
_AFTER_A_CALL = frozenset({"text", "thinking", "redacted_thinking"})


@rule("anthropic-tool-result-in-assistant", on="block:tool_result", phase=VALUES + 1)
def result_in_assistant(_block: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a tool's result in a message of the assistant."""
    return Fault(path) if role_at(scan, path) == "assistant" else None


@rule("anthropic-tool-use-in-user", on="block:tool_use", phase=VALUES + 1)
def call_in_user(_block: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a tool call in a message of the user."""
    return Fault(path) if role_at(scan, path) == "user" else None


@rule("anthropic-tool-use-without-result", on="calling-turn", phase=PAIRING)
def without_result(turn: Turn, _path: Path, scan: Scan) -> Fault | None:
    """Refuse calls that the next turn does not answer at all."""
    return unanswered(turn, scan, later=False)


@rule("anthropic-tool-result-not-first", on="calling-turn", phase=PAIRING)
def result_not_first(turn: Turn, _path: Path, scan: Scan) -> Fault | None:
    """Refuse calls whose results stand in the next turn, but behind another block."""
    return unanswered(turn, scan, later=True)


@rule("anthropic-tool-use-not-trailing", on="calling-turn", phase=PAIRING)
def call_not_trailing(turn: Turn, _path: Path, scan: Scan) -> Fault | None:
    """Refuse text or thinking behind a call in the assistant's turn: the results no longer follow the call."""
    if turn is scan.facts.last or turn.kinds.isdisjoint(_AFTER_A_CALL):
        return None
    start = turn.calls[0][0]
    if not any(path > start and kind_of(block) in _AFTER_A_CALL for path, block in turn.blocks):
        return None
    ids = ", ".join(text_of(block.get("id")) for _, block in turn.calls)
    no_prefill = "prefill=no" in scan.settings.flags
    return Fault(start[:2], values={"ids": ids}, variant="prefill" if no_prefill else "")


@rule("anthropic-tool-result-orphan", on="answering-turn", phase=PAIRING)
def orphan(turn: Turn, _path: Path, scan: Scan) -> Fault | None:
    """Refuse a result without its call in the previous turn; a continued thread has that turn in store."""
    before = scan.facts.before(turn)
    known = before.called if before is not None else _NOTHING
    if turn.answered <= known or (before is None and "thread=continue" in scan.settings.flags):
        return None
    for path, block in turn.results:
        call_id = block.get("tool_use_id")
        if isinstance(call_id, str) and call_id not in known:
            return Fault(path, values={"id": call_id})
    return None


@rule("anthropic-tool-result-duplicate", on="answering-turn", phase=PAIRING + 1)
def duplicate_result(turn: Turn, _path: Path, _scan: Scan) -> Fault | None:
    """Refuse a second result for one call in one turn."""
    if len(turn.results) == len(turn.answered):
        return None
    seen: set[str] = set()
    for path, block in turn.results:
        call_id = text_of(block.get("tool_use_id"))
        if call_id in seen:
            return Fault(path, values={"id": call_id})
        seen.add(call_id)
    return None


def unanswered(turn: Turn, scan: Scan, *, later: bool) -> Fault | None:
    """Return the fault of calls without a leading result; `later`: of those whose results come later in that turn."""
    after = scan.facts.after(turn)
    if after is None or turn.called <= after.leading:
        return None
    missing = [(path, call_id) for path, call_id in _ids(turn) if call_id not in after.leading]
    if not missing:
        return None
    if all(call_id in after.answered for _, call_id in missing) is not later:
        return None
    return Fault(missing[0][0][:2], values={"ids": ", ".join(call_id for _, call_id in missing)})


def _ids(turn: Turn) -> list[tuple[Path, str]]:
    return [(path, block["id"]) for path, block in turn.calls if isinstance(block.get("id"), str)]
