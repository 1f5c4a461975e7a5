"""Content parts of messages and outputs."""

from typing import Any

from sendable.model.json import JsonObject, Path
from sendable.oracle.llamacpp import type_name
from sendable.oracle.llamacpp_responses.facts import ANSWERED
from sendable.oracle.llamacpp_responses.walk import CONTENT, ITEMS, PARSE
from sendable.oracle.rule import Fault, rule
from sendable.oracle.scan import Scan

_SAID = "part:said"
_ANSWERED = "part:answered"
_RESULT = "part:result"


def _type(part: Any) -> Any:
    return part.get("type") if isinstance(part, dict) else None


@rule("llamacpp-responses-said-part", on=_SAID, phase=ITEMS)
def said_part(part: Any, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a part of a user, system or developer message that is no input part, or lacks its text or address."""
    kind = _type(part)
    if kind == "input_text":
        return None if "text" in part else Fault(path, variant="text")
    if kind == "input_image":
        return None if "image_url" in part else Fault(path, variant="image")
    return Fault(path, variant="file" if kind == "input_file" else "")


@rule("llamacpp-responses-answered-part", on=_ANSWERED, phase=ITEMS)
def answered_part(part: Any, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a part of an assistant message that is no output part, or lacks its text."""
    kind = _type(part)
    if kind in ("output_text", "input_text"):
        return None if isinstance(part.get("text"), str) else Fault(path, variant="text")
    if kind == "refusal":
        return None if isinstance(part.get("refusal"), str) else Fault(path, variant="refusal")
    return Fault(path)


@rule("llamacpp-responses-assistant-input-text", on=ANSWERED, phase=ITEMS)
def assistant_input_text(item: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse an assistant message made of text or input_text, in the older builds."""
    content = item.get("content")
    if isinstance(content, str):
        return Fault((*path, "content"))
    parts = content if isinstance(content, list) else []
    return next((Fault((*path, "content", at)) for at, part in enumerate(parts) if _type(part) == "input_text"), None)


@rule("llamacpp-responses-refusal", on=_ANSWERED, phase=CONTENT)
def refusal(part: Any, path: Path, _scan: Scan) -> Fault | None:
    """Refuse an assistant's refusal: the chat endpoint behind has no such part."""
    return Fault(path) if _type(part) == "refusal" else None


@rule("llamacpp-responses-result-part", on=_RESULT, phase=ITEMS)
def result_part(part: Any, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a part of an output that is neither input_text nor input_image."""
    if not isinstance(part, dict) or "type" not in part:
        return Fault(path, variant="type")
    if part["type"] == "input_image":
        return None if "image_url" in part else Fault(path, variant="image")
    return None if part["type"] == "input_text" else Fault(path)


@rule("llamacpp-responses-result-part-before", on=_RESULT, phase=ITEMS)
def result_part_before(part: Any, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a part of an output that is no input_text, in the builds before outputs could hold images."""
    return None if _type(part) == "input_text" else Fault(path)


@rule("llamacpp-responses-part-text", on=(_SAID, _RESULT), phase=PARSE)
def part_text(part: Any, path: Path, _scan: Scan) -> Fault | None:
    """Refuse an input_text whose text is none."""
    if _type(part) != "input_text":
        return None
    if "text" not in part:
        return Fault(path, variant="missing") if path[2] == "output" else None
    return None if isinstance(part["text"], str) else Fault((*path, "text"), {"got": type_name(part["text"])})
