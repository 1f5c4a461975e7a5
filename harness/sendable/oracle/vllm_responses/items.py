"""Items that fit none of the SDK's types: the schema, judged before anything else."""

from typing import Any

from sendable.model.json import JsonObject, Path
from sendable.oracle.rule import SCHEMA, Fault, rule
from sendable.oracle.scan import Scan
from sendable.oracle.vllm_responses.facts import OTHERS, is_bare_search
from sendable.oracle.vllm_responses.parts import DETAILS
from sendable.oracle.vllm_responses.union import no_type_fits

_STATUSES = ("in_progress", "completed", "incomplete")
_SPEAKERS = ("user", "system", "developer")
_INPUT_PARTS = ("input_image", "input_file")


@rule("vllm-responses-assistant-id-null", on="answered", phase=SCHEMA)
def assistant_id_null(item: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse an assistant message with parts whose id is null or no text; a missing one is made up."""
    wrong = isinstance(item.get("content"), list) and not isinstance(item.get("id", ""), str)
    return no_type_fits((*path, "id"), scan, 211 if "status" in item else 238) if wrong else None


@rule("vllm-responses-assistant-status-null", on="answered", phase=SCHEMA)
def assistant_status_null(item: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse an assistant message with parts whose status is null or unknown; a missing one is completed."""
    if not isinstance(item.get("content"), list) or item.get("status", "completed") in _STATUSES:
        return None
    return no_type_fits((*path, "status"), scan, 198 if item["status"] is None else 209)


@rule("vllm-responses-assistant-untyped-list", on="answered", phase=SCHEMA)
def assistant_untyped_list(item: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse output parts in an assistant message without type and id: nothing is made up for it."""
    content = item.get("content")
    if "type" in item or "id" in item or not isinstance(content, list):
        return None
    output = any(isinstance(part, dict) and part.get("type") in ("output_text", "refusal") for part in content)
    return no_type_fits(path, scan, 209 if "status" in item else 239) if output else None


@rule("vllm-responses-assistant-no-content", on="answered", phase=SCHEMA)
def assistant_no_content(item: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse an assistant message whose content is neither text nor list."""
    content: Any = item.get("content")
    if isinstance(content, (str, list)) or (isinstance(content, dict) and is_whole(item)):
        return None
    return no_type_fits((*path, "content"), scan, 231 if "content" in item else 229)


@rule("vllm-responses-answered-part", on="answered", phase=SCHEMA)
def answered_part(item: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse parts of an assistant message that are neither output nor input parts, or lack their text."""
    content = item.get("content")
    for at, part in enumerate(content if isinstance(content, list) and not is_whole(item) else ()):
        if not (is_output(part) or is_input(part)):
            return no_type_fits((*path, "content", at), scan, 243 if isinstance(part, dict) else 235)
    return None


@rule("vllm-responses-reasoning-id-null", on="reasoning", phase=SCHEMA)
def reasoning_id_null(item: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse reasoning whose id is no text; a missing one is made up."""
    given = item.get("id", "")
    return None if isinstance(given, str) else no_type_fits((*path, "id"), scan, 236 if given is None else 260)


@rule("vllm-responses-reasoning-no-summary", on="reasoning", phase=SCHEMA)
def reasoning_no_summary(item: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse reasoning without a summary; one that is null is none."""
    if item.get("summary") is not None:
        return None
    return no_type_fits((*path, "summary"), scan, 203 if "summary" in item else 194)


@rule("vllm-responses-reasoning-status", on="reasoning", phase=SCHEMA)
def reasoning_status(item: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse reasoning with an unknown status; null is none."""
    status = item.get("status")
    return None if status is None or status in _STATUSES else no_type_fits((*path, "status"), scan, 216)


@rule("vllm-responses-function-call-no-call-id", on="function_call", phase=SCHEMA)
def call_incomplete(item: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a call without call_id, name or arguments as texts, with an id that is none, or an unknown status."""
    for key, count in (("call_id", 178), ("name", 162), ("arguments", 162)):
        if not isinstance(item.get(key), str):
            return no_type_fits((*path, key), scan, 160 if key == "arguments" and key in item else count)
    if not isinstance(item.get("id", ""), (str, type(None))):
        return no_type_fits((*path, "id"), scan, 213)
    status = item.get("status")
    return None if status is None or status in _STATUSES else no_type_fits((*path, "status"), scan, 169)


@rule("vllm-responses-output-bad-shape", on="function_call_output", phase=SCHEMA)
def output_bad_shape(item: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse an output that is missing, no text and no list of input parts, or an unknown status."""
    output, status = item.get("output"), item.get("status")
    if status is not None and status not in _STATUSES:
        return no_type_fits((*path, "status"), scan, 219)
    if isinstance(output, str):
        return None
    if not isinstance(output, list):
        return no_type_fits((*path, "output"), scan, 215 if "output" in item else 211)
    wrong = next((at for at, part in enumerate(output) if not _is_output_part(part)), None)
    if wrong is None:
        return None
    return no_type_fits((*path, "output", wrong), scan, 230 if is_input(output[wrong]) else 226)


@rule("vllm-responses-user-output-text", on="part:said", phase=SCHEMA)
def user_output_text(part: Any, path: Path, scan: Scan) -> Fault | None:
    """Refuse parts of a user, system or developer message that are no input parts."""
    if is_input(part):
        known = "detail" not in part or part["type"] != "input_image" or part["detail"] in DETAILS
        return None if known else no_type_fits((*path, "detail"), scan, 249)
    if not isinstance(part, dict):
        return no_type_fits(path, scan, 237)
    return no_type_fits(path, scan, {"text": 241, "input_text": 243}.get(str(part.get("type")), 240))


@rule("vllm-responses-said-no-content", on="said", phase=SCHEMA)
def said_no_content(item: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a user, system or developer message whose content is neither text nor list."""
    if item.get("role") not in _SPEAKERS or isinstance(item.get("content"), (str, list)):
        return None
    return no_type_fits((*path, "content"), scan, 233 if "content" in item else 231)


@rule("vllm-responses-tool-role", on="item", phase=SCHEMA)
def tool_role(item: Any, path: Path, scan: Scan) -> Fault | None:
    """Refuse an item of an unknown type or role, one with neither, and one that is no object."""
    if isinstance(item, dict) and _is_known(item):
        return None
    if not isinstance(item, dict):
        return no_type_fits(path, scan, 62)
    typed = item.get("type")
    return no_type_fits(
        path, scan, 196 if isinstance(typed, str) and typed != "message" else 232 - (typed == "message")
    )


@rule("vllm-responses-web-search-no-action", on="other", phase=SCHEMA)
def web_search_no_action(item: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a web_search_call without action."""
    return no_type_fits((*path, "action"), scan, 167) if is_bare_search(item) else None


@rule("vllm-responses-custom-call-incomplete", on="other", phase=SCHEMA)
def custom_call_incomplete(item: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a custom_tool_call without call_id, name or input as texts."""
    if item.get("type") != "custom_tool_call":
        return None
    key = next((key for key in ("call_id", "name", "input") if not isinstance(item.get(key), str)), None)
    return None if key is None else no_type_fits((*path, key), scan, 203)


def is_whole(item: JsonObject) -> bool:
    """Tell whether an assistant message has all keys of the SDK's output message: its content is then read later."""
    return item.get("type") == "message" and isinstance(item.get("id"), str) and item.get("status") in _STATUSES


def is_input(part: Any) -> bool:
    """Tell whether a part is one of a question."""
    if not isinstance(part, dict):
        return False
    kind = part.get("type")
    return isinstance(part.get("text"), str) if kind == "input_text" else kind in _INPUT_PARTS


def _is_output_part(part: Any) -> bool:
    """Whether a part fits an output; an image's detail that is null is not looked at here."""
    return is_input(part) and (part["type"] != "input_image" or part.get("detail") in (None, *DETAILS))


def is_output(part: Any) -> bool:
    """Tell whether a part is one of an answer."""
    kind = part.get("type") if isinstance(part, dict) else None
    key = {"output_text": "text", "refusal": "refusal"}.get(kind) if isinstance(kind, str) else None
    return key is not None and isinstance(part.get(key), str)


def _is_known(item: JsonObject) -> bool:
    if "type" not in item and "role" not in item:
        return isinstance(item.get("id"), str)
    kind = item.get("type", "message")
    if kind == "message":
        return item.get("role") == "assistant" or item.get("role") in _SPEAKERS
    return isinstance(kind, str) and (kind in {"function_call", "function_call_output", "reasoning"} or kind in OTHERS)
