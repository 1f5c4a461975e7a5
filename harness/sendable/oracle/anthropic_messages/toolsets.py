"""Computer and browser toolsets: results name their toolset and hold less."""

from typing import Any

from sendable.model.json import JsonObject, Path
from sendable.oracle.anthropic_messages.facts import Turn, kind_of, text_of
from sendable.oracle.rule import PAIRING, VALUES, Fault, rule
from sendable.oracle.scan import Scan

_CONTENT = frozenset({"text", "image", "browser_state"})


@rule("anthropic-toolset-name-missing-on-result", on="answering-turn", phase=PAIRING + 1)
def name_missing(turn: Turn, _path: Path, scan: Scan) -> Fault | None:
    """Refuse the result of a toolset's member without the toolset's name."""
    before = scan.facts.before(turn)
    if before is None:
        return None
    toolset = {
        block["id"]: block["toolset_name"]
        for _, block in before.calls
        if isinstance(block.get("id"), str) and isinstance(block.get("toolset_name"), str)
    }
    for path, block in turn.results if toolset else ():
        expected = toolset.get(text_of(block.get("tool_use_id")))
        if expected is not None and block.get("toolset_name") != expected:
            return Fault(path, values={"toolset": expected})
    return None


@rule("anthropic-toolset-result-content", on="block:tool_result", phase=VALUES)
def result_content(block: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse documents, search results and references in the result of a toolset's member."""
    content = block.get("content")
    if "toolset_name" not in block or not isinstance(content, list):
        return None
    for at, inner in enumerate(content):
        kind = kind_of(inner)
        if kind and kind not in _CONTENT:
            return Fault((*path, "content", at), values={"kind": kind})
    return None


@rule("anthropic-browser-state-rules", on="block:tool_result", phase=VALUES)
def browser_state(block: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse browser states that contradict themselves or stand where none may."""
    content = block.get("content")
    states = [
        ((*path, "content", at), inner)
        for at, inner in enumerate(content if isinstance(content, list) else ())
        if kind_of(inner) == "browser_state"
    ]
    if not states:
        return None
    if len(states) > 1:
        return Fault(states[1][0], values={"why": "there is more than one"})
    if block.get("is_error") is True or "toolset_name" not in block:
        return Fault(states[0][0], values={"why": "it belongs on a result without error of a browser's member"})
    why = _contradiction(states[0][1])
    return Fault(states[0][0], values={"why": why}) if why else None


def _contradiction(state: JsonObject) -> str:
    tabs = state.get("tabs")
    if isinstance(tabs, list) and tabs:
        active = sum(1 for tab in tabs if isinstance(tab, dict) and tab.get("active") is True)
        if active != 1:
            return "exactly one tab is active"
    changes = state.get("state_changes")
    if changes == []:
        return "state_changes is left out rather than empty"
    return _changes_fault(tabs, changes) if isinstance(changes, list) else ""


def _changes_fault(tabs: Any, changes: list[Any]) -> str:
    known = [tab.get("tab_id") for tab in tabs if isinstance(tab, dict)] if isinstance(tabs, list) else []
    downloads: list[Any] = []
    for change in changes:
        if not isinstance(change, dict):
            continue
        if kind_of(change) == "tab_opened" and change.get("tab_id") not in known:
            return "tab_opened names a tab of the list"
        download = change.get("download_id")
        if download is not None and download in downloads:
            return "a download changes once"
        downloads.append(download)
    return ""
