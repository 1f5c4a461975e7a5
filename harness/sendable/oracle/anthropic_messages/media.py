"""Where media may come from."""

from sendable.model.json import JsonObject, Path
from sendable.oracle.anthropic_messages.facts import kind_of
from sendable.oracle.anthropic_messages.shape import schema_place
from sendable.oracle.rule import SCHEMA, Fault, rule
from sendable.oracle.scan import Scan

_SOURCES = {"image": ("base64", "url"), "document": ("base64", "content", "text", "url")}


@rule(
    "anthropic-file-source-needs-beta",
    on=("block:image", "block:document", "nested:image", "nested:document"),
    phase=SCHEMA,
)
def file_source(block: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse an uploaded file as source without the beta header, as long as it needed one."""
    if kind_of(block.get("source")) != "file":
        return None
    kind = kind_of(block)
    expected = ", ".join(f"'{each}'" for each in _SOURCES[kind])
    return Fault((*path, "source"), values={"where": schema_place(path, kind), "expected": expected})
