"""Tool uses and results: their form, and every use answered once in the next message."""

import re
from typing import Any

from sendable.model.json import JsonObject, Path
from sendable.oracle.bedrock_converse.facts import Tools
from sendable.oracle.rule import ENVELOPE, MODEL, PAIRING, SCHEMA, VALUES, Fault, rule
from sendable.oracle.scan import Scan

_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
_ID = re.compile(r"[a-zA-Z0-9_.:-]{1,64}")
_NO_TOOLS = Tools(uses=[], results=[])
_TALK = ("text", "image", "document", "video")


@rule("bedrock-toolconfig-missing", on="request", phase=ENVELOPE + 1)
def toolconfig_missing(body: JsonObject, _path: Path, scan: Scan) -> Fault | None:
    """Refuse tool blocks in the history of a request that offers no tools."""
    return Fault(("toolConfig",)) if scan.facts.any_tool and not body.get("toolConfig") else None


@rule("bedrock-tool-name-pattern", on="toolUse", phase=SCHEMA)
def tool_name_pattern(use: Any, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a tool name with a dot or another character."""
    name = use.get("name") if isinstance(use, dict) else None
    if not isinstance(name, str) or _NAME.fullmatch(name):
        return None
    return Fault((*path, "name"), {"name": name, **_positions(path)})


@rule("bedrock-tool-use-id-pattern", on=("toolUse", "toolResult"), phase=SCHEMA)
def tool_use_id_pattern(tool: Any, path: Path, _scan: Scan) -> Fault | None:
    """Refuse an id that is empty, longer than 64 characters or has others than letters, digits and _.:-."""
    tool_id = tool.get("toolUseId") if isinstance(tool, dict) else None
    if not isinstance(tool_id, str) or _ID.fullmatch(tool_id):
        return None
    return Fault((*path, "toolUseId"), {"id": tool_id, "block": path[-1], **_positions(path)})


def _positions(path: Path) -> dict[str, Any]:
    """Count from 1, as the service does where it writes ``member``."""
    return {"message": int(path[1]) + 1, "place": int(path[3]) + 1}


@rule("bedrock-toolresult-error-empty", on="toolResult", phase=VALUES)
def error_empty(result: Any, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a failed result that does not say why."""
    failed = isinstance(result, dict) and result.get("status") == "error"
    return Fault((*path, "content")) if failed and not result.get("content") else None


@rule("bedrock-toolresult-duplicate-ids", on="message", phase=PAIRING - 1)
def duplicate_ids(_message: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse two results with one id in a message."""
    seen: set[str] = set()
    for tool_id in _tools(path[1], scan).results:
        if isinstance(tool_id, str) and tool_id in seen:
            return Fault((*path, "content"), {"id": tool_id})
        if isinstance(tool_id, str):
            seen.add(tool_id)
    return None


@rule("bedrock-toolresult-exceeds", on="message", phase=PAIRING)
def exceeds(_message: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse more results than the message before has tool uses."""
    at = int(path[1])
    results, uses = _tools(at, scan).results, _tools(at - 1, scan).uses
    return Fault((*path, "content")) if len(results) > len(uses) else None


@rule("bedrock-toolresult-missing", on="message", phase=PAIRING)
def missing(_message: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a message that does not answer every tool use of the message before."""
    at = int(path[1])
    uses = _tools(at - 1, scan).uses
    if not uses:
        return None
    answered = {each for each in _tools(at, scan).results if isinstance(each, str)}
    open_ids = [each for each in uses if isinstance(each, str) and each not in answered]
    return Fault((*path, "content"), {"ids": ", ".join(open_ids)}) if open_ids else None


@rule("bedrock-mixed-tool-and-text", on="message", phase=MODEL)
def mixed(message: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse text beside tool blocks on the models that cannot take both in one turn."""
    content = message.get("content")
    kinds = {key for block in content if isinstance(block, dict) for key in block} if isinstance(content, list) else ()
    if not any(key in kinds for key in _TALK):
        return None
    if "toolResult" in kinds:
        return Fault((*path, "content"))
    return Fault((*path, "content"), variant="use") if "toolUse" in kinds else None


def _tools(at: int | str, scan: Scan) -> Tools:
    found: Tools = scan.facts.tools.get(at, _NO_TOOLS)
    return found
