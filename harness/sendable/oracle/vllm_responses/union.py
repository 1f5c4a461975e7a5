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
    item, loc = items[at], f"body.input.{at}.EasyInputMessageParam.content"
    if isinstance(item, dict) and "content" in item:
        return schema_error("string_type", loc, _NO_TEXT, item["content"])
    return schema_error("missing", loc, "Field required", item)
