"""Item ids: optional nearly everywhere, but judged when they are sent."""

import re

from sendable.model.json import JsonObject, Path
from sendable.oracle.openai_responses.facts import Facts
from sendable.oracle.openai_responses.items import text
from sendable.oracle.openai_responses.values import MAX_ID, kind_word
from sendable.oracle.rule import PAIRING, SCHEMA, Fault, rule
from sendable.oracle.scan import Scan

_PLAIN = re.compile(r"[A-Za-z0-9_-]+").fullmatch
_BRACKETS_SINCE = "2026-07"


@rule("resp-reasoning-empty-id", on="id", phase=SCHEMA)
def reasoning_id_empty(item: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse an empty id on a reasoning item."""
    empty = item["id"] == "" and item.get("type") == "reasoning"
    return Fault((*path, "id"), {"id": ""}) if empty else None


@rule("resp-id-type", on="id", phase=SCHEMA)
def id_no_text(item: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse an id that is neither a text nor null."""
    value = item["id"]
    return None if value is None or isinstance(value, str) else Fault((*path, "id"), {"got": kind_word(value)})


@rule("resp-id-charset", on="id", phase=SCHEMA)
def id_charset(item: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse an id with other characters than letters, digits, underscore and dash."""
    value = item["id"]
    if not isinstance(value, str) or _PLAIN(value) or (value == "" and item.get("type") == "reasoning"):
        return None
    return Fault((*path, "id"), {"id": value})


@rule("resp-id-too-long", on="id", phase=SCHEMA)
def id_too_long(item: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse an id of more than 64 characters."""
    value = item["id"]
    too_long = isinstance(value, str) and len(value) > MAX_ID
    return Fault((*path, "id"), {"L": len(value)}) if too_long else None


@rule("resp-id-prefix-function-call", on="function_call", phase=SCHEMA)
def function_call_prefix(item: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse the id of a function call that does not begin with ``fc``."""
    return _without_prefix(item, path, "fc")


@rule("resp-id-prefix-function-call-output", on="function_call_output", phase=SCHEMA)
def function_output_prefix(item: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse the id of a function output that does not begin with ``fc``."""
    return _without_prefix(item, path, "fc")


@rule("resp-id-prefix-message", on="message", phase=SCHEMA)
def message_prefix(item: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse the id of a message that does not begin with ``msg``."""
    fault = _without_prefix(item, path, "msg")
    bracketed = scan.settings.vendor == "codex" and scan.settings.as_of >= _BRACKETS_SINCE
    return Fault(fault.path, fault.values, "codex") if fault and bracketed else fault


@rule("resp-id-prefix-reasoning", on="reasoning", phase=SCHEMA)
def reasoning_prefix(item: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse the id of a reasoning item that does not begin with ``rs``."""
    return _without_prefix(item, path, "rs")


@rule("resp-id-prefix-custom-tool-call", on="custom_tool_call", phase=SCHEMA)
def custom_call_prefix(item: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse the id of a custom tool call that does not begin with ``ctc``."""
    return _without_prefix(item, path, "ctc")


@rule("resp-id-prefix-web-search-call", on="web_search_call", phase=SCHEMA)
def web_search_prefix(item: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Report the id of a web search that does not begin with ``ws``."""
    return _without_prefix(item, path, "ws")


@rule("resp-duplicate-item", on="id", phase=PAIRING)
def id_repeated(item: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a second item of the same id where the service stores items."""
    facts: Facts = scan.facts
    return Fault(path, {"id": item["id"]}) if path[1] in facts.repeated else None


def _without_prefix(item: JsonObject, path: Path, prefix: str) -> Fault | None:
    value = text(item, "id")
    return None if not value or value.startswith(prefix) else Fault((*path, "id"), {"id": value})
