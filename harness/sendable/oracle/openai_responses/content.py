"""What a message says: content present, of a known kind, in the parts that its role may hold."""

from sendable.model.json import JsonObject, Path
from sendable.oracle.openai_responses.values import MAX_TEXT, kind_word
from sendable.oracle.rule import SCHEMA, Fault, rule
from sendable.oracle.scan import Scan

_OF_USER = frozenset({"input_text", "input_image", "input_file", "scoped_content", "input_audio"})
_OF_ASSISTANT = frozenset({"output_text", "refusal"})
_OF_OUTPUT = frozenset({"input_text", "input_image", "input_file", "scoped_content"})
_PARTS = _OF_USER | _OF_ASSISTANT | {"computer_screenshot", "summary_text", "encrypted_content"}


@rule("resp-content-missing", on="message", phase=SCHEMA)
def content_missing(message: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a message without the key."""
    return None if "content" in message else Fault((*path, "content"))


@rule("resp-content-null", on="message", phase=SCHEMA)
def content_null(message: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse content that is neither a text nor a list."""
    content = message.get("content", "")
    return None if isinstance(content, str | list) else Fault((*path, "content"), {"got": kind_word(content)})


@rule("resp-string-too-long", on="message", phase=SCHEMA)
def content_too_long(message: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a text above the length limit."""
    content = message.get("content")
    too_long = isinstance(content, str) and len(content) > MAX_TEXT
    return Fault((*path, "content"), {"L": len(content)}) if too_long and isinstance(content, str) else None


@rule("resp-chat-part-type", on="part", phase=SCHEMA)
def part_unknown(part: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a part of a type that no role may hold."""
    kind = _kind(part)
    return None if kind in _PARTS else Fault((*path, "type"), {"type": kind})


@rule("resp-input-audio-2025", on="part", phase=SCHEMA)
def audio_part(part: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse audio input, as the API did until it learned the type."""
    return Fault((*path, "type")) if _kind(part) == "input_audio" else None


@rule("resp-assistant-input-text", on="part:assistant", phase=SCHEMA)
def assistant_part(part: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse input parts in what the assistant said."""
    return _foreign(part, path, _OF_ASSISTANT)


@rule("resp-user-output-text", on="part:user", phase=SCHEMA)
def user_part(part: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse output parts in what the user said."""
    return _foreign(part, path, _OF_USER)


@rule("resp-non-user-image", on=("part:system", "part:developer"), phase=SCHEMA)
def instruction_part(part: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse anything but text in an instruction."""
    fault = _foreign(part, path, frozenset({"input_text"}))
    return Fault(path, fault.values, "codex") if fault and scan.settings.vendor == "codex" else fault


@rule("resp-part-without-text", on="part", phase=SCHEMA)
def text_missing(part: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse an input text without its text."""
    absent = part.get("type") == "input_text" and "text" not in part
    return Fault((*path, "text")) if absent else None


@rule("resp-output-part-wrong-type", on="output-part", phase=SCHEMA)
def output_part(part: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a part that a tool output may not hold."""
    kind = _kind(part)
    return None if kind in _OF_OUTPUT else Fault(path, {"type": kind})


def _kind(part: JsonObject) -> str:
    kind = part.get("type")
    return kind if isinstance(kind, str) else ""


def _foreign(part: JsonObject, path: Path, held: frozenset[str]) -> Fault | None:
    kind = _kind(part)
    return Fault(path, {"type": kind}) if kind not in held and kind in _PARTS else None
