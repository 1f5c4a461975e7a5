"""The first pass over a Converse history: tool uses and results of each message."""

from typing import Any

import msgspec

from sendable.model.json import JsonObject
from sendable.oracle.settings import Settings


class Tools(msgspec.Struct):
    """What one message says about tools. uses: ids of client tool uses, in order. results: ids of results, in order.

    Uses that the server runs itself (``type: server_tool_use``) and their results are left out.
    """

    uses: list[Any]
    results: list[Any]


class Facts(msgspec.Struct):
    """What rules look up. tools: message index to its tools, where it has any. any_tool: some message has."""

    tools: dict[int, Tools]
    any_tool: bool


def index(body: JsonObject, _settings: Settings) -> Facts:
    """Collect tool blocks in one pass; bears any JSON."""
    facts = Facts(tools={}, any_tool=False)
    messages = body.get("messages")
    for at, message in enumerate(messages if isinstance(messages, list) else ()):
        content = message.get("content") if isinstance(message, dict) else None
        if isinstance(content, list):
            _collect(facts, at, content)
    return facts


def _collect(facts: Facts, at: int, content: list[Any]) -> None:
    tools = Tools(uses=[], results=[])
    for block in content:
        if not isinstance(block, dict):
            continue
        for key, ids in (("toolUse", tools.uses), ("toolResult", tools.results)):
            tool = block.get(key)
            if isinstance(tool, dict):
                facts.any_tool = True
                if tool.get("type") is None:
                    ids.append(tool.get("toolUseId"))
    if tools.uses or tools.results:
        facts.tools[at] = tools
