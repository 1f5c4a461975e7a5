"""The request around the items: is there an input, and of which type."""

from typing import Any

from sendable.model.json import JsonObject, Path
from sendable.oracle.openai_responses.values import kind_word
from sendable.oracle.rule import ENVELOPE, MODEL, SEALS, Fault, rule
from sendable.oracle.scan import Scan

_MAX_ITEMS = 131_072
_SOURCES = ("previous_response_id", "conversation", "prompt")
_AFTER_STATE = SEALS + 5
_NO_REASONING = ("gpt-4", "gpt-3.5", "gpt-5-chat")


@rule("resp-messages-key", on="body", phase=ENVELOPE)
def messages_key(body: JsonObject, _path: Path, _scan: Scan) -> Fault | None:
    """Refuse the Chat Completions key for the history."""
    return Fault(("messages",)) if "messages" in body else None


@rule("resp-input-missing", on="body", phase=ENVELOPE)
def input_missing(body: JsonObject, _path: Path, _scan: Scan) -> Fault | None:
    """Refuse a request without input, unless a stored prompt stands for it."""
    absent = "input" not in body and "messages" not in body and not body.get("prompt")
    return Fault(("input",)) if absent else None


@rule("resp-input-null", on="body", phase=ENVELOPE)
def input_null(body: JsonObject, _path: Path, _scan: Scan) -> Fault | None:
    """Refuse a null input."""
    return Fault(("input",)) if "input" in body and body["input"] is None else None


@rule("resp-input-wrong-type", on="body", phase=ENVELOPE)
def input_wrong_type(body: JsonObject, _path: Path, _scan: Scan) -> Fault | None:
    """Refuse an input that is neither a text nor a list."""
    value: Any = body.get("input", "")
    if value is None or isinstance(value, str | list):
        return None
    return Fault(("input",), {"got": kind_word(value)})


@rule("resp-input-empty", on="body", phase=_AFTER_STATE)
def input_empty(body: JsonObject, _path: Path, _scan: Scan) -> Fault | None:
    """Refuse an empty input when nothing else supplies the history."""
    value = body.get("input")
    empty = value in ("", []) and not any(body.get(key) for key in _SOURCES)
    return Fault(("input",)) if empty else None


@rule("resp-max-items", on="body", phase=ENVELOPE)
def too_many_items(body: JsonObject, _path: Path, _scan: Scan) -> Fault | None:
    """Report more items than the schema allows."""
    items = body.get("input")
    return Fault(("input",)) if isinstance(items, list) and len(items) > _MAX_ITEMS else None


@rule("resp-conversation-and-previous", on="body", phase=SEALS)
def two_continuations(body: JsonObject, _path: Path, _scan: Scan) -> Fault | None:
    """Refuse two stored histories at once."""
    both = body.get("conversation") and body.get("previous_response_id")
    return Fault(("conversation",)) if both else None


@rule("resp-include-encrypted-unsupported-model", on="body", phase=MODEL)
def encrypted_reasoning_of_none(body: JsonObject, _path: Path, scan: Scan) -> Fault | None:
    """Refuse to ask a model for encrypted reasoning that it cannot make."""
    include = body.get("include")
    asked = isinstance(include, list) and "reasoning.encrypted_content" in include
    return Fault(("include",)) if asked and scan.settings.model.startswith(_NO_REASONING) else None


@rule("resp-async-model-unsupported", on="body", phase=MODEL)
def async_tool(body: JsonObject, _path: Path, _scan: Scan) -> Fault | None:
    """Report an asynchronous tool for a model before GPT-6."""
    tools = body.get("tools")
    for position, tool in enumerate(tools if isinstance(tools, list) else ()):
        if isinstance(tool, dict) and tool.get("async") is True:
            return Fault(("tools", position, "async"))
    return None
