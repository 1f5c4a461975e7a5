"""Content: an assistant that says something, a user's text or list, images for models that see."""

import json

from sendable.model.json import JsonObject, Path
from sendable.oracle.mistral.walk import IDS
from sendable.oracle.rule import ENVELOPE, MODEL, SCHEMA, Fault, rule
from sendable.oracle.scan import Scan

_CHUNKS = frozenset(
    {
        "text", "image", "image_url", "document_url", "reference", "bbox", "file", "file_url", "input_audio", "audio",
        "audio_url", "thinking",
    }
)  # fmt: skip


@rule("mistral-messages-missing", on="request", phase=ENVELOPE)
def messages_missing(body: JsonObject, _path: Path, _scan: Scan) -> Fault | None:
    """Refuse a request without messages."""
    return None if "messages" in body else Fault(("messages",))


@rule("mistral-content-wrong-type", on="user", phase=SCHEMA)
def content_wrong_type(message: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a user's content that is an object."""
    content = message.get("content")
    if not isinstance(content, dict):
        return None
    return Fault((*path, "content"), {"input": json.dumps(content)})


@rule("mistral-chunk-type-unknown", on="part", phase=SCHEMA)
def chunk_type_unknown(part: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a chunk of a type that no message may hold; without a type it is a text."""
    kind = part.get("type", "text")
    if isinstance(kind, str) and kind in _CHUNKS:
        return None
    role = scan.body["messages"][path[1]].get("role")
    return Fault((*path, "type"), {"role": json.dumps(role), "tag": json.dumps(str(kind))[1:-1]})


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
