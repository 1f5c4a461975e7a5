"""Keys that an item of its type does not have.

Reports show the API naming unknown keys on messages, reasoning items, function calls, compaction items and generated
images; for every other type nobody has shown a refusal, so a key that neither the SDK declares nor a recording holds
only warns.
"""

from typing import Final

from sendable.model.json import JsonObject, Path
from sendable.oracle.rule import SCHEMA, Fault, rule
from sendable.oracle.scan import Scan

_MESSAGE: Final = frozenset({"type", "role", "content", "id", "status", "phase"})
_REASONING: Final = frozenset({"type", "id", "summary", "content", "encrypted_content", "status"})
_FUNCTION_CALL: Final = frozenset(
    {"type", "id", "call_id", "status", "caller", "name", "arguments", "async", "namespace", "parsed_arguments"}
)
_KNOWN: Final = {"message": _MESSAGE, "reasoning": _REASONING, "function_call": _FUNCTION_CALL}
_IMAGE_EXTRAS: Final = frozenset({"action", "background", "output_format", "quality", "revised_prompt", "size"})
_CALL: Final = frozenset({"type", "id", "call_id", "status"})
_HOSTED: Final = frozenset({"type", "id", "status"})
_CALLER: Final = _CALL | {"caller"}

_DECLARED: Final = {
    "additional_tools": frozenset({"type", "id", "role", "tools"}),
    "apply_patch_call": _CALLER | {"operation"},
    "apply_patch_call_output": _CALLER | {"output"},
    "code_interpreter_call": _HOSTED | {"code", "container_id", "outputs"},
    "compaction": frozenset({"type", "id", "encrypted_content", "created_by"}),
    "compaction_trigger": frozenset({"type", "id"}),
    "computer_call": _CALL | {"pending_safety_checks", "action", "actions"},
    "computer_call_output": _CALL | {"output", "acknowledged_safety_checks"},
    "configuration_update": frozenset({"type", "id", "reasoning", "text"}),
    "custom_tool_call": frozenset({"type", "id", "call_id", "caller", "name", "input", "async", "namespace"}),
    "custom_tool_call_output": frozenset({"type", "id", "call_id", "caller", "output"}),
    "file_search_call": _HOSTED | {"queries", "results"},
    "function_call_output": _CALLER | {"output", "name", "namespace"},
    "item_reference": frozenset({"type", "id"}),
    "local_shell_call": _CALL | {"action"},
    "local_shell_call_output": _CALL | {"output"},
    "mcp_approval_request": frozenset({"type", "id", "arguments", "name", "server_label"}),
    "mcp_approval_response": frozenset({"type", "id", "approval_request_id", "approve", "reason"}),
    "mcp_call": _HOSTED | {"arguments", "name", "server_label", "approval_request_id", "error", "output"},
    "mcp_list_tools": frozenset({"type", "id", "server_label", "tools", "error"}),
    "program": frozenset({"type", "id", "call_id", "code", "fingerprint"}),
    "program_output": _CALL | {"result"},
    "shell_call": _CALLER | {"action", "environment"},
    "shell_call_output": _CALLER | {"output", "max_output_length"},
    "tool_search_call": _CALL | {"arguments", "execution"},
    "tool_search_output": _CALL | {"tools", "execution"},
    "web_search_call": _HOSTED | {"action"},
}
"""Keys per type: those of the request types of openai 3.57.0 and those that recorded requests carried."""


@rule("resp-item-unknown-member", on=tuple(_KNOWN), phase=SCHEMA)
def unknown_member(item: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a key that a message, a reasoning item or a function call does not have."""
    known = _KNOWN[scan.facts.kinds[path[1]]]
    return None if item.keys() <= known else _first_of(item, path, item.keys() - known)


@rule("resp-phase-on-user", on="user", phase=SCHEMA)
def phase_on_user(message: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a phase on what the user said."""
    return Fault((*path, "phase")) if "phase" in message else None


@rule("resp-phase-bad-value", on="assistant", phase=SCHEMA)
def phase_unknown(message: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a phase that does not exist."""
    value = message.get("phase")
    bad = value is not None and value not in ("commentary", "final_answer")
    return Fault((*path, "phase"), {"value": value}) if bad else None


@rule("resp-phase-unknown", on="assistant", phase=SCHEMA)
def phase_too_early(message: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a phase, as one model did for a day before it learned the key."""
    return Fault((*path, "phase")) if "phase" in message else None


@rule("resp-image-generation-extra-fields", on="image_generation_call", phase=SCHEMA)
def image_extras(item: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse what only a response says of a generated image."""
    return _first_of(item, path, item.keys() & _IMAGE_EXTRAS)


@rule("resp-call-id-on-image-generation", on="image_generation_call", phase=SCHEMA)
def image_call_id(item: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a call id on an item that no output answers."""
    return Fault((*path, "call_id")) if "call_id" in item else None


@rule("resp-created-by-rejected", on="compaction", phase=SCHEMA)
def created_by(item: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse the author's name that the service itself puts on a compaction item."""
    return Fault((*path, "created_by")) if "created_by" in item else None


@rule("resp-mcp-call-status-2025", on="mcp_call", phase=SCHEMA)
def mcp_status(item: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a status on an MCP call, as the API did for five days."""
    return Fault((*path, "status")) if "status" in item else None


@rule("resp-parsed-arguments-echo", on="function_call", phase=SCHEMA)
def parsed_arguments(item: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a key that only the SDK's parse helper adds."""
    return Fault((*path, "parsed_arguments")) if "parsed_arguments" in item else None


@rule("resp-item-undeclared-member", on="members", phase=SCHEMA)
def undeclared_member(item: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Report a key that neither the SDK declares for this type nor any recording holds."""
    declared = _DECLARED.get(scan.facts.kinds[path[1]])
    if declared is None or item.keys() <= declared:
        return None
    return _first_of(item, path, item.keys() - declared)


def _first_of(item: JsonObject, path: Path, keys: set[str]) -> Fault | None:
    found = next((key for key in item if key in keys), None)
    return Fault((*path, found), {"key": found}) if found is not None else None
