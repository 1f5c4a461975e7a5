"""What the harmony encoder (gpt-oss) cannot take: it is the only way of vLLM that pairs results with calls."""

from sendable.model.json import JsonObject, Path
from sendable.oracle.mistral_common import plain
from sendable.oracle.rule import Fault, rule
from sendable.oracle.scan import Scan
from sendable.oracle.vllm import clipped
from sendable.oracle.vllm_responses.facts import is_bare_search
from sendable.oracle.vllm_responses.walk import CONVERT

_KEYS = ("text", "type", "detail", "file_id", "image_url")


@rule("vllm-responses-harmony-no-call-id", on="function_call_output", phase=CONVERT)
def no_call_id(item: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Fail at a result without the key call_id."""
    return None if "call_id" in item else Fault(path)


@rule("vllm-responses-harmony-orphan-output", on="function_call_output", phase=CONVERT)
def orphan_output(item: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a result whose call does not come before it."""
    if "call_id" not in item or path[1] not in scan.facts.orphans or scan.body.get("previous_response_id"):
        return None
    return Fault(path, {"call_id": plain(item["call_id"])})


@rule("vllm-responses-harmony-output-list", on="function_call_output", phase=CONVERT)
def output_list(item: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse an output that is a list of parts."""
    output = item.get("output")
    if not isinstance(output, list):
        return None
    ordered = [dict(sorted(part.items(), key=_place)) if isinstance(part, dict) else part for part in output]
    return Fault((*path, "output"), {"value": clipped(ordered)})


def _place(pair: tuple[str, object]) -> int:
    """Return the place of a key as the server writes parts."""
    return _KEYS.index(pair[0]) if pair[0] in _KEYS else len(_KEYS)


@rule("vllm-responses-harmony-unknown-item", on="other", phase=CONVERT)
def unknown_item(item: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse items that make no harmony message: also custom tool calls and their outputs."""
    return None if is_bare_search(item) else Fault(path, {"type": item.get("type")})
