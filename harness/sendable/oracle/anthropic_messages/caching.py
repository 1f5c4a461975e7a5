"""Cache breakpoints: no more than four in a request."""

from typing import Any

from sendable.model.json import JsonObject, Path
from sendable.oracle.anthropic_messages.facts import Facts
from sendable.oracle.rule import VALUES, Fault, rule
from sendable.oracle.scan import Scan

_MOST = 4


@rule("anthropic-cache-control-too-many", on="end", phase=VALUES)
def too_many(facts: Facts, _path: Path, scan: Scan) -> Fault | None:
    """Refuse more than four blocks with a breakpoint over tools, system and messages."""
    count = _breakpoints(scan.body, facts)
    return Fault(("messages",), values={"n": count}) if count > _MOST else None


@rule("anthropic-cache-control-2026-11", on="end", phase=VALUES)
def too_many_with_top_level(facts: Facts, _path: Path, scan: Scan) -> Fault | None:
    """Refuse a fifth breakpoint when the top-level one is among them."""
    if scan.body.get("cache_control") is None or _breakpoints(scan.body, facts) != _MOST:
        return None
    return Fault(("cache_control",), values={"n": _MOST + 1})


def _breakpoints(body: JsonObject, facts: Facts) -> int:
    count = sum(_marked(block) for turn in facts.turns for _, block in turn.blocks)
    for turn in facts.turns:
        for _, result in turn.results:
            count += _among(result.get("content"))
    for at in facts.around:
        count += _among(body["messages"][at].get("content"))
    return count + _among(body.get("tools")) + _among(body.get("system"))


def _among(blocks: Any) -> int:
    return sum(_marked(block) for block in blocks) if isinstance(blocks, list) else 0


def _marked(block: Any) -> bool:
    return isinstance(block, dict) and block.get("cache_control") is not None
