"""Turns that crossed over to another model on the server's side."""

from sendable.model.json import JsonObject, Path
from sendable.oracle.anthropic_messages.facts import SERVER_CALLS, THINKING, Turn, kind_of, text_of
from sendable.oracle.rule import ENVELOPE, PAIRING, Fault, rule
from sendable.oracle.scan import Scan

_LEFT_OUT = THINKING | {"connector_text", "tool_use"}


@rule("anthropic-fallback-continuation", on="fallback-turn", phase=PAIRING - 1)
def declined_blocks(turn: Turn, _path: Path, _scan: Scan) -> Fault | None:
    """Refuse, before the last fallback block, what the model that declined began and nobody finished."""
    last = max((at for at, (_, block) in enumerate(turn.blocks) if kind_of(block) == "fallback"), default=0)
    for path, block in turn.blocks[:last]:
        kind = kind_of(block)
        unfinished = kind in SERVER_CALLS and text_of(block.get("id")) not in turn.closed
        if kind in _LEFT_OUT or unfinished:
            return Fault(path, values={"kind": kind})
    return None


@rule("anthropic-fallback-and-credit-exclusive", on="key:fallback_credit_token", phase=ENVELOPE)
def credit_with_fallbacks(body: JsonObject, _path: Path, _scan: Scan) -> Fault | None:
    """Refuse a credit for a fallback together with fallbacks."""
    both = body.get("fallback_credit_token") is not None and body.get("fallbacks") is not None
    return Fault(("fallback_credit_token",)) if both else None
