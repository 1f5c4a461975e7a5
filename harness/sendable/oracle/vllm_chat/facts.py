"""What mistral-common's validator finds in the messages, where the model has it."""

from typing import Any

from sendable.model.json import JsonObject
from sendable.oracle.mistral_common import ABSENT, Found, Said, foreign_part, last_nine, plain, validate
from sendable.oracle.settings import Settings


def index(body: JsonObject, settings: Settings) -> Found | None:
    """Ask the validator; None where there is nothing to object to, or another way is taken. Bears any JSON."""
    messages = body.get("messages")
    if "mistral" not in settings.flags or not isinstance(messages, list):
        return None
    said = [_said(message, at) for at, message in enumerate(messages) if isinstance(message, dict)]
    continues = bool(body.get("continue_final_message")) or body.get("add_generation_prompt") is False
    return validate(said, strict_ids="mistral-v3" in settings.flags, where=("messages",), continues=continues)


def _said(message: JsonObject, at: int) -> Said:
    content, role = message.get("content"), plain(message.get("role"))
    thinks = any(message.get(key) is not None for key in ("reasoning", "reasoning_content"))
    return Said(
        role=role,
        path=("messages", at),
        text=bool(content),
        foreign=foreign_part(content),
        calls=_ids(message.get("tool_calls")) if role == "assistant" else [],
        answers=last_nine(message["tool_call_id"]) if "tool_call_id" in message else ABSENT,
        thinks=thinks and role == "assistant",
    )


def _ids(calls: Any) -> list[str | None]:
    if not isinstance(calls, list):
        return []
    return [last_nine(call.get("id")) for call in calls if isinstance(call, dict)]
