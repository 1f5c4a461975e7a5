"""One tool call or result by itself: its id, its name, its input."""

import re
from typing import Any

from sendable.model.json import JsonObject, Path
from sendable.oracle.anthropic_messages.facts import Turn, kind_of
from sendable.oracle.rule import SCHEMA, VALUES, Fault, rule
from sendable.oracle.scan import Scan

_ID = re.compile(r"[a-zA-Z0-9_-]+")
_SERVER_ID = re.compile(r"srvtoolu_[a-zA-Z0-9_]+")
_LONGEST_NAME = 200
_ID_KEY = {"tool_use": "id", "tool_result": "tool_use_id"}


@rule("anthropic-tool-use-id-pattern", on=("block:tool_use", "block:tool_result"), phase=SCHEMA)
def id_pattern(block: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse ids with other characters than letters, digits, underscore and hyphen, or with none."""
    kind = kind_of(block)
    key = _ID_KEY[kind]
    value = block.get(key)
    if not isinstance(value, str) or _ID.fullmatch(value):
        return None
    return Fault((*path, key), values={"kind": kind, "key": key})


@rule("anthropic-server-tool-use-id-pattern", on="block:server_tool_use", phase=SCHEMA)
def server_id_pattern(block: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse ids of server-run calls that the API did not issue: they begin with ``srvtoolu_``."""
    value = block.get("id")
    return None if not isinstance(value, str) or _SERVER_ID.fullmatch(value) else Fault((*path, "id"))


@rule("anthropic-tool-use-name-length", on="block:tool_use", phase=SCHEMA)
def name_length(block: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a tool's name that is empty or longer than 200 characters."""
    name = block.get("name")
    if not isinstance(name, str) or 0 < len(name) <= _LONGEST_NAME:
        return None
    return Fault((*path, "name"), variant="" if name else "empty")


@rule("anthropic-tool-use-input-not-object", on="block:tool_use", phase=SCHEMA)
def input_not_object(block: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse an input that is no object: arguments left as JSON text, null, a list."""
    if isinstance(block.get("input"), dict):
        return None
    return Fault((*path, "input"), variant="" if "input" in block else "missing")


@rule("anthropic-tool-use-duplicate-id", on="calling-turn", phase=VALUES + 1)
def duplicate_id(turn: Turn, _path: Path, _scan: Scan) -> Fault | None:
    """Refuse two calls of one turn with the same id; in different turns an id may come again."""
    if len(turn.calls) == len(turn.called):
        return None
    seen: set[Any] = set()
    for path, block in turn.calls:
        call_id = block.get("id")
        if not isinstance(call_id, str):
            continue
        if call_id in seen:
            return Fault(path)
        seen.add(call_id)
    return None
