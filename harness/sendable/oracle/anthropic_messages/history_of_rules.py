"""Rules that the API has given up; they hold for dates before."""

from sendable.model.json import Path
from sendable.oracle.anthropic_messages.facts import Facts
from sendable.oracle.rule import PAIRING, Fault, rule
from sendable.oracle.scan import Scan


@rule("anthropic-tools-missing-with-tool-history", on="end", phase=PAIRING - 1)
def tools_missing(facts: Facts, _path: Path, scan: Scan) -> Fault | None:
    """Refuse calls or results in a history sent without tools."""
    if scan.body.get("tools") or not any(turn.calls or turn.results for turn in facts.turns):
        return None
    return Fault(("tools",))
