"""Content: an assistant that says something, a user's text or list, images for models that see."""

import json

from sendable.model.json import JsonObject, Path
from sendable.oracle.mistral.walk import IDS
from sendable.oracle.rule import MODEL, SCHEMA, Fault, rule
from sendable.oracle.scan import Scan


@rule("mistral-content-wrong-type", on="user", phase=SCHEMA)
def content_wrong_type(message: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a user's content that is an object."""
    content = message.get("content")
    if not isinstance(content, dict):
        return None
    return Fault((*path, "content"), {"input": json.dumps(content)})


@rule("mistral-assistant-empty", on="assistant", phase=IDS)
def assistant_empty(message: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse an assistant message with neither content nor tool calls."""
    if message.get("content") or message.get("tool_calls") or message.get("prefix") is True:
        return None
    return Fault(path)


@rule("mistral-image-text-only-model", on="image", phase=MODEL)
def image_text_only_model(_part: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse an image for a model without eyes."""
    return Fault(path)
