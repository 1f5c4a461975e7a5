"""Fields of the items of hosted tools, programs and tool lists."""

from typing import Any

from sendable.model.json import JsonObject, Path
from sendable.oracle.rule import SCHEMA, Fault, rule
from sendable.oracle.scan import Scan

_SEARCH_KEYS = ("query", "queries", "sources")
_ACTIONS = ("search", "open_page", "find_in_page")


@rule("resp-web-search-missing-id", on="web_search_call", phase=SCHEMA)
def search_without_id(item: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a web search without id."""
    return None if "id" in item else Fault((*path, "id"))


@rule("resp-web-search-action-other", on="web_search_call", phase=SCHEMA)
def search_action_unknown(item: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse an action that does not exist."""
    kind = _action(item).get("type")
    unknown = isinstance(kind, str) and kind not in _ACTIONS
    return Fault((*path, "action", "type"), {"value": kind}) if unknown else None


@rule("resp-web-search-action-query", on="web_search_call", phase=SCHEMA)
def search_keys_elsewhere(item: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse the keys of a search on an action that opens or scans a page."""
    action = _action(item)
    if action.get("type") not in ("open_page", "find_in_page"):
        return None
    key = next((key for key in _SEARCH_KEYS if key in action), None)
    return Fault((*path, "action", key), {"key": key}) if key else None


@rule("program-output-missing-id", on=("program", "program_output"), phase=SCHEMA)
def program_without_id(item: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a program or its output without id: these two cannot do without."""
    return None if "id" in item else Fault((*path, "id"))


@rule("program-without-reasoning", on="program", phase=SCHEMA)
def program_alone(_item: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Report a program in a turn that holds no reasoning item."""
    position = path[1]
    turn = scan.facts.turn[position] if isinstance(position, int) else -1
    return None if turn in scan.facts.reasoned else Fault(path)


@rule("additional-tools-role", on="additional_tools", phase=SCHEMA)
def tools_role(item: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Report a list of tools that another than the developer gives."""
    return None if item.get("role") == "developer" else Fault((*path, "role"))


@rule("prompt-cache-breakpoint-assistant", on="part:assistant", phase=SCHEMA)
def breakpoint_on_answer(part: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Report a cache breakpoint on what the assistant said."""
    return Fault((*path, "prompt_cache_breakpoint")) if "prompt_cache_breakpoint" in part else None


def _action(item: JsonObject) -> dict[str, Any]:
    action = item.get("action")
    return action if isinstance(action, dict) else {}
