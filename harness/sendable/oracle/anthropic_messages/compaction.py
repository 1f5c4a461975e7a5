"""Compaction: blocks that stand for what they summarize, and requests that ask for one."""

from typing import Any

from sendable.model.json import JsonObject, Path
from sendable.oracle.anthropic_messages.facts import Facts, kind_of
from sendable.oracle.anthropic_messages.vocabulary import BLOCKS
from sendable.oracle.anthropic_messages.walk import LAST_TURN
from sendable.oracle.rule import ENVELOPE, SCHEMA, VALUES, Fault, rule
from sendable.oracle.scan import Scan

_ALLOWED = BLOCKS["compaction"].allowed


@rule("anthropic-compaction-extra-fields", on="block:compaction", phase=SCHEMA)
def extra_fields(block: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse keys that the API did not return with the block."""
    extra = sorted(block.keys() - _ALLOWED)
    return Fault((*path, extra[0]), values={"key": extra[0]}) if extra else None


@rule("anthropic-compaction-encrypted-content-extra", on="block:compaction", phase=SCHEMA)
def encrypted_content_null(block: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse the key ``encrypted_content`` with the value null."""
    null = "encrypted_content" in block and block["encrypted_content"] is None
    return Fault((*path, "encrypted_content")) if null else None


@rule("anthropic-compaction-empty-string", on="block:compaction", phase=VALUES)
def empty_string(block: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse an empty summary; null, a failed compaction, is legal."""
    return Fault((*path, "content")) if block.get("content") == "" else None


@rule("anthropic-compaction-no-beta", on="block:compaction", phase=SCHEMA)
def no_beta(block: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a signed block without the beta header."""
    return Fault(path) if _signed(block) else None


@rule("anthropic-compaction-block-misplaced", on="block:compaction", phase=VALUES + 1)
def misplaced(block: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a signed block that is not the first block of the conversation, or in a system message."""
    if not _signed(block):
        return None
    return None if path in _head(scan.facts) and 0 not in scan.facts.around else Fault(path)


@rule("anthropic-compaction-block-ambiguous", on="end", phase=VALUES)
def ambiguous(facts: Facts, _path: Path, _scan: Scan) -> Fault | None:
    """Refuse more than one signed block with content; threshold blocks may come again."""
    found = [
        path
        for turn in facts.turns
        if "compaction" in turn.kinds
        for path, block in turn.blocks
        if kind_of(block) == "compaction" and _signed(block) and block.get("content") is not None
    ]
    return Fault(found[1]) if len(found) > 1 else None


@rule("anthropic-compaction-nothing", on="key:compaction", phase=SCHEMA)
def nothing(body: JsonObject, _path: Path, _scan: Scan) -> Fault | None:
    """Refuse to compact an empty conversation."""
    return Fault(("messages",)) if _asks(body) and body.get("messages") == [] else None


@rule("anthropic-compaction-incomplete-turn", on="end", phase=LAST_TURN)
def incomplete_turn(facts: Facts, path: Path, scan: Scan) -> Fault | None:
    """Refuse to compact a conversation that ends in an unanswered call."""
    last = facts.last
    return Fault(path) if _asks(scan.body) and last is not None and last.role == "assistant" and last.calls else None


@rule("anthropic-compaction-param-combinations", on="key:compaction", phase=ENVELOPE)
def combinations(body: JsonObject, _path: Path, _scan: Scan) -> Fault | None:
    """Refuse a request for a compaction together with what it cannot be combined with."""
    if not _asks(body):
        return None
    if body.get("context_management") is not None:
        return Fault(("context_management",), values={"key": "context_management"})
    if body.get("stop_sequences"):
        return Fault(("stop_sequences",), values={"key": "stop_sequences"})
    choice = body.get("tool_choice")
    if kind_of(choice) in ("any", "tool"):
        return Fault(("tool_choice",), values={"key": "tool_choice"})
    output = body.get("output_config")
    if isinstance(output, dict) and output.get("format") is not None:
        return Fault(("output_config", "format"), values={"key": "output_config.format"})
    return None


@rule("anthropic-compaction-threshold-with-signed-block", on="key:context_management", phase=ENVELOPE)
def threshold_with_signed_block(body: JsonObject, _path: Path, _scan: Scan) -> Fault | None:
    """Refuse threshold compaction on a history that holds a signed block."""
    if not _threshold(body.get("context_management")):
        return None
    messages = body.get("messages")
    first = messages[0] if isinstance(messages, list) and messages else None
    content = first.get("content") if isinstance(first, dict) else None
    block = content[0] if isinstance(content, list) and content else None
    signed = kind_of(block) == "compaction" and isinstance(block, dict) and _signed(block)
    return Fault(("context_management",)) if signed else None


@rule("anthropic-context-management-extra", on="key:context_management", phase=ENVELOPE)
def context_management_without_beta(body: JsonObject, _path: Path, _scan: Scan) -> Fault | None:
    """Refuse context management without a beta header for it."""
    return Fault(("context_management",)) if "context_management" in body else None


def _head(facts: Facts) -> list[Path]:
    """Return the places of the compaction blocks before which nothing else stands."""
    blocks = facts.turns[0].blocks if facts.turns else []
    until = next((at for at, (_, block) in enumerate(blocks) if kind_of(block) != "compaction"), len(blocks))
    return [path for path, _ in blocks[:until]]


def _signed(block: JsonObject) -> bool:
    return isinstance(block.get("signature"), str)


def _asks(body: JsonObject) -> bool:
    return isinstance(body.get("compaction"), dict)


def _threshold(config: Any) -> bool:
    edits = config.get("edits") if isinstance(config, dict) else None
    return isinstance(edits, list) and any(kind_of(edit) == "compact_20260112" for edit in edits)
