"""An assistant's tool calls, each for itself."""

import re
from typing import Any

from sendable.model.json import JsonObject, Path
from sendable.oracle.openai_chat.words import phrase
from sendable.oracle.rule import MODEL, SCHEMA, Fault, rule
from sendable.oracle.scan import Scan

_NAME = re.compile(r"[a-zA-Z0-9_-]+")
_MOST = 128
_LONGEST_ID_BEFORE = 40
_LONGEST_ID = 64


@rule("chat-tool-calls-wrong-type", on="calls", phase=SCHEMA)
def wrong_type(calls: Any, path: Path, _scan: Scan) -> Fault | None:
    """Refuse tool calls that are no list."""
    return None if isinstance(calls, list) else Fault(path, {"got": phrase(calls)})


@rule("chat-tool-calls-empty", on="calls", phase=SCHEMA)
def empty(calls: Any, path: Path, _scan: Scan) -> Fault | None:
    """Refuse an empty list of tool calls, even beside content."""
    return Fault(path) if calls == [] else None


@rule("chat-tool-calls-too-many", on="calls", phase=SCHEMA)
def too_many(calls: Any, path: Path, _scan: Scan) -> Fault | None:
    """Refuse more than 128 calls in one message."""
    return Fault(path, {"L": len(calls)}) if isinstance(calls, list) and len(calls) > _MOST else None


@rule("chat-tool-call-incomplete", on="call", phase=SCHEMA)
def incomplete(call: Any, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a call without an id or a function, or with an id that is no text."""
    if not isinstance(call, dict):
        return Fault(path, {"where": _spelled(path), "want": "an object", "got": phrase(call)}, "type")
    call_id = call.get("id")
    if call_id is not None and not isinstance(call_id, str):
        where = (*path, "id")
        return Fault(where, {"where": _spelled(where), "want": "a string", "got": phrase(call_id)}, "type")
    missing = _missing(call)
    if missing is None:
        return None
    return Fault((*path, *missing), {"where": _spelled((*path, *missing))})


def _missing(call: JsonObject) -> tuple[str, ...] | None:
    if call.get("id") is None:
        return ("id",)
    function = call.get("function")
    if function is None:
        return None if call.get("type") == "custom" else ("function",)
    if not isinstance(function, dict):
        return None
    return next((("function", key) for key in ("name", "arguments") if function.get(key) is None), None)


def _spelled(path: Path) -> str:
    steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return "".join(steps).removeprefix(".")


@rule("chat-tool-call-id-too-long", on="call", phase=SCHEMA)
def id_too_long_before(call: Any, path: Path, _scan: Scan) -> Fault | None:
    """Refuse an id over 40 characters, the limit until spring 2026."""
    return _longer(call, path, _LONGEST_ID_BEFORE)


@rule("chat-tool-call-id-64", on="call", phase=SCHEMA)
def id_too_long(call: Any, path: Path, _scan: Scan) -> Fault | None:
    """Refuse an id over 64 characters."""
    return _longer(call, path, _LONGEST_ID)


def _longer(call: Any, path: Path, limit: int) -> Fault | None:
    call_id = call.get("id") if isinstance(call, dict) else None
    if isinstance(call_id, str) and len(call_id) > limit:
        return Fault((*path, "id"), {"L": len(call_id)})
    return None


@rule("chat-function-name-empty", on="call", phase=SCHEMA)
def name_empty(call: Any, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a call of a function without a name."""
    return Fault((*path, "function", "name")) if _function(call).get("name") == "" else None


@rule("chat-function-name-pattern", on="call", phase=SCHEMA)
def name_pattern(call: Any, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a function name with a dot, a space or a slash."""
    name = _function(call).get("name")
    if not isinstance(name, str) or not name or _NAME.fullmatch(name):
        return None
    return Fault((*path, "function", "name"))


@rule("chat-arguments-object", on="call", phase=SCHEMA)
def arguments_object(call: Any, path: Path, _scan: Scan) -> Fault | None:
    """Refuse arguments that are JSON instead of the text of it."""
    arguments = _function(call).get("arguments")
    if arguments is None or isinstance(arguments, str):
        return None
    return Fault((*path, "function", "arguments"), {"got": phrase(arguments)})


def _function(call: Any) -> JsonObject:
    function = call.get("function") if isinstance(call, dict) else None
    return function if isinstance(function, dict) else {}


@rule("chat-tools-with-reasoning", on="request", phase=MODEL)
def tools_with_reasoning(body: JsonObject, _path: Path, scan: Scan) -> Fault | None:
    """Refuse function tools for the models that take them on the Responses API only."""
    tools = body.get("tools")
    if not isinstance(tools, list):
        return None
    has_function = any(isinstance(tool, dict) and tool.get("type") == "function" for tool in tools)
    return Fault(("tools",), {"model": scan.settings.model}) if has_function else None
