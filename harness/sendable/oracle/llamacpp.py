"""What the three APIs of llama.cpp's server have in common: the error body, and how it reads arguments."""

import json
from typing import Any

import msgspec

from sendable.model.json import JsonObject, Path
from sendable.model.outcome import ProviderError
from sendable.oracle.rule import Fault
from sendable.oracle.scan import Scan

ARGUMENTS_PARSED = "the model's chat template takes tool arguments as an object, so that the server parses them"


def envelope(_status: int, error: ProviderError) -> JsonObject:
    """Write an error as llama.cpp's server does on all its endpoints, the Messages API's too."""
    return {"error": {"code": error.code, "message": error.message, "type": error.type}}


def arguments_fault(arguments: Any, path: Path, scan: Scan) -> Fault | None:
    """Find the arguments of a call that are a text, but no JSON.

    Variants: ``empty`` (an empty text), ``cut`` (it ends where a value should begin); anything else has the plain text.
    """
    if not isinstance(arguments, str) or arguments == "{}" or _is_json(arguments):
        return None
    scan.assume(ARGUMENTS_PARSED)
    if arguments == "":
        return Fault(path, variant="empty")
    if arguments.rstrip().endswith((":", "[", "[,")) or not arguments.strip():
        return Fault(path, _end_of(arguments), "cut")
    return Fault(path)


def calls_in(message: JsonObject) -> list[Any]:
    """Return what the server takes for the calls of a chat message: members of a list or an object, or a lone value."""
    calls = message.get("tool_calls")
    if isinstance(calls, dict):
        return list(calls.values())
    if isinstance(calls, list):
        return calls
    return [] if calls is None else [calls]


def call_fault(call: Any, path: Path) -> Fault | None:
    """Find what a call lacks to be read: type, function, name or arguments."""
    if not isinstance(call, dict) or "type" not in call:
        return Fault(path, {"call": dumped(call)})
    if call["type"] != "function":
        return Fault((*path, "type"), {"call": dumped(call)}, "other")
    function = call.get("function")
    if not isinstance(function, dict):
        return Fault((*path, "function"), {"call": dumped(call)}, "function")
    if "name" not in function:
        return Fault((*path, "function", "name"), {"call": dumped(call)}, "name")
    return Fault((*path, "function", "arguments"), variant="arguments") if "arguments" not in function else None


def dumped(value: Any) -> str:
    """Write a value as the server does; one that is nested too deeply is left out."""
    try:
        return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    except RecursionError:
        return "..."


def _is_json(text: str) -> bool:
    try:
        msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeError):
        return False
    except RecursionError:
        return True
    return True


def _end_of(text: str) -> dict[str, int]:
    last_line = text[text.rfind("\n") + 1 :]
    return {"line": text.count("\n") + 1, "column": len(last_line.encode("utf-8", "replace")) + 1}


def type_name(value: Any) -> str:
    """Name a JSON value's type as the JSON library in the server does."""
    if value is None:
        return "null"
    names = {bool: "boolean", int: "number", float: "number", str: "string", list: "array", dict: "object"}
    return names[type(value)]
