"""How a conversation may end: with the user, or with an answer to go on with where the model takes one."""

from sendable.model.json import Path
from sendable.oracle.anthropic_messages.facts import SERVER_CALLS, Facts, Turn, kind_of
from sendable.oracle.anthropic_messages.walk import LAST_TURN
from sendable.oracle.rule import Fault, rule
from sendable.oracle.scan import Scan


@rule("anthropic-prefill-models-2026-11", on="end", phase=LAST_TURN)
def prefill(facts: Facts, path: Path, scan: Scan) -> Fault | None:
    """Refuse a conversation that ends with the assistant, on models without prefill.

    Not meant are a paused turn sent back, a retry with fallback credit, and a request for a compaction.
    """
    last = facts.last
    if last is None or last.role != "assistant" or _paused(last):
        return None
    if scan.body.get("fallback_credit_token") is not None or isinstance(scan.body.get("compaction"), dict):
        return None
    return Fault(path)


def _paused(turn: Turn) -> bool:
    kind = kind_of(turn.blocks[-1][1]) if turn.blocks else ""
    return kind in SERVER_CALLS or (kind.endswith("_tool_result") and kind != "tool_result")
