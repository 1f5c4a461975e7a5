"""Where the ChatGPT backend of the Codex client goes beyond OpenAI's own rules."""

from sendable.model.json import JsonObject, Path
from sendable.oracle.rule import ENVELOPE, SCHEMA, Fault, rule
from sendable.oracle.scan import Scan

_REFUSED_KEYS = (
    "temperature", "top_p", "metadata", "logprobs", "user", "safety_identifier", "truncation", "max_tool_calls",
    "background", "conversation",
)  # fmt: skip


@rule("codex-previous-response-unsupported", on="body", phase=ENVELOPE)
def previous_response(body: JsonObject, _path: Path, _scan: Scan) -> Fault | None:
    """Refuse a stored continuation: this route keeps nothing."""
    return Fault(("previous_response_id",)) if body.get("previous_response_id") is not None else None


@rule("codex-backend-allowlist", on="body", phase=ENVELOPE)
def parameter_unknown(body: JsonObject, _path: Path, _scan: Scan) -> Fault | None:
    """Refuse the parameters that the Codex client itself never sends."""
    key = next((key for key, value in body.items() if key in _REFUSED_KEYS and value is not None), None)
    return Fault((key,), {"key": key}) if key else None


@rule("resp-item-without-type", on="role", phase=SCHEMA)
def no_type_no_role(item: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse content that stands without a type and a role."""
    bare = "content" in item and item.get("type") is None and not item.get("role")
    return Fault((*path, "content")) if bare else None


@rule("resp-namespace-unknown", on=("custom_tool_call", "function_call"), phase=SCHEMA)
def namespace_unknown(item: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a namespace on a call, as the backend did in summer 2026."""
    return Fault((*path, "namespace")) if "namespace" in item else None


@rule("resp-custom-tool-call-status", on="custom_tool_call", phase=SCHEMA)
def status_on_custom_call(item: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a status on a custom tool call."""
    return Fault((*path, "status")) if "status" in item else None


@rule("resp-tool-search-output-status", on="tool_search_output", phase=SCHEMA)
def status_on_search_output(item: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Report a status on a tool search output."""
    return Fault((*path, "status")) if "status" in item else None


@rule("codex-status-after-provider-switch", on=("message", "function_call", "function_call_output"), phase=SCHEMA)
def status_of_another(item: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Report a status that another provider's items may carry along."""
    return Fault((*path, "status")) if "status" in item else None
