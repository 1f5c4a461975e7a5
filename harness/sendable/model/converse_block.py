"""Converse's blocks to items and back, lossless: the mapping table of Bedrock's common format.

Claude's reasoning is kept as Claude's own block, for Bedrock only wraps it: the provider type is the same, and the
Messages format can read it. Everything else that has no place in an item is kept for Converse alone.

==================== ====================================================================
block                item
==================== ====================================================================
text                 content part of a message
image with bytes     content part ``input_image``
toolUse              ``function_call`` (toolUseId as ``call_id``, input as JSON text)
toolResult           ``function_call_output`` (a single text as text, else content parts)
reasoningContent     ``reasoning`` as from Claude's ``thinking`` or ``redacted_thinking``
server tool's block  an item of the type that the block states, as ``server_tool_use``
any other            content part of the type that its key names, as ``document``
==================== ====================================================================
"""

from typing import Any, Final

from sendable.model import claude_block
from sendable.model.arguments import as_object, as_text
from sendable.model.data_url import data_url, image_address, inline
from sendable.model.item import ANTHROPIC, CALL, CONVERSE, RESULT, is_text, kept_by, kind, picked, plain, text_type
from sendable.model.json import JsonObject

_USE: Final = {"toolUseId": "call_id", "name": "name"}
_SIGNED: Final = frozenset({"text", "signature"})
_ITEMS: Final = ("toolUse", "toolResult", "reasoningContent")


def is_part(block: Any) -> bool:
    """Whether the block belongs inside a message's content, not beside it as an item of its own."""
    return not isinstance(block, dict) or not any(isinstance(block.get(key), dict) for key in _ITEMS)


def read_part(block: Any, role: Any) -> Any:
    """Read a block of a message's content."""
    if not isinstance(block, dict) or not block:
        return block
    kept = {"provider": CONVERSE, "provider_data": block}
    match block:
        case {"text": str(text), **others}:
            read = {"type": text_type(role), "text": text}
            return {**read, **kept} if others else read
        case {"image": {"format": str(form), "source": {"bytes": str(data)}}}:
            return {"type": "input_image", "image_url": data_url(f"image/{form}", data), **kept}
    return {"type": next(iter(block)), **kept}


def write_part(part: Any) -> Any:
    """Write a content part as a block."""
    kept = kept_by(part, CONVERSE) if isinstance(part, dict) else None
    if kept is not None:
        return {**kept, **picked(part, {"text": "text"})}
    if is_text(part):
        return {"text": part["text"]}
    if held := inline(image_address(part)):
        return {"image": {"format": held[0].rpartition("/")[2], "source": {"bytes": held[1]}}}
    return plain(part) if isinstance(part, dict) else part


def read_block(block: JsonObject) -> JsonObject:
    """Read a block that is an item of its own."""
    kept = {"provider": CONVERSE, "provider_data": block}
    match block:
        case {"toolUse": {"type": str(server)}} | {"toolResult": {"type": str(server)}}:
            return {"type": server, **kept}
        case {"toolUse": dict(use)}:
            item = {
                "type": CALL,
                **picked(use, _USE),
                **({"arguments": as_text(use["input"])} if "input" in use else {}),
            }
            return {**item, **kept}
        case {"toolResult": dict(result)}:
            return {"type": RESULT, **picked(result, {"toolUseId": "call_id"}), **_output(result), **kept}
        case {"reasoningContent": {"reasoningText": dict(said), **others}} if not others and said.keys() <= _SIGNED:
            thinking = {"type": "thinking", **picked(said, {"text": "thinking", "signature": "signature"})}
            return claude_block.read_block(thinking)
        case {"reasoningContent": {"redactedContent": data, **others}} if not others:
            return claude_block.read_block({"type": "redacted_thinking", "data": data})
    return {"type": "reasoning", "id": "", "summary": [], **kept}


def write_block(item: JsonObject) -> JsonObject:
    """Write an item that is no message as a block; one that Converse has no block for goes out as it is."""
    kept = kept_by(item, CONVERSE) or {}
    if kind(item) == CALL:
        return {**kept, "toolUse": _use(item, kept.get("toolUse"))}
    if kind(item) == RESULT:
        junk = picked(item, {"tool_calls": "tool_calls"}) if item.get("tool_calls") else {}
        return {**kept, "toolResult": _result(item, kept.get("toolResult")), **junk}
    match kept_by(item, ANTHROPIC):
        case {"type": "thinking", **said}:
            names = {"thinking": "text", "signature": "signature"}
            return {"reasoningContent": {"reasoningText": {names[key]: said[key] for key in names if key in said}}}
        case {"type": "redacted_thinking", "data": data}:
            return {"reasoningContent": {"redactedContent": data}}
    return kept or plain(item)


def _use(item: JsonObject, old: Any) -> JsonObject:
    held = old if isinstance(old, dict) else {}
    said = {**held, **picked(item, {"call_id": "toolUseId", "name": "name"})}
    if "arguments" not in item or ("input" in held and item["arguments"] == as_text(held["input"])):
        return said
    read = as_object(item["arguments"])
    return {**said, "input": item["arguments"] if read is None else read}


def _result(item: JsonObject, old: Any) -> JsonObject:
    held = old if isinstance(old, dict) else {}
    said = {**held, **picked(item, {"call_id": "toolUseId"})}
    if "output" not in item or ("content" in held and item["output"] == _output(held).get("output")):
        return said
    output = item["output"]
    return {**said, "content": list(map(write_part, output)) if isinstance(output, list) else [{"text": output}]}


def _output(result: JsonObject) -> JsonObject:
    match result.get("content"):
        case [{"text": str(text), **others}] if not others:
            return {"output": text}
        case list(parts):
            return {"output": [read_part(part, "user") for part in parts]}
    return {}
