"""Configuration updates: which models take them, and where they may stand."""

from typing import Any

from sendable.model.json import JsonObject, Path
from sendable.oracle.openai_responses.facts import Facts
from sendable.oracle.rule import MODEL, PAIRING, SCHEMA, Fault, rule
from sendable.oracle.scan import Scan


@rule("configuration-update-missing-effort", on="configuration_update", phase=SCHEMA)
def effort_missing(item: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse an update that sets no effort."""
    reasoning = item.get("reasoning")
    if "reasoning" not in item:
        return Fault((*path, "reasoning"))
    return Fault((*path, "reasoning", "effort"), {}, "effort") if reasoning == {} else None


@rule("configuration-update-consecutive", on="configuration_update", phase=PAIRING)
def twice_in_a_row(_item: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse an update right behind an update."""
    before = _before(scan, path)
    return Fault(path) if isinstance(before, dict) and before.get("type") == "configuration_update" else None


@rule("configuration-update-before-compaction", on="configuration_update", phase=PAIRING)
def not_renewed(_item: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse an update that a compaction follows and no later update renews."""
    facts: Facts = scan.facts
    lost = path[1] == facts.last_update and facts.last_update < facts.last_compaction
    return Fault((*path, "type")) if lost else None


@rule("configuration-update-pro-mode", on="configuration_update", phase=MODEL)
def pro_mode(_item: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse an update in pro mode."""
    return Fault(path)


@rule("configuration-update-model-unsupported", on="configuration_update", phase=MODEL)
def model_unsupported(_item: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse an update for a model that takes none."""
    return Fault((*path, "type"))


@rule("configuration-update-older-model", on="configuration_update", phase=MODEL)
def model_older(_item: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse an update for a model before GPT-6 at OpenAI's own endpoint."""
    return Fault((*path, "type"))


@rule("configuration-update-truncation-auto", on="configuration_update", phase=MODEL)
def truncated(_item: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Report an update together with automatic truncation."""
    return Fault(path)


def _before(scan: Scan, path: Path) -> Any:
    position = path[1]
    return scan.body["input"][position - 1] if isinstance(position, int) and position > 0 else None
