"""Where Azure OpenAI and the agents endpoint of Azure AI Foundry go beyond OpenAI's own rules."""

from sendable.model.json import JsonObject, Path
from sendable.oracle.openai_responses.adjacency import without_reasoning
from sendable.oracle.openai_responses.facts import Facts
from sendable.oracle.openai_responses.items import kind_of, text
from sendable.oracle.openai_responses.pairing import unanswered
from sendable.oracle.rule import ENVELOPE, PAIRING, SCHEMA, SEALS, Fault, rule
from sendable.oracle.scan import Scan

_MEMBERS_KNOWN = ("message", "reasoning", "function_call")


@rule("resp-computer-call-without-output", on="computer_call", phase=PAIRING)
def computer_call_unanswered(call: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a computer call without output."""
    return unanswered(call, path, scan, "computer_call")


@rule("resp-shell-call-unanswered", on="shell_call", phase=PAIRING)
def shell_call_unanswered(call: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a shell call without output, whatever its environment says."""
    return unanswered(call, path, scan, "shell_call")


@rule("compaction-request-ids-without-reasoning", on=("assistant", "function_call"), phase=PAIRING)
def ids_without_reasoning(item: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse stored ids in a turn that holds no reasoning item, with any ``store``."""
    return without_reasoning(item, path, scan, "")


@rule("azure-metadata-unknown", on="members", phase=SCHEMA)
def metadata_on_item(item: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a client's own metadata on an item."""
    found = "metadata" in item and kind_of(item) not in _MEMBERS_KNOWN
    return Fault((*path, "metadata")) if found else None


@rule("azure-null-top-level", on="body", phase=ENVELOPE)
def null_parameter(body: JsonObject, _path: Path, _scan: Scan) -> Fault | None:
    """Report a parameter that is sent as null."""
    key = next((key for key, value in body.items() if value is None and key != "input"), None)
    return Fault((key,)) if key else None


@rule("azure-conflicting-continuation", on="body", phase=SEALS)
def two_blobs(_body: JsonObject, _path: Path, scan: Scan) -> Fault | None:
    """Refuse the encrypted reasoning of more than one response."""
    facts: Facts = scan.facts
    return Fault(("input",)) if facts.blobs > 1 else None


@rule("foundry-status-null", on="members", phase=SCHEMA)
def status_null(item: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a null status on any item."""
    return Fault((*path, "status")) if "status" in item and item["status"] is None else None


@rule("azure-foundry-reasoning-id-missing", on="reasoning", phase=SCHEMA)
def reasoning_without_id(item: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a reasoning item without id."""
    return None if text(item, "id") else Fault(path)


@rule("resp-mcp-approval-for-local-tool", on="mcp_approval_response", phase=PAIRING)
def approval_of_local_tool(response: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse the approval of a local function call: no server asked for it."""
    facts: Facts = scan.facts
    return Fault(path) if text(response, "approval_request_id") in facts.called["function_call"] else None
