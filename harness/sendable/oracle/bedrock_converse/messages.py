"""Messages: roles in turn, content that is there, the last word."""

from sendable.model.json import JsonObject, Path
from sendable.oracle.rule import MODEL, PAIRING, SCHEMA, Fault, rule
from sendable.oracle.scan import Scan


@rule("bedrock-content-null", on="message", phase=SCHEMA)
def content_null(message: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a message without content."""
    if message.get("content") is not None:
        return None
    return Fault((*path, "content"), {"position": int(path[1]) + 1})


@rule("bedrock-content-empty", on="message", phase=PAIRING)
def content_empty(message: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a message with no block at all, whoever speaks."""
    return Fault((*path, "content")) if message.get("content") == [] else None


@rule("bedrock-roles-alternate", on="message", phase=PAIRING)
def roles_alternate(message: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse two messages of one role in a row, as Converse did until 2025."""
    at = path[1]
    before = scan.body["messages"][at - 1] if isinstance(at, int) and at else None
    same = isinstance(before, dict) and before.get("role") == message.get("role")
    return Fault((*path, "role")) if same else None


@rule("bedrock-document-without-text", on="message", phase=PAIRING)
def document_without_text(message: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a message with a document and without a text beside it."""
    content = message.get("content")
    blocks = [each for each in content if isinstance(each, dict)] if isinstance(content, list) else []
    has_document = any("document" in block for block in blocks)
    return Fault((*path, "content")) if has_document and not any("text" in block for block in blocks) else None


@rule("bedrock-prefill-with-tools", on="request", phase=MODEL)
def prefill_with_tools(body: JsonObject, _path: Path, _scan: Scan) -> Fault | None:
    """Refuse an assistant's text in the last place of a request that has tools."""
    messages = body.get("messages")
    last = messages[-1] if isinstance(messages, list) and messages else None
    if not body.get("toolConfig") or not isinstance(last, dict) or last.get("role") != "assistant":
        return None
    return Fault(("messages", len(messages) - 1)) if isinstance(messages, list) else None
