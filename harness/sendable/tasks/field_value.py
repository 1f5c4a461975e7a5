"""A value for a field that nobody has sent yet: what its type tells, and what makes an item whole."""

from hashlib import sha256
from typing import Final

import msgspec

from sendable.ledger.surface.plain_value import plain_value
from sendable.ledger.surface.record import Field
from sendable.model.json import Json
from sendable.oracle.seals import seal

CALL_ID: Final = "call_1"
TOOL: Final = "get_weather"
THOUGHT: Final = "A short thought."
_PIXEL: Final = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
_PREFIXES: Final = {
    "message": "msg",
    "reasoning": "rs",
    "function_call": "fc",
    "function_call_output": "fco",
    "custom_tool_call": "ctc",
    "web_search_call": "ws",
    "file_search_call": "fs",
    "computer_call": "cu",
    "code_interpreter_call": "ci",
    "image_generation_call": "ig",
    "mcp_call": "mcp",
    "mcp_list_tools": "mcpl",
    "mcp_approval_request": "mcpr",
    "compaction": "cmp",
    "mcp_tool_use": "mcptoolu",
    "tool_use": "toolu",
    "server_tool_use": "srvtoolu",
}
_EXAMPLES: Final[dict[str, Json]] = {
    "call_id": CALL_ID,
    "tool_call_id": CALL_ID,
    "tool_use_id": f"toolu_{1:024}",
    "name": TOOL,
    "arguments": "{}",
    "content": "Hi.",
    "text": "Hi.",
    "output": "18 degrees.",
    "thinking": THOUGHT,
    "url": "https://example.com/",
    "image_url": f"data:image/png;base64,{_PIXEL}",
    "title": "A title",
    "summary": [],
}
_NONE: Final = msgspec.UNSET


def field_value(item: str, where: str, name: str, field: Field, model: str) -> Json | msgspec.UnsetType:
    """Return a value that the field may hold; ``UNSET`` when the declaration does not tell one.

    A closed field gets its first value, a blob a seal that is exchanged for a genuine one before it is sent.

    Args:
        item: the kind of item that the field stands in.
        where: the Python type that declares it.
        name: of the field on the wire.
        field: its declaration.
        model: that made the blobs.
    """
    if field.values:
        return field.values[0]
    blob = _blob(item, name, model)
    if blob is not None:
        return blob
    declared = plain_value(where, field.attribute or name)
    if name == "id":
        return made_id(item)
    example = _EXAMPLES.get(name, _NONE)
    if example is not _NONE and (declared is _NONE or type(example) is type(declared) or declared == "x"):
        return example
    return declared


def made_id(item: str) -> str:
    """Return an id of the form that the API gives to items of a kind."""
    digits = sha256(item.encode()).hexdigest()
    prefix = _PREFIXES.get(item, "id")
    return f"{prefix}_{digits[:24]}" if prefix.endswith("toolu") else f"{prefix}_{digits[:48]}"


def _blob(item: str, name: str, model: str) -> str | None:
    if (item, name) == ("reasoning", "encrypted_content"):
        return seal("openai", model, made_id(item))
    if name == "encrypted_content":
        return seal("openai", model, made_id(item), kind="compaction") if item == "compaction" else None
    if (item, name) == ("thinking", "signature"):
        return seal("anthropic", model, content=THOUGHT)
    if (item, name) == ("redacted_thinking", "data"):
        return seal("anthropic", model, kind="redacted")
    return None
