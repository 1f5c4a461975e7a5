"""Anthropic content blocks to items and back, lossless.

What Claude returned is projected into the Responses style, its original block kept whole under ``provider_data``
(design, section 4). Going back, that block is restored; what the item states by itself (id, name, arguments, output,
text) is written over it, so that a change of the item is not lost.
"""

from typing import Any, Final

from sendable.model.json import JsonObject
from sendable.wire.arguments import as_object, as_text
from sendable.wire.items import ANTHROPIC, CALL, RESULT, kept_by, kind, picked, plain
from sendable.wire.parts import anthropic_part, image_url, text_type

PARTS: Final = frozenset({"text", "image", "document", "search_result", "container_upload"})


def is_part(block: Any) -> bool:
    """Whether the block belongs inside a message's content, not beside it as an item of its own."""
    return not isinstance(block, dict) or not isinstance(block.get("type"), str) or block["type"] in PARTS


def read_part(block: Any, role: Any) -> Any:
    """Read a block of a message's content."""
    match block:
        case {"type": "text", "text": text}:
            part = {"type": text_type(role), "text": text}
            return part if len(block) == len(part) else {**part, **_kept(block)}
        case {"type": "image", "source": source} if url := image_url(source):
            return {"type": "input_image", "image_url": url, **_kept(block)}
        case {"type": str(other)}:
            return {"type": other, **_kept(block)}
    return block


def write_part(part: Any) -> Any:
    """Write a content part as a block."""
    block = kept_by(part, ANTHROPIC) if isinstance(part, dict) else None
    return anthropic_part(part) if block is None else {**block, **picked(part, {"text": "text"})}


def read_block(block: JsonObject) -> JsonObject:
    """Read a block that is an item of its own."""
    match block["type"]:
        case "tool_use":
            arguments = {"arguments": as_text(block["input"])} if "input" in block else {}
            return {"type": CALL, **picked(block, {"id": "call_id", "name": "name"}), **arguments, **_kept(block)}
        case "tool_result":
            return {"type": RESULT, **picked(block, {"tool_use_id": "call_id"}), **_output(block), **_kept(block)}
        case "thinking" | "redacted_thinking":
            return {"type": "reasoning", "id": "", **_thought(block), **_kept(block)}
        case "compaction":
            return {"type": "compaction", **picked(block, {"content": "content"}), **_kept(block)}
    return {"type": block["type"], **_kept(block)}


def _kept(block: JsonObject) -> JsonObject:
    return {"provider": ANTHROPIC, "provider_data": block}


def _output(block: JsonObject) -> JsonObject:
    if isinstance(content := block.get("content"), list):
        return {"output": [read_part(part, "user") for part in content]}
    return picked(block, {"content": "output"})


def _thought(block: JsonObject) -> JsonObject:
    text = block.get("thinking")
    summary = [{"type": "summary_text", "text": text}] if isinstance(text, str) and text else []
    return {"summary": summary, **picked(block, {"signature": "encrypted_content", "data": "encrypted_content"})}


def write_block(item: JsonObject) -> JsonObject:
    """Write an item that is no message as a block; one that this API has no block for goes out as it is."""
    block = kept_by(item, ANTHROPIC)
    if kind(item) == CALL:
        said = {"type": "tool_use", **picked(item, {"call_id": "id", "name": "name"})}
        return {**said, **(block or {}), **said, **_input(item, block or {})}
    if kind(item) == RESULT:
        said = {"type": "tool_result", **picked(item, {"call_id": "tool_use_id"})}
        junk = picked(item, {"tool_calls": "tool_calls"}) if item.get("tool_calls") else {}
        return {**said, **(block or {}), **said, **_result_content(item), **junk}
    return plain(item) if block is None else block


def _input(item: JsonObject, block: JsonObject) -> JsonObject:
    """Write the arguments as an object; what is no object goes out as it is, for the provider to refuse."""
    if "arguments" not in item or ("input" in block and item["arguments"] == as_text(block["input"])):
        return picked(block, {"input": "input"})
    read = as_object(item["arguments"])
    return {"input": item["arguments"] if read is None else read}


def _result_content(item: JsonObject) -> JsonObject:
    if isinstance(output := item.get("output"), list):
        return {"content": [write_part(part) for part in output]}
    return picked(item, {"output": "content"})
