"""Claude answers: signed thinking, server tools, tool use; behind Converse too."""

from typing import Final

import msgspec

from sendable.corpus.generate.plot import Said
from sendable.corpus.generate.words import PAGE
from sendable.model.arguments import parsed
from sendable.model.claude_block import read_block, read_part
from sendable.model.json import JsonObject
from sendable.oracle.minted import mint_id
from sendable.oracle.seals import Prefix, seal, short_digest
from sendable.wire import from_body

_MAKER: Final = "anthropic"
_REDACTING: Final = ("claude-haiku-4-5", "claude-opus-4-5", "claude-sonnet-4-6")
_FOUND: Final = {"type": "web_search_result", "url": PAGE, "title": "A", "encrypted_content": "RWFzdCBvciB3ZXN0"}
_CITED: Final = {
    "type": "web_search_result_location",
    "url": PAGE,
    "title": "A",
    "encrypted_index": "Rmlyc3Q=",
    "cited_text": "cheap",
}
_RAN: Final = {"type": "bash_code_execution_result", "stdout": "2\n", "stderr": "", "return_code": 0, "content": []}


def by_claude(model: str, name: str, said: Said, prefix: Prefix | None = None) -> list[JsonObject]:
    """Answer with thinking bound to everything that stood before it, then with text and tool use."""
    blocks = _thoughts(model, said, prefix)
    for at, hosted in enumerate(said.hosted):
        blocks += _run(hosted, f"{name} {at}")
    items = [read_block(block) for block in blocks]
    if said.text:
        cited = {"citations": [dict(_CITED)]} if "search" in said.hosted else {}
        part = read_part({"type": "text", "text": said.text, **cited}, "assistant")
        items.append({"type": "message", "role": "assistant", "content": [part]})
    calls = ({"type": "tool_use", "id": e.id, "name": e.name, "input": parsed(e.arguments)} for e in said.calls)
    return items + [read_block(call) for call in calls]


def _thoughts(model: str, said: Said, prefix: Prefix | None) -> list[JsonObject]:
    """Write the thinking block; a thought without words is redacted by older models, left out of it by newer ones.

    Before tools of its own Claude thinks twice, the second time behind a redaction.
    """
    if said.thought is None:
        return []
    count = 2 if said.hosted and said.thought else 1
    if not said.thought and model.startswith(_REDACTING):
        return [_redacted(model, prefix, (0, 1))]
    signature = seal(_MAKER, model, prefix=prefix, content=said.thought, place=(0, count))
    first = {"type": "thinking", "thinking": said.thought, "signature": signature}
    if count == 1:
        return [first]
    behind = prefix and msgspec.structs.replace(prefix, thought=short_digest(signature))
    return [first, _redacted(model, behind, (1, count))]


def _redacted(model: str, prefix: Prefix | None, place: tuple[int, int]) -> JsonObject:
    return {"type": "redacted_thinking", "data": seal(_MAKER, model, prefix=prefix, kind="redacted", place=place)}


def _run(what: str, name: str) -> list[JsonObject]:
    """Return the blocks of a server tool's call and result: code that ran, or a search."""
    call_id = mint_id("srvtoolu", name)
    if what in ("search", "open"):
        call = {"type": "server_tool_use", "id": call_id, "name": "web_search", "input": {"query": "price"}}
        return [call, {"type": "web_search_tool_result", "tool_use_id": call_id, "content": [dict(_FOUND)]}]
    call = {"type": "server_tool_use", "id": call_id, "name": "bash_code_execution", "input": {"command": "echo 2"}}
    return [
        call,
        {"type": "bash_code_execution_tool_result", "tool_use_id": call_id, "content": {**_RAN, "content": []}},
    ]


def by_claude_on_bedrock(model: str, _name: str, said: Said, _prefix: Prefix | None = None) -> list[JsonObject]:
    """Answer as Claude does behind Converse."""
    thoughts = []
    if said.thought:
        signature = seal(_MAKER, model, content=said.thought, place=(0, 1))
        thoughts.append({"reasoningContent": {"reasoningText": {"text": said.thought, "signature": signature}}})
    texts = [{"text": said.text}] if said.text else []
    calls = [{"toolUse": {"toolUseId": e.id, "name": e.name, "input": parsed(e.arguments)}} for e in said.calls]
    message = {"role": "assistant", "content": [*thoughts, *texts, *calls]}
    return [item for entry in from_body("bedrock-converse", {"messages": [message]}) for item in entry.items]


def compacted_by_claude(_model: str, name: str) -> JsonObject:
    """Make a compaction with its plain summary."""
    return read_block({"type": "compaction", "content": f"Summary of {name}."})
