"""Tool calls, each for itself."""

import json
from typing import Any

from sendable.model.json import JsonObject, Path
from sendable.oracle.rule import Fault, rule
from sendable.oracle.scan import Scan
from sendable.oracle.vllm import missing, schema_error
from sendable.oracle.vllm_chat.walk import CALLS, PARSE

_NO_TEXT = "Input should be a valid string"


@rule("vllm-chat-tool-call-schema", on="call", phase=CALLS)
def call_schema(call: Any, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a call that is no object, has no type or another, or lacks function or name."""
    loc = f"body.{path[3]}.ChatCompletionMessageFunctionToolCallParam"
    found = _first_error(call, loc)
    if found is None:
        return None
    key, count, error = found
    return Fault(path, {"errors": f"{count} validation errors:\n  {error}", "loc": f"{loc}.{key}" if key else loc})


def _first_error(call: Any, loc: str) -> tuple[str, int, str] | None:
    if not isinstance(call, dict):
        return "", 2, schema_error("dict_type", loc, "Input should be a valid dictionary", call)
    if "type" not in call:
        return "type", 3, missing(f"{loc}.type", call)
    kind = call["type"]
    if kind != "function":
        return (
            None if kind == "custom" and "custom" in call else ("type", 3 - (kind == "custom"), _no_function(loc, kind))
        )
    return _function_error(call, loc)


def _no_function(loc: str, kind: Any) -> str:
    expected = "'function'"
    return schema_error("literal_error", f"{loc}.type", f"Input should be {expected}", kind, {"expected": expected})


def _function_error(call: JsonObject, loc: str) -> tuple[str, int, str] | None:
    if "function" not in call:
        return "function", 3, missing(f"{loc}.function", call)
    function = call["function"]
    if not isinstance(function, dict):
        return (
            "function",
            3,
            schema_error("dict_type", f"{loc}.function", "Input should be a valid dictionary", function),
        )
    if "name" not in function:
        return "function.name", 3, missing(f"{loc}.function.name", function)
    name = function["name"]
    return (
        None
        if isinstance(name, str)
        else ("function.name", 3, schema_error("string_type", f"{loc}.function.name", _NO_TEXT, name))
    )


@rule("vllm-chat-tool-call-without-id", on="call", phase=CALLS)
def call_without_id(call: Any, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a call without an id, or with one that is no text."""
    if not isinstance(call, dict) or isinstance(call.get("id"), str):
        return None
    locs = [f"body.{path[3]}.ChatCompletionMessage{kind}ToolCallParam.id" for kind in ("Function", "Custom")]
    errors = [
        schema_error("string_type", loc, _NO_TEXT, call["id"]) if "id" in call else missing(loc, call) for loc in locs
    ]
    return Fault((*path, "id"), {"errors": "\n  ".join(["4 validation errors:", *errors]), "loc": locs[0]})


@rule("vllm-chat-arguments-object", on="call", phase=CALLS)
def arguments_object(call: Any, path: Path, _scan: Scan) -> Fault | None:
    """Refuse arguments that are missing, or JSON instead of the text of it."""
    function = call.get("function") if isinstance(call, dict) else None
    if not isinstance(function, dict) or isinstance(function.get("arguments"), str):
        return None
    loc = f"body.{path[3]}.ChatCompletionMessageFunctionToolCallParam.function"
    given = function.get("arguments")
    error = schema_error("string_type", loc, _NO_TEXT, given) if "arguments" in function else missing(loc, function)
    return Fault((*path, "function", "arguments"), {"error": error, "loc": loc})


@rule("vllm-chat-tool-call-type", on="call", phase=PARSE)
def call_type(call: Any, path: Path, _scan: Scan) -> Fault | None:
    """Refuse calls of custom tools."""
    custom = isinstance(call, dict) and call.get("type") == "custom" and "custom" in call
    return Fault((*path, "type")) if custom else None


@rule("vllm-chat-arguments-not-json", on="call", phase=PARSE)
def arguments_not_json(call: Any, path: Path, _scan: Scan) -> Fault | None:
    """Refuse arguments that are no JSON, as older releases do; empty ones pass."""
    function = call.get("function") if isinstance(call, dict) else None
    arguments = function.get("arguments") if isinstance(function, dict) else None
    if not isinstance(arguments, str) or arguments in {"", "{}"}:
        return None
    try:
        json.loads(arguments)
    except json.JSONDecodeError as error:
        return Fault((*path, "function", "arguments"), {"error": str(error)})
    except RecursionError:
        return None
    return None
