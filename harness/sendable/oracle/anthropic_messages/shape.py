"""What a message and a block must be: objects with a role, a content and a known type."""

from typing import Any

from sendable.model.json import JsonObject, Path
from sendable.oracle.anthropic_messages.facts import kind_of
from sendable.oracle.anthropic_messages.vocabulary import BLOCKS, INSIDE_RESULTS, ROLES, Keys
from sendable.oracle.rule import ENVELOPE, SCHEMA, Fault, rule
from sendable.oracle.scan import Scan

_LIMIT = 100_000
_OWN_RULE = frozenset({("thinking", "signature"), ("tool_use", "input")})


@rule("anthropic-messages-missing", on="request", phase=ENVELOPE)
def messages_missing(body: JsonObject, _path: Path, _scan: Scan) -> Fault | None:
    """Refuse a request without messages."""
    return None if "messages" in body else Fault(("messages",))


@rule("anthropic-messages-empty", on="key:messages", phase=SCHEMA)
def messages_empty(body: JsonObject, _path: Path, _scan: Scan) -> Fault | None:
    """Refuse an empty list of messages, unless the request asks for a compaction, which has its own answer."""
    return Fault(("messages",)) if body.get("messages") == [] and "compaction" not in body else None


@rule("anthropic-max-messages", on="key:messages", phase=ENVELOPE)
def too_many_messages(body: JsonObject, _path: Path, _scan: Scan) -> Fault | None:
    """Refuse more messages than one request may hold."""
    messages = body.get("messages")
    return Fault(("messages",)) if isinstance(messages, list) and len(messages) > _LIMIT else None


@rule("anthropic-message-shape", on=("odd-entry", "odd-block"), phase=SCHEMA)
def not_an_object(element: Any, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a message or a block that is no object."""
    if isinstance(element, dict):
        return None
    return Fault(path, values={"where": ".".join(map(str, path))})


@rule("anthropic-content-shape", on="odd-message", phase=SCHEMA)
def content_shape(message: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a content that is neither a text nor a list."""
    content = message.get("content")
    if isinstance(content, (str, list)):
        return None
    return Fault((*path, "content"), variant="" if "content" in message else "missing")


@rule("anthropic-role-unknown", on="odd-message", phase=SCHEMA)
def role_unknown(message: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse roles of other APIs."""
    role = message.get("role")
    if role in ROLES:
        return None
    return Fault((*path, "role"), values={"role": role}, variant="" if role == "tool" else "other")


@rule("anthropic-block-type-missing", on="odd-block", phase=SCHEMA)
def type_missing(block: Any, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a block without a type."""
    if not isinstance(block, dict) or "type" in block:
        return None
    return Fault((*path, "type"), variant="nested" if len(path) > 4 else "")  # noqa: PLR2004 - messages.N.content.M


@rule("anthropic-block-type-unknown", on="odd-block", phase=SCHEMA)
def type_unknown(block: Any, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a block whose type no request may hold at its place."""
    if not isinstance(block, dict) or "type" not in block:
        return None
    known = _vocabulary(path)
    kind = block["type"]
    if isinstance(kind, str) and kind in known:
        return None
    where = ".".join(map(str, path))
    tags = ", ".join(f"'{each}'" for each in sorted(known))
    return Fault(path, values={"where": where, "tag": kind, "tags": tags})


@rule("anthropic-block-field-required", on="odd-block", phase=SCHEMA)
def field_required(block: Any, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a block that lacks a key its type must have."""
    kind = kind_of(block)
    keys = _vocabulary(path).get(kind)
    if keys is None or keys.required <= block.keys():
        return None
    missing = sorted(key for key in keys.required - block.keys() if (kind, key) not in _OWN_RULE)
    if not missing:
        return None
    return Fault((*path, missing[0]), values={"where": schema_place(path, kind), "key": missing[0]})


def schema_place(path: Path, kind: str) -> str:
    """Write a block's place as the schema names it: ``messages.1.content.0.tool_result.content.0.text``."""
    steps = [str(step) for step in path]
    if len(steps) > 4:  # noqa: PLR2004 - messages.N.content.M
        steps.insert(4, "tool_result")
    return ".".join([*steps, kind])


def _vocabulary(path: Path) -> dict[str, Keys]:
    return INSIDE_RESULTS if len(path) > 4 else BLOCKS  # noqa: PLR2004 - messages.N.content.M
