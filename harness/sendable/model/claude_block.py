"""Claude's content blocks to items and back, lossless: the mapping table of the Messages format.

What Claude returned is projected into the Responses style, its original block kept whole under ``provider_data``
(design, section 4). Going back, that block is restored; what the item states by itself (id, name, arguments, output,
text) is written over it, so that a change of the item is not lost. `maker` is the provider type that is noted and
looked for: other servers speak this format too.

=================== ======================================================================
block               item
=================== ======================================================================
text, image         content part of a message (``input_text``, ``output_text``, ``input_image``)
tool_use            ``function_call`` (id as ``call_id``, input as JSON text)
tool_result         ``function_call_output``
thinking            ``reasoning``: id "", text in ``summary``, signature in ``encrypted_content``
redacted_thinking   ``reasoning``: id "", data in ``encrypted_content``
compaction          ``compaction`` with its ``content``
any other           an item (or part) of the same type
=================== ======================================================================
"""

from typing import Any, Final

from sendable.model.arguments import as_object, as_text
from sendable.model.data_url import data_url, image_address, inline
from sendable.model.item import ANTHROPIC, CALL, RESULT, kept_by, kind, picked, plain, text_type, thought
from sendable.model.json import JsonObject

PARTS: Final = frozenset({"text", "image", "document", "search_result", "container_upload"})


def is_part(block: Any) -> bool:
    """Whether the block belongs inside a message's content, not beside it as an item of its own."""
    return not isinstance(block, dict) or not isinstance(block.get("type"), str) or block["type"] in PARTS


def read_part(block: Any, role: Any, maker: str = ANTHROPIC) -> Any:
    """Read a block of a message's content."""
    match block:
        case {"type": "text", "text": text}:
            part = {"type": text_type(role), "text": text}
            return part if len(block) == len(part) else {**part, **_kept(block, maker)}
        case {"type": "image", "source": source} if url := _url(source):
            return {"type": "input_image", "image_url": url, **_kept(block, maker)}
        case {"type": str(other)}:
            return {"type": other, **_kept(block, maker)}
    return block


def write_part(part: Any, maker: str = ANTHROPIC) -> Any:
    """Write a content part as a block."""
    block = kept_by(part, maker) if isinstance(part, dict) else None
    if block is not None:
        return {**block, **picked(part, {"text": "text"})}
    match part:
        case {"type": "input_text" | "output_text", "text": text}:
            return {"type": "text", "text": text}
    if (url := image_address(part)) is not None:
        return {"type": "image", "source": _source(url)}
    return plain(part) if isinstance(part, dict) else part


def read_block(block: JsonObject, maker: str = ANTHROPIC) -> JsonObject:
    """Read a block that is an item of its own; it must have a type."""
    kept = _kept(block, maker)
    match block["type"]:
        case "tool_use":
            arguments = {"arguments": as_text(block["input"])} if "input" in block else {}
            return {"type": CALL, **picked(block, {"id": "call_id", "name": "name"}), **arguments, **kept}
        case "tool_result":
            return {"type": RESULT, **picked(block, {"tool_use_id": "call_id"}), **_output(block, maker), **kept}
        case "thinking" | "redacted_thinking":
            seal = picked(block, {"signature": "encrypted_content", "data": "encrypted_content"})
            return thought(block.get("thinking"), seal, kept)
        case "compaction":
            return {"type": "compaction", **picked(block, {"content": "content"}), **kept}
    return {"type": block["type"], **kept}


def write_block(item: JsonObject, maker: str = ANTHROPIC) -> JsonObject:
    """Write an item that is no message as a block; one that this format has no block for goes out as it is."""
    block = kept_by(item, maker)
    if kind(item) == CALL:
        said = {"type": "tool_use", **picked(item, {"call_id": "id", "name": "name"})}
        return {**(block or {}), **said, **_input(item, block or {})}
    if kind(item) == RESULT:
        said = {"type": "tool_result", **picked(item, {"call_id": "tool_use_id"})}
        junk = picked(item, {"tool_calls": "tool_calls"}) if item.get("tool_calls") else {}
        return {**(block or {}), **said, **_result_content(item, maker), **junk}
    return plain(item) if block is None else block


def _kept(block: JsonObject, maker: str) -> JsonObject:
    return {"provider": maker, "provider_data": block}


def _output(block: JsonObject, maker: str) -> JsonObject:
    if isinstance(content := block.get("content"), list):
        return {"output": [read_part(part, "user", maker) for part in content]}
    return picked(block, {"content": "output"})


def _input(item: JsonObject, block: JsonObject) -> JsonObject:
    """Write the arguments as an object; what is no object goes out as it is, for the provider to refuse."""
    if "arguments" not in item or ("input" in block and item["arguments"] == as_text(block["input"])):
        return picked(block, {"input": "input"})
    read = as_object(item["arguments"])
    return {"input": item["arguments"] if read is None else read}


def _result_content(item: JsonObject, maker: str) -> JsonObject:
    if isinstance(output := item.get("output"), list):
        return {"content": [write_part(part, maker) for part in output]}
    return picked(item, {"output": "content"})


def _url(source: Any) -> str | None:
    """Return an image source as a URL, or None when it is neither base64 nor a URL."""
    match source:
        case {"type": "base64", "media_type": str(media), "data": str(data)}:
            return data_url(media, data)
        case {"type": "url", "url": str(url)}:
            return url
    return None


def _source(url: str) -> JsonObject:
    if held := inline(url):
        return {"type": "base64", "media_type": held[0], "data": held[1]}
    return {"type": "url", "url": url}
