"""Content parts and tool calls, each for itself."""

import json

from sendable.model.json import JsonObject, Path
from sendable.oracle.rule import SCHEMA, Fault, rule
from sendable.oracle.scan import Scan
from sendable.oracle.vllm_chat.walk import PARSE

# fmt: off
_TYPES = frozenset({
    "audio_embeds", "audio_url", "image_embeds", "image_pil", "image_url", "input_audio",
    "input_image", "input_text", "output_text", "prompt_embeds", "refusal", "text", "thinking",
    "tool_reference", "video_embeds", "video_url",
})
# fmt: on


@rule("vllm-chat-content-part-type", on="part", phase=PARSE)
def content_part_type(part: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a content part of a type that vLLM does not know; one without a type is told by its keys."""
    kind = part.get("type")
    if kind is None or (isinstance(kind, str) and kind in _TYPES):
        return None
    return Fault((*path, "type"), {"type": repr(kind), "value": kind, "types": ", ".join(sorted(_TYPES))})


@rule("vllm-chat-tool-call-without-id", on="call", phase=SCHEMA)
def call_without_id(call: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a call without an id, or with one that is no text."""
    return None if isinstance(call.get("id"), str) else Fault((*path, "id"), {"size": len(call)})


@rule("vllm-chat-arguments-object", on="call", phase=SCHEMA)
def arguments_object(call: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse arguments that are JSON instead of the text of it."""
    function = call.get("function")
    if not isinstance(function, dict) or isinstance(function.get("arguments"), str):
        return None
    return Fault((*path, "function", "arguments"))


@rule("vllm-chat-tool-call-type", on="call", phase=PARSE)
def call_type(call: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse calls of custom tools."""
    return Fault((*path, "type")) if call.get("type") == "custom" else None


@rule("vllm-chat-arguments-not-json", on="call", phase=PARSE)
def arguments_not_json(call: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse arguments that are no JSON, as older releases do; empty ones pass."""
    function = call.get("function")
    arguments = function.get("arguments") if isinstance(function, dict) else None
    if not isinstance(arguments, str) or arguments in {"", "{}"}:
        return None
    try:
        json.loads(arguments)
    except json.JSONDecodeError as error:
        return Fault((*path, "function", "arguments"), {"error": str(error)})
    except RecursionError:
        return None
    return None
