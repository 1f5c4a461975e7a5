"""The request as a whole, and how roles stand in it."""

from typing import Any

from sendable.model.json import JsonObject, Path
from sendable.oracle.rule import ENVELOPE, SCHEMA, Fault, rule
from sendable.oracle.scan import Scan
from sendable.oracle.vllm import missing, schema_error, validation
from sendable.oracle.vllm_chat.walk import RENDER

_HARMONY_ROLES = frozenset({"user", "assistant", "system", "developer", "tool"})


@rule("vllm-chat-messages-required", on="request", phase=SCHEMA)
def messages_required(body: JsonObject, _path: Path, _scan: Scan) -> Fault | None:
    """Refuse a request without a list of messages."""
    if "messages" not in body:
        filled_in = {"tool_choice": "auto"} if body.get("tools") else {}
        return Fault(("messages",), {"errors": validation([missing("body.messages", filled_in | body)])})
    if isinstance(body["messages"], list):
        return None
    if body["messages"] is None:
        return Fault(("messages",), variant="null")
    wrong = schema_error("list_type", "body.messages", "Input should be a valid list", body["messages"])
    return Fault(("messages",), {"errors": validation([wrong])})


@rule("vllm-chat-tools-empty", on="request", phase=ENVELOPE)
def tools_empty(body: JsonObject, _path: Path, _scan: Scan) -> Fault | None:
    """Refuse an empty list of tools."""
    return Fault(("tools",)) if body.get("tools") == [] else None


@rule("vllm-chat-messages-empty", on="conversation", phase=RENDER)
def messages_empty(messages: list[Any], path: Path, _scan: Scan) -> Fault | None:
    """Refuse a conversation without messages, where a chat template writes the prompt."""
    return None if messages else Fault(path)


@rule("vllm-chat-harmony-role", on="message", phase=RENDER)
def harmony_role(message: Any, path: Path, _scan: Scan) -> Fault | None:
    """Refuse roles that harmony does not know."""
    role = message.get("role") if isinstance(message, dict) else None
    if not isinstance(role, str):
        return None
    return None if role in _HARMONY_ROLES else Fault((*path, "role"), {"role": repr(role)})


@rule("vllm-chat-template-alternation", on="conversation", phase=RENDER)
def template_alternation(messages: list[Any], path: Path, _scan: Scan) -> Fault | None:
    """Refuse user and assistant out of turn, where the model's template demands turns."""
    roles = [message.get("role") if isinstance(message, dict) else None for message in messages]
    start = 1 if roles[:1] == ["system"] else 0
    for at, role in enumerate(roles[start:]):
        if role != ("assistant" if at % 2 else "user"):
            return Fault((*path, start + at))
    return None
