"""Items that fit none of the SDK's types: the schema, judged before anything else."""

from typing import Any

from sendable.model.json import JsonObject, Path
from sendable.oracle.rule import SCHEMA, Fault, rule
from sendable.oracle.scan import Scan
from sendable.oracle.vllm_responses.facts import OTHERS, is_bare_search
from sendable.oracle.vllm_responses.union import no_type_fits

_STATUSES = ("in_progress", "completed", "incomplete")
_SPEAKERS = ("user", "system", "developer")
_INPUT_PARTS = ("input_text", "input_image", "input_file", "input_audio")


@rule("vllm-responses-assistant-id-null", on="answered", phase=SCHEMA)
def assistant_id_null(item: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse an assistant message with parts whose id is null; a missing one is made up."""
    nulled = isinstance(item.get("content"), list) and "id" in item and item["id"] is None
    return no_type_fits((*path, "id"), scan, 236) if nulled else None


@rule("vllm-responses-assistant-status-null", on="answered", phase=SCHEMA)
def assistant_status_null(item: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse an assistant message with parts whose status is null or unknown; a missing one is completed."""
    if not isinstance(item.get("content"), list) or item.get("status", "completed") in _STATUSES:
        return None
    return no_type_fits((*path, "status"), scan, 236)


@rule("vllm-responses-assistant-untyped-list", on="answered", phase=SCHEMA)
def assistant_untyped_list(item: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse output parts in an assistant message without type, id and status: nothing is made up for it."""
    content = item.get("content")
    if "type" in item or "id" in item or "status" in item or not isinstance(content, list):
        return None
    output = any(isinstance(part, dict) and part.get("type") == "output_text" for part in content)
    return no_type_fits(path, scan, 240) if output else None


@rule("vllm-responses-reasoning-id-null", on="reasoning", phase=SCHEMA)
def reasoning_id_null(item: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse reasoning whose id is no text; a missing one is made up."""
    return None if isinstance(item.get("id", ""), str) else no_type_fits((*path, "id"), scan, 236)


@rule("vllm-responses-reasoning-no-summary", on="reasoning", phase=SCHEMA)
def reasoning_no_summary(item: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse reasoning without a list summary."""
    return None if isinstance(item.get("summary"), list) else no_type_fits((*path, "summary"), scan, 194)


@rule("vllm-responses-function-call-no-call-id", on="function_call", phase=SCHEMA)
def call_incomplete(item: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a call without call_id, name or arguments as texts, or with an unknown status."""
    for key, count in (("call_id", 178), ("name", 178), ("arguments", 160)):
        if not isinstance(item.get(key), str):
            return no_type_fits((*path, key), scan, count)
    status = item.get("status")
    return None if status is None or status in _STATUSES else no_type_fits((*path, "status"), scan, 160)


@rule("vllm-responses-output-bad-shape", on="function_call_output", phase=SCHEMA)
def output_bad_shape(item: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse an output that is missing, no text and no list of input parts."""
    output = item.get("output")
    if isinstance(output, str):
        return None
    if not isinstance(output, list):
        return no_type_fits((*path, "output"), scan, 211)
    wrong = next((at for at, part in enumerate(output) if not _is_input(part)), None)
    return None if wrong is None else no_type_fits((*path, "output", wrong), scan, 226)


@rule("vllm-responses-user-output-text", on="part:said", phase=SCHEMA)
def user_output_text(part: Any, path: Path, scan: Scan) -> Fault | None:
    """Refuse parts of a user, system or developer message that are no input parts."""
    if _is_input(part):
        return None
    return no_type_fits(path, scan, 241 if isinstance(part, dict) and part.get("type") == "text" else 240)


@rule("vllm-responses-said-no-content", on="said", phase=SCHEMA)
def said_no_content(item: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a user, system or developer message whose content is neither text nor list."""
    if item.get("role") not in _SPEAKERS or isinstance(item.get("content"), (str, list)):
        return None
    return no_type_fits((*path, "content"), scan, 240)


@rule("vllm-responses-tool-role", on="item", phase=SCHEMA)
def tool_role(item: Any, path: Path, scan: Scan) -> Fault | None:
    """Refuse an item of an unknown type or role, one with neither, and one that is no object."""
    if isinstance(item, dict) and _is_known(item):
        return None
    return no_type_fits(path, scan, 196)


@rule("vllm-responses-web-search-no-action", on="other", phase=SCHEMA)
def web_search_no_action(item: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a web_search_call without action."""
    return no_type_fits((*path, "action"), scan, 196) if is_bare_search(item) else None


def _is_input(part: Any) -> bool:
    return isinstance(part, dict) and part.get("type") in _INPUT_PARTS


def _is_known(item: JsonObject) -> bool:
    kind = item.get("type", "message" if "role" in item else None)
    if kind == "message":
        return item.get("role") == "assistant" or item.get("role") in _SPEAKERS
    return isinstance(kind, str) and (kind in {"function_call", "function_call_output", "reasoning"} or kind in OTHERS)
