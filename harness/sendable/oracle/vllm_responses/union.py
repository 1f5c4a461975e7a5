"""How vLLM words an item that fits none of the SDK's item types."""

from typing import Any

from sendable.model.json import Path
from sendable.oracle.rule import Fault
from sendable.oracle.scan import Scan
from sendable.oracle.vllm import schema_error

_NO_TEXT = "Input should be a valid string"


def no_type_fits(path: Path, scan: Scan, count: int) -> Fault:
    """Return the fault of an item that matches no member of the union.

    Args:
        path: where the item, or the member that is wrong in it, stands.
        scan: the walk.
        count: how many errors the server counted for this shape; it varies with the release of the OpenAI SDK.
    """
    items = scan.body["input"]
    errors = schema_error("string_type", "body.input", _NO_TEXT, items), _second(items, path[1])
    return Fault(path, {"errors": "\n  ".join([f"{count} validation errors:", *errors])})


def _second(items: list[Any], at: Any) -> str:
    item, loc = items[at], f"body.input.{at}.EasyInputMessageParam"
    if not isinstance(item, dict):
        return schema_error("dict_type", loc, "Input should be a valid dictionary", item)
    if "content" not in item:
        return schema_error("missing", f"{loc}.content", "Field required", item)
    if not isinstance(item["content"], str):
        return schema_error("string_type", f"{loc}.content", _NO_TEXT, item["content"])
    if "role" not in item:
        return schema_error("missing", f"{loc}.role", "Field required", item)
    role, expected = item.get("role"), "'user', 'assistant', 'system' or 'developer'"
    return schema_error("literal_error", f"{loc}.role", f"Input should be {expected}", role, {"expected": expected})
