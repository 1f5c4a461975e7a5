"""Compaction items and the trigger that asks for one."""

from sendable.model.json import JsonObject, Path
from sendable.oracle.openai_responses.items import text
from sendable.oracle.openai_responses.values import MAX_TEXT
from sendable.oracle.rule import PAIRING, SCHEMA, Fault, rule
from sendable.oracle.scan import Scan


@rule("compaction-trigger-not-last", on="compaction_trigger", phase=PAIRING)
def trigger_not_last(_item: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a trigger that anything follows."""
    return None if path[1] == len(scan.body["input"]) - 1 else Fault(path)


@rule("compaction-missing-encrypted-content", on="compaction", phase=SCHEMA)
def blob_missing(item: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Report a compaction item without what was compacted."""
    return None if "encrypted_content" in item else Fault((*path, "encrypted_content"))


@rule("compaction-encrypted-content-too-long", on="compaction", phase=SCHEMA)
def blob_too_long(item: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a blob above the length limit of its time."""
    blob = text(item, "encrypted_content")
    return Fault((*path, "encrypted_content"), {"L": len(blob)}) if len(blob) > MAX_TEXT else None
