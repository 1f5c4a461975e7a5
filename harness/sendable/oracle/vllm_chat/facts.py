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
    return _unmade(messages) or _objection(body, messages, settings)


def _unmade(messages: list[Any]) -> Found | None:
    """Find the result whose id vLLM cannot even cut."""
    for at, message in enumerate(messages):
        if isinstance(message, dict) and message.get("role") == "tool" and message.get("tool_call_id", "") is None:
            return Found("result-id-null", ("messages", at))
    return None


def _objection(body: JsonObject, messages: list[Any], settings: Settings) -> Found | None:
    said = [_said(message, at) for at, message in enumerate(messages) if isinstance(message, dict)]
    continues = bool(body.get("continue_final_message")) or body.get("add_generation_prompt") is False
    return validate(said, strict_ids="mistral-v3" in settings.flags, where=("messages",), continues=continues)


def _said(message: JsonObject, at: int) -> Said:
    content, role = message.get("content"), plain(message.get("role"))
    thinks = any(message.get(key) is not None for key in ("reasoning", "reasoning_content"))
    calls = _calls(message.get("tool_calls")) if role == "assistant" else []
    return Said(
        role=role,
        path=("messages", at),
        text=bool(content),
        foreign=foreign_part(content),
        bare="content" not in message and role != "assistant",
        calls=[last_nine(call.get("id")) for call in calls],
        names=[_name(call) for call in calls],
        answers=last_nine(message["tool_call_id"]) if "tool_call_id" in message else ABSENT,
        thinks=thinks and role == "assistant",
    )


def _calls(calls: Any) -> list[JsonObject]:
    return [call for call in calls if isinstance(call, dict)] if isinstance(calls, list) else []


def _name(call: JsonObject) -> str | None:
    function = call.get("function")
    return plain(function.get("name")) if isinstance(function, dict) else None
