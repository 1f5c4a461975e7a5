"""The fields of function calls, custom tool calls and their outputs."""

import re

from sendable.model.json import JsonObject, Path
from sendable.oracle.openai_responses.values import MAX_ID, kind_word
from sendable.oracle.rule import SCHEMA, Fault, rule
from sendable.oracle.scan import Scan

_MAX_NAME = 128
_NAME = re.compile(r"[a-zA-Z0-9_-]+").fullmatch
_TEXTS = {"function_call": ("name", "arguments"), "custom_tool_call": ("name", "input")}
_NEED_CALL_ID = (
    *_TEXTS, "custom_tool_call_output", "computer_call", "computer_call_output", "shell_call", "shell_call_output",
    "apply_patch_call", "apply_patch_call_output", "local_shell_call", "program", "program_output",
)  # fmt: skip
_REQUIRED = {**_TEXTS, "custom_tool_call_output": ("output",)}


@rule("resp-call-id-missing", on=_NEED_CALL_ID, phase=SCHEMA)
def call_id_missing(item: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a call that no output can answer, and an output that answers none; a function's output may."""
    return None if "call_id" in item else Fault((*path, "call_id"))


@rule("resp-call-id-empty", on="call_id", phase=SCHEMA)
def call_id_empty(item: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse an empty call id on a call or an output."""
    return Fault((*path, "call_id")) if item["call_id"] == "" else None


@rule("resp-call-id-too-long", on="call_id", phase=SCHEMA)
def call_id_too_long(item: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a call id of more than 64 characters on a call or an output."""
    value = item["call_id"]
    too_long = isinstance(value, str) and len(value) > MAX_ID
    return Fault((*path, "call_id"), {"L": len(value)}) if too_long else None


@rule("resp-call-id-type", on="call_id", phase=SCHEMA)
def call_id_no_text(item: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a call id that is no text; null may stand where a call needs no answer of the client."""
    value = item["call_id"]
    if isinstance(value, str) or (value is None and item["type"] not in _TEXTS):
        return None
    return Fault((*path, "call_id"), {"got": kind_word(value)})


@rule("resp-call-field-missing", on=tuple(_REQUIRED), phase=SCHEMA)
def field_missing(item: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a call without name or arguments, and a custom tool's output without output."""
    for key in _REQUIRED[item["type"]]:
        if key not in item:
            return Fault((*path, key), {"key": key})
    return None


@rule("resp-call-field-type", on=tuple(_TEXTS), phase=SCHEMA)
def field_no_text(item: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a name or arguments that are no text, as an object that was never serialized."""
    for key in _TEXTS[item["type"]]:
        if not isinstance(item.get(key, ""), str):
            return Fault((*path, key), {"key": key, "got": kind_word(item[key])})
    return None


@rule("resp-output-type", on=("function_call_output", "custom_tool_call_output"), phase=SCHEMA)
def output_type(item: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse an output that is neither a text nor a list of parts."""
    output = item.get("output", "")
    return None if isinstance(output, str | list) else Fault((*path, "output"), {"got": kind_word(output)})


@rule("resp-function-name-empty", on="function_call", phase=SCHEMA)
def name_empty(call: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse an empty function name."""
    return Fault((*path, "name")) if call.get("name") == "" else None


@rule("resp-function-name-too-long", on="function_call", phase=SCHEMA)
def name_too_long(call: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a function name of more than 128 characters."""
    name = call.get("name")
    too_long = isinstance(name, str) and len(name) > _MAX_NAME
    return Fault((*path, "name"), {"L": len(name)}) if too_long and isinstance(name, str) else None


@rule("resp-function-name-pattern", on="function_call", phase=SCHEMA)
def name_pattern(call: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a function name with other characters than letters, digits, underscore and dash."""
    name = call.get("name")
    return Fault((*path, "name")) if isinstance(name, str) and name and not _NAME(name) else None


@rule("resp-output-missing", on="function_call_output", phase=SCHEMA)
def output_missing(output: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a function output without the key; an empty text is an output."""
    return None if "output" in output else Fault((*path, "output"))
