"""Vendors of which one or two rules are known: xAI, Groq, Cerebras, Ollama, OpenRouter."""

from typing import Any

from sendable.model.json import JsonObject, Path
from sendable.oracle.rule import SCHEMA, Fault, rule
from sendable.oracle.scan import Scan


@rule("xai-empty-content", on="message", phase=SCHEMA)
def xai_empty_content(message: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a message with nothing in its content; beside tool calls the key may be left out."""
    content = message.get("content")
    if content == [] or (content is None and not ("content" not in message and message.get("tool_calls"))):
        return Fault((*path, "content"))
    return None


@rule("groq-reasoning-content-unsupported", on="assistant", phase=SCHEMA)
def groq_reasoning_content(message: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse another provider's reasoning text."""
    return Fault((*path, "reasoning_content")) if "reasoning_content" in message else None


@rule("cerebras-reasoning-content-unsupported", on="assistant", phase=SCHEMA)
def cerebras_reasoning_content(message: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse another provider's reasoning text."""
    return Fault((*path, "reasoning_content")) if "reasoning_content" in message else None


@rule("ollama-content-wrong-type", on="content", phase=SCHEMA)
def ollama_content_wrong_type(content: Any, path: Path, _scan: Scan) -> Fault | None:
    """Refuse content that is an object."""
    return Fault(path) if isinstance(content, dict) else None


@rule("ollama-part-wrong-type", on="content", phase=SCHEMA)
def ollama_part_wrong_type(content: Any, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a list of parts that holds a plain text."""
    parts = content if isinstance(content, list) else ()
    at = next((at for at, part in enumerate(parts) if isinstance(part, str)), None)
    return Fault((*path, at)) if at is not None else None


@rule("ollama-part-unknown", on="part:file", phase=SCHEMA)
def ollama_file_part(_part: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a file part."""
    return Fault(path)


@rule("ollama-image-address", on="part:image_url", phase=SCHEMA)
def ollama_image_address(part: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse an image that is an address instead of data."""
    image = part.get("image_url")
    url = image.get("url") if isinstance(image, dict) else image
    return Fault((*path, "image_url")) if isinstance(url, str) and url.startswith("http") else None


@rule("openrouter-provider-envelope", on="part:file", phase=SCHEMA)
def openrouter_file_without_name(part: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse, in the wrapper's words, the nameless file that OpenAI's models refuse, unless a plugin reads it first."""
    file = part.get("file")
    if not isinstance(file, dict) or scan.body.get("plugins"):
        return None
    named = any(file.get(key) is not None for key in ("file_id", "filename", "file_name"))
    return None if named else Fault((*path, "file", "file_id"))
