"""Keys that the request's schema does not know: what an echo of a response is most often refused for."""

from typing import Any

from sendable.model.json import JsonObject, Path
from sendable.oracle.anthropic_messages.facts import kind_of
from sendable.oracle.anthropic_messages.shape import schema_place
from sendable.oracle.anthropic_messages.vocabulary import (
    ANY_KEYS,
    BLOCKS,
    INSIDE_RESULTS,
    MESSAGE_KEYS,
    REQUEST_KEYS,
    SYSTEM_MESSAGE_KEYS,
)
from sendable.oracle.rule import SCHEMA, Fault, rule
from sendable.oracle.scan import Scan

_OWN_RULE = frozenset({("text", "parsed"), ("text", "parsed_output"), ("thinking", "cache_control")})


@rule("anthropic-extra-field-on-block", on="odd-block", phase=SCHEMA)
def extra_on_block(block: Any, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a block with a key that its type does not have; compaction blocks have a rule of their own."""
    kind = kind_of(block)
    keys = (INSIDE_RESULTS if len(path) > 4 else BLOCKS).get(kind)  # noqa: PLR2004 - messages.N.content.M
    if keys is None or block.keys() <= keys.allowed or kind in ANY_KEYS or kind == "compaction":
        return None
    extra = sorted(key for key in block.keys() - keys.allowed if (kind, key) not in _OWN_RULE)
    return _extra(path, kind, extra[0]) if extra else None


@rule("anthropic-extra-field-on-message", on="odd-message", phase=SCHEMA)
def extra_on_message(message: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse what a response's message carries beside role and content."""
    if message.keys() <= MESSAGE_KEYS:
        return None
    known = SYSTEM_MESSAGE_KEYS if message.get("role") == "system" else MESSAGE_KEYS | {"clear_at"}
    extra = sorted(message.keys() - known)
    return Fault((*path, extra[0]), values={"key": extra[0]}) if extra else None


@rule("anthropic-extra-field-on-request", on="request", phase=SCHEMA)
def extra_on_request(body: JsonObject, _path: Path, _scan: Scan) -> Fault | None:
    """Refuse a top-level key that no request has."""
    if body.keys() <= REQUEST_KEYS or "messages" not in body:
        return None
    extra = min(body.keys() - REQUEST_KEYS)
    return Fault((extra,), values={"key": extra})


@rule("anthropic-citation-file-id-extra", on=("block:text", "nested:text"), phase=SCHEMA)
def citation_file_id(block: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse ``file_id`` in a citation: responses carry it, requests do not take it."""
    citations = block.get("citations")
    if not isinstance(citations, list):
        return None
    for at, citation in enumerate(citations):
        if isinstance(citation, dict) and "file_id" in citation:
            where = f"{schema_place(path, 'text')}.citations.{at}.{kind_of(citation)}"
            return Fault((*path, "citations", at, "file_id"), values={"where": where})
    return None


@rule("anthropic-text-parsed-extra", on="odd-block", phase=SCHEMA)
def parsed(block: Any, path: Path, _scan: Scan) -> Fault | None:
    """Refuse the helper fields that SDKs put on a text."""
    if kind_of(block) != "text":
        return None
    key = next((each for each in ("parsed", "parsed_output") if each in block), None)
    return _extra(path, "text", key) if key else None


@rule("anthropic-cache-control-on-thinking", on="odd-block", phase=SCHEMA)
def cached_thinking(block: Any, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a cache breakpoint on a thinking block."""
    cached = kind_of(block) == "thinking" and "cache_control" in block
    return _extra(path, "thinking", "cache_control") if cached else None


def _extra(path: Path, kind: str, key: str) -> Fault:
    return Fault((*path, key), values={"where": schema_place(path, kind), "key": key})
