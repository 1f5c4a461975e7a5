"""Z.ai: histories that GLM refuses without saying where."""

from collections.abc import Iterator
from typing import Any

from sendable.model.json import JsonObject, Path
from sendable.oracle.openai_chat.walk import MEANING, MESSAGES
from sendable.oracle.rule import Fault, rule
from sendable.oracle.scan import Scan


@rule("zai-messages-illegal", on="request", phase=MEANING)
def messages_illegal(body: JsonObject, _path: Path, _scan: Scan) -> Fault | None:
    """Refuse repeated call ids, a role twice in a row, a history without a user, an assistant that says nothing."""
    messages = body.get(MESSAGES)
    if not isinstance(messages, list) or not messages:
        return None
    at = next(_illegal(messages), None)
    return Fault((MESSAGES,) if at is None else (MESSAGES, at)) if at is not None or _no_user(messages) else None


def _no_user(messages: list[Any]) -> bool:
    return not any(isinstance(each, dict) and each.get("role") == "user" for each in messages)


def _illegal(messages: list[Any]) -> Iterator[int]:
    seen: set[str] = set()
    before = None
    for at, message in enumerate(messages):
        role = message.get("role") if isinstance(message, dict) else None
        if role == before and role in ("user", "assistant"):
            yield at
        if role == "assistant" and not message.get("content") and not message.get("tool_calls"):
            yield at
        ids = _call_ids(message)
        if len(ids) > len(set(ids)) or not seen.isdisjoint(ids):
            yield at
        seen.update(ids)
        before = role


def _call_ids(message: Any) -> list[str]:
    calls = message.get("tool_calls") if isinstance(message, dict) else None
    if not isinstance(calls, list):
        return []
    ids = (call.get("id") for call in calls if isinstance(call, dict))
    return [each for each in ids if isinstance(each, str)]
