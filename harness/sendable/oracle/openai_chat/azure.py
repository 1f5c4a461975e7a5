"""What Azure answers differently: its older API versions, and a shorter text behind Copilot."""

from sendable.model.json import JsonObject, Path
from sendable.oracle.openai_chat.facts import Turn
from sendable.oracle.openai_chat.pairing import interleaved_at_azure
from sendable.oracle.openai_chat.walk import MEANING
from sendable.oracle.rule import SCHEMA, Fault, rule
from sendable.oracle.scan import Scan


@rule("azure-chat-tool-calls-interleaved", on="place", phase=MEANING)
def tool_calls_interleaved(message: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a user's image between two results of one turn."""
    turn: Turn | None = scan.facts.broken.get(path[1])
    return Fault((*path, "role")) if turn is not None and interleaved_at_azure(message, scan) else None


@rule("azure-chat-content-required", on="assistant", phase=SCHEMA)
def content_required(message: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse an assistant message with calls and without the key content."""
    return Fault((*path, "content")) if message.get("tool_calls") and "content" not in message else None


@rule("chat-part-unknown", on="part:file", phase=SCHEMA)
def file_part(_part: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a file part before Azure had them."""
    return Fault((*path, "type"), {"value": "file"})


@rule("azure-chat-name-extra", on="assistant", phase=SCHEMA)
def name_extra(message: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Warn of a name on an assistant message for models of other makers."""
    return Fault((*path, "name")) if message.get("name") is not None else None


@rule("azure-chat-role-function", on="function", phase=SCHEMA)
def role_function(_message: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse the function role in API versions from before functions."""
    return Fault((*path, "role"))
