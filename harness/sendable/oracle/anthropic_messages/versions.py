"""What API version 2026-10-21 took away, and versions that do not exist."""

from sendable.model.json import JsonObject, Path
from sendable.oracle.anthropic_messages.facts import kind_of
from sendable.oracle.anthropic_messages.walk import role_at
from sendable.oracle.rule import ENVELOPE, SCHEMA, Fault, rule
from sendable.oracle.scan import Scan

_SAMPLING = ("temperature", "top_p", "top_k")


@rule("anthropic-version-unknown", on="request", phase=ENVELOPE - 1)
def unknown_version(_body: JsonObject, _path: Path, scan: Scan) -> Fault | None:
    """Refuse a version that does not exist; the record's condition lists those that do."""
    return Fault((), values={"value": scan.settings.api_version})


@rule("anthropic-v20261021-document-in-assistant", on="block:document", phase=SCHEMA)
def document_in_assistant(_block: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a document placed directly in a message of the assistant."""
    return Fault(path) if role_at(scan, path) == "assistant" else None


@rule("anthropic-v20261021-citations-in-user-text", on="block:text", phase=SCHEMA)
def citations_in_user_text(block: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse citations on a text of the user."""
    return Fault((*path, "citations")) if block.get("citations") and role_at(scan, path) == "user" else None


@rule("anthropic-v20261021-citations-in-search-result-text", on="block:search_result", phase=SCHEMA)
def citations_in_search_result(block: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse citations on a text inside a search result."""
    content = block.get("content")
    for at, inner in enumerate(content if isinstance(content, list) else ()):
        if kind_of(inner) == "text" and inner.get("citations"):
            return Fault((*path, "content", at, "citations"))
    return None


@rule("anthropic-v20261021-sampling-params", on=("key:temperature", "key:top_p", "key:top_k"), phase=ENVELOPE)
def sampling(body: JsonObject, _path: Path, _scan: Scan) -> Fault | None:
    """Refuse sampling parameters, whatever their value."""
    key = next((each for each in _SAMPLING if each in body), None)
    return None if key is None else Fault((key,), values={"key": key})
