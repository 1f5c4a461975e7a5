"""Items that fit the schema, but cannot be turned into messages."""

from typing import Any

from sendable.model.json import JsonObject, Path
from sendable.oracle.rule import ENVELOPE, SCHEMA, Fault, rule
from sendable.oracle.scan import Scan
from sendable.oracle.vllm import missing, schema_error, validation
from sendable.oracle.vllm_responses.facts import CALLS, RESULTS, is_bare_search
from sendable.oracle.vllm_responses.walk import CONVERT, READ, RENDER, STORED


@rule("vllm-responses-input-required", on="request", phase=SCHEMA)
def input_required(body: JsonObject, _path: Path, _scan: Scan) -> Fault | None:
    """Refuse a request whose input is missing, or neither a text nor a list."""
    if "input" not in body:
        return Fault(("input",), {"errors": validation([missing("body.input", body)])})
    given = body["input"]
    if isinstance(given, (str, list, dict)):
        return None
    wrong = [
        schema_error(f"{kind}_type", "body.input", f"Input should be a valid {name}", given)
        for kind, name in (("string", "string"), ("list", "list"))
    ]
    return Fault(("input",), {"errors": validation(wrong)})


@rule("vllm-responses-prompt-template", on="request", phase=ENVELOPE)
def prompt_template(body: JsonObject, _path: Path, _scan: Scan) -> Fault | None:
    """Refuse stored prompt templates."""
    return None if body.get("prompt") is None else Fault(("prompt",))


@rule("vllm-responses-previous-id-not-found", on="request", phase=STORED)
def previous_id_not_found(body: JsonObject, _path: Path, scan: Scan) -> Fault | None:
    """Refuse to continue a stored response: by default the server stores none."""
    previous = body.get("previous_response_id")
    if not isinstance(previous, str):
        return None
    scan.assume("the server was started without its store of responses, as it is by default")
    return Fault(("previous_response_id",), {"id": previous})


@rule("vllm-responses-encrypted-content", on="reasoning", phase=CONVERT)
def encrypted_content(item: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse reasoning with an encrypted content; null and an empty text pass."""
    return Fault((*path, "encrypted_content")) if item.get("encrypted_content") else None


@rule("vllm-responses-reasoning-unreadable", on="reasoning", phase=CONVERT)
def reasoning_unreadable(item: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse reasoning whose content or summary holds anything but texts of its own kind."""
    for key, kind in (("content", "reasoning_text"), ("summary", "summary_text")):
        parts = item.get(key)
        if parts is not None and not _all_texts(parts, kind):
            return Fault((*path, key))
    return None


def _all_texts(parts: Any, kind: str) -> bool:
    return isinstance(parts, list) and all(
        isinstance(part, dict) and part.get("type") == kind and isinstance(part.get("text"), str) for part in parts
    )


@rule("vllm-responses-input-file", on=("part:said", "function_call_output", "other"), phase=READ)
def input_file(element: Any, path: Path, _scan: Scan) -> Fault | None:
    """Refuse file parts of messages and outputs, those of custom calls too."""
    output = element.get("output") if isinstance(element, dict) else None
    for part in output if isinstance(output, list) else [element]:
        if isinstance(part, dict) and part.get("type") == "input_file":
            return Fault(path)
    return None


def _unsupported(item: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    kind = item.get("type")
    return None if kind in CALLS or kind in RESULTS or is_bare_search(item) else Fault(path, {"type": kind})


@rule("vllm-responses-unsupported-item", on="other", phase=CONVERT)
def unsupported_item(item: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse items that make no chat message: compaction, references, hosted tools."""
    return _unsupported(item, path, scan)


@rule("vllm-responses-unsupported-item-500", on="other", phase=CONVERT)
def unsupported_item_before(item: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Fail at the same items, as releases before September 2026 did."""
    return _unsupported(item, path, scan)


@rule("vllm-responses-assistant-empty-content-500", on="answered", phase=CONVERT)
def assistant_empty_content(item: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Fail at an assistant message without parts, or with a refusal first."""
    content = item.get("content")
    if not isinstance(content, list) or item.get("type") != "message":
        return None
    if not content:
        return Fault((*path, "content"))
    first: Any = content[0]
    refuses = isinstance(first, dict) and first.get("type") == "refusal"
    return Fault((*path, "content", 0), variant="refusal") if refuses else None


@rule("vllm-responses-input-empty", on="conversation", phase=RENDER)
def input_empty(items: list[Any], path: Path, scan: Scan) -> Fault | None:
    """Refuse an empty conversation, where a chat template writes the prompt."""
    return Fault(path) if not items and not scan.body.get("instructions") else None
