"""Emptiness: texts and messages that hold nothing."""

from typing import Any

from sendable.model.json import JsonObject, Path
from sendable.oracle.anthropic_messages.facts import Facts, kind_of, text_of
from sendable.oracle.anthropic_messages.shape import schema_place
from sendable.oracle.rule import SCHEMA, VALUES, Fault, rule
from sendable.oracle.scan import Scan


@rule("anthropic-cache-control-empty-text", on=("block:text", "system-block"), phase=VALUES - 1)
def cached_empty_text(block: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a cache breakpoint on an empty text; it is answered before the empty text itself."""
    if block.get("text") != "" or block.get("cache_control") is None:
        return None
    where = ".".join(map(str, path)) + ("" if path[0] == "system" else ".text")
    return Fault(path, values={"where": where})


@rule("anthropic-text-not-string", on=("block:text", "nested:text"), phase=SCHEMA)
def text_not_string(block: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a text block whose text is null, a number or anything but a text."""
    if isinstance(block.get("text", ""), str):
        return None
    return Fault((*path, "text"), values={"where": schema_place(path, "text")})


@rule("anthropic-system-blank", on="key:system", phase=VALUES)
def blank_system(body: JsonObject, _path: Path, _scan: Scan) -> Fault | None:
    """Refuse a system prompt of white space; the empty text is accepted there."""
    system = body.get("system")
    blank = isinstance(system, str) and system.isspace()
    return Fault(("system",)) if blank else None


@rule("anthropic-empty-text-block", on=("block:text", "nested:text"), phase=VALUES)
def empty_text(block: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a text block with the empty text, wherever it stands in the messages."""
    return Fault((*path, "text")) if block.get("text") == "" else None


@rule("anthropic-whitespace-only-text", on="message", phase=VALUES)
def blank_text(message: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a blank text in a message that has no other text; beside a real text it is accepted."""
    content = message.get("content")
    if isinstance(content, str):
        return Fault((*path, "content")) if content and content.isspace() else None
    blank = _first_blank(content) if isinstance(content, list) else None
    return None if blank is None else Fault((*path, "content", blank))


@rule("anthropic-message-empty-content", on="message", phase=VALUES)
def empty_content(message: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a message without content; the last one may be empty if it is the assistant's."""
    if message.get("content") not in ("", []) or message.get("role") == "system":
        return None
    if message.get("role") == "assistant" and path[1] == scan.facts.count - 1:
        return None
    return Fault(path)


@rule("anthropic-final-assistant-trailing-whitespace", on="end", phase=VALUES)
def trailing_whitespace(facts: Facts, _path: Path, _scan: Scan) -> Fault | None:
    """Refuse a prefilled answer that ends in white space."""
    last = facts.last
    if last is None or last.role != "assistant" or not last.blocks:
        return None
    path, block = last.blocks[-1]
    text = text_of(block.get("text")) if kind_of(block) == "text" else ""
    return Fault(path) if text != text.rstrip() else None


def _first_blank(blocks: list[Any]) -> int | None:
    found = None
    for at, block in enumerate(blocks):
        if kind_of(block) != "text":
            continue
        text = text_of(block.get("text"))
        if text and not text.isspace():
            return None
        if text and found is None:
            found = at
    return found
