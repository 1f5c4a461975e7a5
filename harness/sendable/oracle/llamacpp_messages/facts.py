"""The chat messages that the server makes of the request, as far as their end matters."""

from typing import Any

import msgspec

from sendable.model.json import JsonObject
from sendable.oracle.settings import Settings

_SPEAKING = frozenset({"text", "image", "tool_use"})


class Chat(msgspec.Struct):
    """One chat message: which message of the request it came from, whether the assistant's, whether it holds calls."""

    at: int
    assistant: bool
    calls: bool = False


def index(body: JsonObject, _settings: Settings) -> list[Chat]:
    """Return the last two chat messages, in order; bears any JSON."""
    messages = body.get("messages")
    made: list[Chat] = []
    if not isinstance(messages, list):
        return made
    for at in range(len(messages) - 1, -1, -1):
        made = _made(messages[at], at) + made
        if len(made) > 1:
            break
    return made[-2:]


def _made(message: Any, at: int) -> list[Chat]:
    if not isinstance(message, dict):
        return [Chat(at, assistant=False)]
    assistant = message.get("role") == "assistant"
    if "content" not in message:
        return [] if assistant else [Chat(at, assistant=False)]
    content = message["content"]
    if not isinstance(content, list):
        calls = assistant and bool(message.get("tool_calls"))
        return [Chat(at, assistant=assistant, calls=calls)]
    blocks = [block for block in content if isinstance(block, dict)]
    own = [Chat(at, assistant, calls=_has(blocks, "tool_use"))] if any(map(_speaks, blocks)) else []
    return own + [Chat(at, assistant=False) for block in blocks if block.get("type") == "tool_result"]


def _speaks(block: JsonObject) -> bool:
    kind = block.get("type")
    return isinstance(kind, str) and (kind in _SPEAKING or (kind == "thinking" and bool(block.get("thinking"))))


def _has(blocks: list[JsonObject], kind: str) -> bool:
    return any(block.get("type") == kind for block in blocks)
