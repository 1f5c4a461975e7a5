"""OpenAI Chat Completions: an entry is one message; each result is a ``tool`` message of its own."""

from collections.abc import Sequence

from sendable.model.entry import Entry
from sendable.model.json import JsonObject
from sendable.model.target import Target
from sendable.wire.calls import chat_call
from sendable.wire.parts import chat_part
from sendable.wire.stored import read_message, write_messages


def body(entries: Sequence[Entry], target: Target, tools: Sequence[JsonObject]) -> JsonObject:
    """Write ``model``, ``messages`` and, when there are any, ``tools``."""
    messages = list(write_messages(entries, chat_call, chat_part))
    defined = [{"type": "function", "function": tool} for tool in tools]
    return {"model": target.model, "messages": messages, **({"tools": defined} if defined else {})}


def entries(body: JsonObject) -> list[Entry]:
    """Read ``messages``; one that is no list holds no history."""
    messages = body.get("messages")
    return [read_message(each) for each in messages] if isinstance(messages, list) else []
