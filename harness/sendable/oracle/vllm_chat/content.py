"""The schema of messages and of their content parts."""

from typing import Any

from sendable.model.json import JsonObject, Path
from sendable.oracle.rule import SCHEMA, Fault, rule
from sendable.oracle.scan import Scan
from sendable.oracle.vllm import missing, schema_error, shown
from sendable.oracle.vllm_chat.walk import PARSE

_WITH_CONTENT = ("user", "system", "developer", "tool")
_DEVELOPER = "ChatCompletionDeveloperMessageParam"
_FOREIGN = (
    "document", "output_text", "file_search", "search_result", "reasoning", "compaction", "tool_use", "tool_result",
)  # fmt: skip


@rule("vllm-chat-message-schema", on="message", phase=SCHEMA)
def message_schema(message: Any, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a message that is no object, or whose role, content or tool_call_id is of a wrong type."""
    found = _first_error(message, f"body.messages.{path[1]}.{_DEVELOPER}")
    if found is None:
        return None
    loc, count, error = found
    return Fault(path, {"errors": f"{count} validation errors:\n  {error}", "loc": loc})


def _first_error(message: Any, loc: str) -> tuple[str, int, str] | None:
    if not isinstance(message, dict):
        return loc, 8, schema_error("dict_type", loc, "Input should be a valid dictionary", message)
    if "role" not in message:
        return f"{loc}.role", 11, missing(f"{loc}.role", message)
    role = message["role"]
    if not isinstance(role, str):
        return f"{loc}.role", 11, _not_developer(loc, role)
    content = message.get("content", "")
    empty = content is None and role in _WITH_CONTENT
    if empty or isinstance(content, (bool, int, float)):
        text = schema_error("string_type", f"{loc}.content", "Input should be a valid string", content)
        return f"{loc}.content", 19 if empty else 22, text
    return _tool_error(message, loc) if role == "tool" else None


def _tool_error(message: JsonObject, loc: str) -> tuple[str, int, str] | None:
    """Find an id that is no text, and content that is an object where there is no id: with one, its keys are parts."""
    call_id = message.get("tool_call_id")
    if call_id is not None and not isinstance(call_id, str):
        return f"{loc}.role", 10, _not_developer(loc, "tool")
    lost = "tool_call_id" not in message and isinstance(message.get("content"), dict)
    return (f"{loc}.role", 12, _not_developer(loc, "tool")) if lost else None


def _not_developer(loc: str, role: Any) -> str:
    expected = "'developer'"
    return schema_error("literal_error", f"{loc}.role", f"Input should be {expected}", role, {"expected": expected})


@rule("vllm-chat-content-part-type", on="part", phase=PARSE)
def content_part_type(part: Any, path: Path, _scan: Scan) -> Fault | None:
    """Refuse content parts of other APIs, text parts without a text, and what is no object."""
    found = _first_part_error(part)
    if found is None:
        return None
    place, said, kind, value = found
    values = {"at": path[3], "place": f".{place}" if place else "", "said": said, "kind": kind, "value": shown(value)}
    return Fault(path, values | {"type": type(value).__name__, "count": _count(part)})


def _count(part: Any) -> int:
    """How many errors the server counts: one or two for each of the SDK's kinds of parts."""
    if not isinstance(part, dict):
        return 4
    if part.get("type", "text") == "text":
        return 7
    return 3 if "text" in part else 8


def _first_part_error(part: Any) -> tuple[str, str, str, Any] | None:
    if not isinstance(part, dict):
        return "", "Input should be a valid dictionary", "dict_type", part
    kind = part.get("type")
    if kind is None:
        return ("type", "Field required", "missing", part) if "text" in part and "type" not in part else None
    if kind == "text" or kind in _FOREIGN or not isinstance(kind, str):
        return _text_error(part, kind)
    return None


def _text_error(part: JsonObject, kind: str) -> tuple[str, str, str, Any] | None:
    if "text" not in part:
        return "text", "Field required", "missing", part
    if kind != "text":
        return "type", "Input should be 'text'", "literal_error", kind
    text = part["text"]
    return None if isinstance(text, str) else ("text", "Input should be a valid string", "string_type", text)
