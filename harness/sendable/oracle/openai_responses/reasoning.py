"""The fields of a reasoning item, in the order in which the API complains of them."""

from sendable.model.json import JsonObject, Path
from sendable.oracle.rule import SCHEMA, Fault, rule
from sendable.oracle.scan import Scan


@rule("resp-reasoning-missing-summary", on="reasoning", phase=SCHEMA)
def summary_missing(item: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a reasoning item without a summary; an empty list is one."""
    return None if "summary" in item else Fault((*path, "summary"))


@rule("resp-reasoning-content-nonempty", on="reasoning", phase=SCHEMA)
def content_not_empty(item: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse plain reasoning text: OpenAI's own comes encrypted."""
    content = item.get("content")
    return Fault((*path, "content"), {"L": len(content)}) if isinstance(content, list) and content else None


@rule("resp-reasoning-status", on="reasoning", phase=SCHEMA)
def status_on_reasoning(item: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse the key on a reasoning item, whatever its value."""
    return Fault((*path, "status")) if "status" in item else None


@rule("resp-reasoning-id-required", on="reasoning", phase=SCHEMA)
def id_missing(item: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Report a reasoning item without id, refused for a short time in 2025."""
    return None if "id" in item else Fault((*path, "id"))
