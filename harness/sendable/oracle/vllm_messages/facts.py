"""The chat messages that vLLM makes of a Messages request."""

from typing import Any

import msgspec

from sendable.model.json import JsonObject, Path
from sendable.oracle.mistral_common import Found, Said, last_nine, plain, validate
from sendable.oracle.settings import Settings

_TIME_MADE = "1790000000"
"""Stands for the id that the server makes of the time where a tool_use has none."""


class Facts(msgspec.Struct):
    """nothing: no chat message is left of the request. found: the objection of mistral-common's validator."""

    nothing: bool
    found: Found | None = None


def index(body: JsonObject, settings: Settings) -> Facts:
    """Turn messages into chat messages in one pass; bears any JSON."""
    messages = body.get("messages")
    if not isinstance(messages, list):
        return Facts(nothing=False)
    if "mistral" not in settings.flags:
        return Facts(nothing=not body.get("system") and not any(map(_speaks, messages)))
    said = _chat(body, messages)
    return Facts(not said, validate(said, strict_ids="mistral-v3" in settings.flags, where=("messages",)))


def _speaks(message: Any) -> bool:
    """Tell whether a message leaves anything for the template: the assistant's always does."""
    if not isinstance(message, dict) or message.get("role") == "assistant":
        return True
    content = message.get("content")
    if message.get("role") == "system":
        return bool(content)
    return not isinstance(content, list) or any(map(_carries, content))


def _carries(block: Any) -> bool:
    if not isinstance(block, dict):
        return False
    kind = block.get("type")
    return bool(block.get("text")) if kind == "text" else kind in ("image", "tool_result")


def _chat(body: JsonObject, messages: list[Any]) -> list[Said]:
    """Return the chat messages for mistral-common: system messages are merged into one at the top."""
    said: list[Said] = []
    inline = [message for message in messages if isinstance(message, dict) and message.get("role") == "system"]
    if body.get("system") or any(message.get("content") for message in inline):
        said.append(Said("system", ("system",), text=True))
    for at, message in enumerate(messages):
        if isinstance(message, dict) and message.get("role") in ("user", "assistant"):
            said.extend(_said(message, ("messages", at)))
    return said


def _said(message: JsonObject, path: Path) -> list[Said]:
    content, role = message.get("content"), message["role"]
    if not isinstance(content, list):
        return [Said(role, path, text=bool(content))]
    own, results = Said(role, path, calls=[], names=[]), []
    for at, block in enumerate(each for each in content if isinstance(each, dict)):
        kind = block.get("type")
        if kind == "tool_result" and role == "user":
            results.append(Said("tool", (*path, "content", at), text=True, answers=_answers(block)))
        elif kind == "tool_use" and role == "assistant":
            own.calls.append(last_nine(block.get("id") or _TIME_MADE))
            own.names.append(plain(block.get("name")))
        elif kind in ("text", "image", "tool_result"):
            own.text = own.text or kind != "text" or bool(block.get("text"))
        elif kind == "thinking" and role == "assistant":
            own.thinks = own.thinks or block.get("thinking") is not None
    silent = role == "user" and not own.text
    return results if silent else [*results, own]


def _answers(block: JsonObject) -> str | None:
    return last_nine(block.get("tool_use_id") or "")
