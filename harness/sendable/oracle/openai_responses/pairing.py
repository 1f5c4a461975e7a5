"""Calls and their outputs. The service matches them anywhere in the input, within one family."""

from typing import Any

from sendable.model.json import JsonObject, Path
from sendable.oracle.openai_responses.facts import Facts
from sendable.oracle.rule import PAIRING, Fault, rule
from sendable.oracle.scan import Scan

_ASSUMPTION = "what previous_response_id or conversation supplies pairs the calls and outputs that stand alone here"


def unanswered(call: JsonObject, path: Path, scan: Scan, family: str) -> Fault | None:
    """Return the fault of a call whose output stands nowhere in the input."""
    facts: Facts = scan.facts
    call_id = call.get("call_id")
    if not isinstance(call_id, str) or call_id in facts.answered[family] or _stored(scan):
        return None
    return Fault(path, {"call_id": call_id})


def orphan(output: JsonObject, path: Path, scan: Scan, *families: str) -> Fault | None:
    """Return the fault of an output whose call stands nowhere in the input."""
    facts: Facts = scan.facts
    call_id = output.get("call_id")
    if not isinstance(call_id, str) or any(call_id in facts.called[family] for family in families) or _stored(scan):
        return None
    return Fault(path, {"call_id": call_id})


@rule("resp-function-call-without-output", on="function_call", phase=PAIRING)
def function_call_unanswered(call: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a function call without output; an asynchronous one may stay open."""
    return None if call.get("async") is True else unanswered(call, path, scan, "function_call")


@rule("resp-custom-call-without-output", on="custom_tool_call", phase=PAIRING)
def custom_call_unanswered(call: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a custom tool call without output; an asynchronous one may stay open."""
    return None if call.get("async") is True else unanswered(call, path, scan, "custom_tool_call")


@rule("resp-shell-call-without-output", on="shell_call", phase=PAIRING)
def shell_call_unanswered(call: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a shell call without output."""
    return unanswered(call, path, scan, "shell_call")


@rule("resp-apply-patch-call-unanswered", on="apply_patch_call", phase=PAIRING)
def patch_call_unanswered(call: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a patch call without output."""
    return unanswered(call, path, scan, "apply_patch_call")


@rule("resp-local-shell-call-unanswered", on="local_shell_call", phase=PAIRING)
def local_shell_call_unanswered(call: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a local shell call without output."""
    return unanswered(call, path, scan, "local_shell_call")


@rule("resp-tool-search-call-unanswered", on="tool_search_call", phase=PAIRING)
def tool_search_unanswered(call: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a client's tool search without output; a function output answers it too."""
    facts: Facts = scan.facts
    if call.get("execution") == "server" or _hashable(call.get("call_id")) in facts.answered["function_call"]:
        return None
    return unanswered(call, path, scan, "tool_search_call")


@rule("resp-function-output-without-call", on="function_call_output", phase=PAIRING)
def function_output_orphan(output: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a function output without its call."""
    facts: Facts = scan.facts
    return None if "fc" in facts.referenced else orphan(output, path, scan, "function_call", "tool_search_call")


@rule("resp-item-reference-to-function-call", on="function_call_output", phase=PAIRING)
def function_output_of_reference(output: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a function output whose call is only referred to by its item id."""
    facts: Facts = scan.facts
    return orphan(output, path, scan, "function_call", "tool_search_call") if "fc" in facts.referenced else None


@rule("resp-custom-output-without-call", on="custom_tool_call_output", phase=PAIRING)
def custom_output_orphan(output: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a custom tool output without a custom tool call; a function call does not stand in."""
    return orphan(output, path, scan, "custom_tool_call")


@rule("resp-shell-output-orphan", on="shell_call_output", phase=PAIRING)
def shell_output_orphan(output: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a shell output without its call."""
    return orphan(output, path, scan, "shell_call")


@rule("resp-tool-search-output-orphan", on="tool_search_output", phase=PAIRING)
def tool_search_output_orphan(output: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a client's tool search output without its call; those of the server have no call id."""
    return orphan(output, path, scan, "tool_search_call")


@rule("resp-computer-output-orphan", on="computer_call_output", phase=PAIRING)
def computer_output_orphan(output: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Report a computer output without its call."""
    return orphan(output, path, scan, "computer_call")


@rule("resp-mcp-approval-response-without-request", on="mcp_approval_response", phase=PAIRING)
def approval_without_request(response: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Report an approval whose request is not in the input."""
    facts: Facts = scan.facts
    asked = _hashable(response.get("approval_request_id")) in facts.approvals
    return None if asked or _stored(scan) else Fault(path)


@rule("resp-web-search-call-unpaired", on="web_search_call", phase=PAIRING)
def search_unfinished(call: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Report a hosted search that has not ended."""
    return Fault(path, {"id": call.get("id")}) if call.get("status") == "in_progress" else None


def _stored(scan: Scan) -> bool:
    """Whether stored items may pair what stands alone here; taken for granted then."""
    if "continued" not in scan.settings.flags:
        return False
    scan.assume(_ASSUMPTION)
    return True


def _hashable(value: Any) -> Any:
    return value if isinstance(value, str) else None
