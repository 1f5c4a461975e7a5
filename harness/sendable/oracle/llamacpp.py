"""What the three APIs of llama.cpp's server have in common: the error body, and how it reads arguments."""

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
