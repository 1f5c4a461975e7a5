"""Tools that the API runs itself: their calls and results stand in one turn of the assistant."""

from typing import Any

from sendable.model.json import JsonObject, Path
from sendable.oracle.anthropic_messages.facts import Facts, Turn, kind_of, text_of
from sendable.oracle.rule import PAIRING, SEALS, Fault, rule
from sendable.oracle.scan import Scan

_NOT_SERVER = frozenset({"tool_result"})


@rule("anthropic-advisor-result-orphan", on="serving-turn", phase=PAIRING)
def result_orphan(turn: Turn, _path: Path, _scan: Scan) -> Fault | None:
    """Refuse a server tool's result without its call before it."""
    for path, block in turn.blocks:
        kind = kind_of(block)
        if not kind.endswith("_tool_result") or kind in _NOT_SERVER:
            continue
        call_id = text_of(block.get("tool_use_id"))
        opened = turn.opened.get(call_id)
        if call_id not in turn.carried and (opened is None or opened[0] > path):
            return Fault(path, values={"kind": kind, "id": call_id})
    return None


@rule("anthropic-server-tool-use-without-result", on="serving-turn", phase=PAIRING)
def call_without_result(turn: Turn, _path: Path, scan: Scan) -> Fault | None:
    """Refuse a server tool's call without result; it may still run in the last turn and beside a client's call."""
    if not turn.opened or turn.calls or turn is scan.facts.last:
        return None
    for call_id, (path, block) in turn.opened.items():
        if call_id not in turn.closed and kind_of(block) == "server_tool_use":
            return Fault(path[:2], values={"name": text_of(block.get("name")), "id": call_id})
    return None


@rule("anthropic-container-id-required", on="end", phase=PAIRING + 1)
def container_missing(facts: Facts, _path: Path, scan: Scan) -> Fault | None:
    """Refuse to go on without the container in which code still waits for a client's tool."""
    last = facts.last
    asked = facts.before(last) if last is not None and last.role == "user" else None
    if asked is None or scan.body.get("container") is not None:
        return None
    running = (asked.opened.keys() | asked.carried) - asked.closed
    for path, block in asked.calls:
        if running and _caller(block) in running:
            return Fault(path)
    return None


@rule("anthropic-search-result-encrypted-content", on="block:web_search_tool_result", phase=SEALS)
def encrypted_content_empty(block: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a search result whose encrypted content is empty; every other value counts as genuine."""
    content = block.get("content")
    for at, result in enumerate(content if isinstance(content, list) else ()):
        if isinstance(result, dict) and result.get("encrypted_content") == "":
            return Fault((*path, "content", at, "encrypted_content"))
    scan.assume("Encrypted search results are taken for genuine and of this account.")
    return None


def _caller(block: JsonObject) -> Any:
    caller = block.get("caller")
    tool_id = caller.get("tool_id") if isinstance(caller, dict) else None
    return tool_id if isinstance(tool_id, str) else None
