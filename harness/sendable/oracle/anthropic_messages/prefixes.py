"""What stands before a thinking block: the prefix that newer models bind it to.

Compared are the system prompt, the tools, the blocks of all messages before, and the thinking block before. Where cache
breakpoints stand, how content is spelled (a text or a list with one) and how one role's messages are cut changes
nothing; neither do system messages that hold for one turn.
"""

from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from sendable.model.json import JsonObject, Path
from sendable.oracle.anthropic_messages.facts import THINKING, kind_of, text_of
from sendable.oracle.seals import Prefix, canonical, short_digest

_DIGITS = 16


def prefix_of(body: JsonObject) -> Prefix:
    """Return what the next block that the model writes is bound to: everything that this body holds."""
    *_, (_, last) = _read(body)
    return last


def prefixes(body: JsonObject) -> dict[Path, Prefix]:
    """Return what stands before each thinking block, by the block's place; one pass over the body."""
    return dict(_read(body))


def difference(made: Prefix, now: Prefix) -> str:
    """Name what changed first: ``system``, ``tools``, ``thinking``, ``messages``, or ``""`` for nothing.

    Thinking may be left out from the beginning of the history on: a block with none before it is not missing any.
    """
    if made.system != now.system:
        return "system"
    if made.tools != now.tools:
        return "tools"
    if made.thought and now.thought and made.thought != now.thought:
        return "thinking"
    return "messages" if made.messages != now.messages or (now.thought and not made.thought) else ""


def _read(body: JsonObject) -> Iterator[tuple[Path, Prefix]]:
    """Yield each thinking block's place with its prefix; last the empty path with the whole body's."""
    system = short_digest([_plain(block) for block in _blocks(body.get("system"))])
    tools = body.get("tools")
    offered = short_digest([_plain(tool) for tool in tools] if isinstance(tools, list) else [])
    before, thought = sha256(), ""
    for path, role, block in _spoken(body.get("messages")):
        if kind_of(block) in THINKING:
            yield path, Prefix(system, offered, before.hexdigest()[:_DIGITS], thought)
            thought = short_digest(text_of(block.get("signature")) or text_of(block.get("data")))
            continue
        before.update(role.encode("utf-8", "backslashreplace") + b"\0")
        before.update(canonical(_plain(block)) + b"\0")
    yield (), Prefix(system, offered, before.hexdigest()[:_DIGITS], thought)


def _spoken(messages: Any) -> Iterator[tuple[Path, str, Any]]:
    for at, message in enumerate(messages if isinstance(messages, list) else ()):
        if not isinstance(message, dict) or message.get("clear_at") == "next_user_message":
            continue
        for number, block in enumerate(_blocks(message.get("content"))):
            yield ("messages", at, "content", number), text_of(message.get("role")), block


def _blocks(content: Any) -> list[Any]:
    if isinstance(content, str):
        return [{"type": "text", "text": content}] if content else []
    return content if isinstance(content, list) else []


def _plain(block: Any) -> Any:
    """Leave cache breakpoints out, also of the blocks inside a result."""
    if not isinstance(block, dict) or ("cache_control" not in block and "content" not in block):
        return block
    plain = {key: value for key, value in block.items() if key != "cache_control"}
    inside = plain.get("content")
    return plain if not isinstance(inside, list) else plain | {"content": [_plain(each) for each in inside]}
