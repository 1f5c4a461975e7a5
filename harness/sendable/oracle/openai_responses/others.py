"""Vendors with a Responses endpoint of their own: GitHub Copilot, xAI, DeepSeek, OpenRouter, and relays."""

from typing import Any, Final

from sendable.model.json import JsonObject, Path
from sendable.oracle.openai_responses.facts import Facts
from sendable.oracle.openai_responses.items import ITEM_TYPES, text
from sendable.oracle.openai_responses.pairing import orphan
from sendable.oracle.rule import ENVELOPE, MODEL, PAIRING, SCHEMA, SEALS, Fault, rule
from sendable.oracle.scan import Scan

_XAI_TYPES: Final = frozenset(
    {
        "message", "reasoning", "function_call", "function_call_output", "shell_call", "shell_call_output",
        "web_search_call", "file_search_call", "code_interpreter_call", "mcp_call", "custom_tool_call",
        "image_generation_call", "compaction",
    }
)  # fmt: skip
_NOT_OF_XAI: Final = (*sorted(ITEM_TYPES - _XAI_TYPES), "unknown")


@rule("copilot-item-id-connection", on="id", phase=SEALS)
def id_of_another_connection(item: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse item ids: they live as long as the connection that made them."""
    if not text(item, "id"):
        return None
    scan.assume("a stored history is sent over another connection than the one that made its item ids")
    return Fault(path)


@rule("xai-unknown-item-type", on=_NOT_OF_XAI, phase=SCHEMA)
def not_of_xai(item: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse an item type that xAI's reader does not list."""
    return Fault(path, {"type": text(item, "type")})


@rule("deepseek-call-unanswered", on="body", phase=PAIRING)
def not_answered_at_once(body: JsonObject, _path: Path, _scan: Scan) -> Fault | None:
    """Refuse a call whose output does not follow the run of calls it stands in."""
    items = body.get("input")
    pending: dict[str, int] = {}
    answering = False
    for position, item in enumerate(items if isinstance(items, list) else ()):
        kind = item.get("type") if isinstance(item, dict) else None
        if kind == "function_call_output":
            answering = True
            pending.pop(text(item, "call_id"), None)
        elif kind == "function_call" and not (answering and pending):
            answering = False
            pending[text(item, "call_id")] = position
        elif kind != "reasoning" and pending:
            break
    return _first(pending)


@rule("deepseek-output-call-id-missing", on="function_call_output", phase=SCHEMA)
def answers_nothing(output: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse an output that names no call."""
    return None if "call_id" in output else Fault((*path, "call_id"))


@rule("deepseek-output-without-call", on="function_call_output", phase=PAIRING)
def answers_no_call(output: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse an output whose call stands nowhere in the input."""
    return orphan(output, path, scan, "function_call")


@rule("openrouter-previous-response-id", on="body", phase=ENVELOPE)
def stateless(body: JsonObject, _path: Path, _scan: Scan) -> Fault | None:
    """Refuse a stored continuation: nothing is stored."""
    return Fault(("previous_response_id",)) if body.get("previous_response_id") else None


@rule("openrouter-configuration-update", on="configuration_update", phase=MODEL)
def update_unsupported(_item: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a configuration update for a model that takes none."""
    return Fault(path)


@rule("openrouter-duplicate-item", on="id", phase=PAIRING)
def repeated_id(item: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a second item of the same id, in the words of the provider behind the router."""
    facts: Facts = scan.facts
    return Fault(path, {"id": item["id"]}) if path[1] in facts.repeated else None


@rule("configuration-update-unknown-type", on="configuration_update", phase=SCHEMA)
def update_unknown(_item: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse an item type that came after the list which the endpoint copies."""
    return Fault(path)


def _first(pending: dict[str, int]) -> Fault | None:
    found: tuple[Any, int] | None = next(iter(pending.items()), None)
    return Fault(("input", found[1]), {"call_id": found[0]}) if found else None
