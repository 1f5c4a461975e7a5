"""Tools that come and go in the middle of a conversation."""

from typing import Any

from sendable.model.json import JsonObject, Path
from sendable.oracle.anthropic_messages.facts import Facts, kind_of
from sendable.oracle.anthropic_messages.system import ends_paused
from sendable.oracle.anthropic_messages.walk import role_at
from sendable.oracle.rule import PAIRING, VALUES, Fault, rule
from sendable.oracle.scan import Scan
from sendable.oracle.seals import canonical

_CHANGES = ("tool_addition", "tool_removal")
_MAX_TOOLS = 10_000
_MAX_BYTES = 4 * 1024 * 1024
_ON = ("block:tool_addition", "block:tool_removal")


@rule("anthropic-tool-change-role", on=_ON, phase=VALUES)
def wrong_role(_block: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Warn of a change of tools outside a system message."""
    return Fault(path) if role_at(scan, path) != "system" else None


@rule("anthropic-tool-change-unresolved", on="changes", phase=PAIRING)
def unresolved(facts: Facts, _path: Path, scan: Scan) -> Fault | None:
    """Refuse a reference to a tool that is defined neither in the request's tools nor inline before it."""
    known = _defined(scan.body.get("tools"))
    if known is None:
        return None
    for path, block in _changes(scan.body, facts):
        tool, inline = block.get("tool"), _definition(block)
        if inline is not None:
            known[_name(inline)] = _tool_kind(inline)
        elif kind_of(tool) == "tool_reference" and _name(tool) not in known:
            return Fault((*path, "tool"), values={"name": _name(tool)})
    return None


@rule("anthropic-tool-change-name-conflict", on="changes", phase=PAIRING)
def name_conflict(facts: Facts, _path: Path, scan: Scan) -> Fault | None:
    """Refuse an inline tool with the name of an available tool of another kind."""
    known = _defined(scan.body.get("tools"))
    if known is None:
        return None
    for path, block in _changes(scan.body, facts):
        inline = _definition(block)
        if inline is None:
            continue
        name, kind = _name(inline), _tool_kind(inline)
        if known.setdefault(name, kind) != kind:
            return Fault((*path, "tool", "definition"), values={"name": name})
    return None


@rule("anthropic-tool-change-limits", on="changes", phase=PAIRING)
def too_many_tools(facts: Facts, _path: Path, scan: Scan) -> Fault | None:
    """Refuse more deferred tools, more tools defined in messages, or longer ones, than a conversation may have."""
    tools = scan.body.get("tools")
    deferred = sum(map(_deferred, tools)) if isinstance(tools, list) else 0
    count = size = 0
    for path, block in _changes(scan.body, facts):
        definition = _definition(block)
        if definition is None:
            continue
        deferred, count, size = deferred + _deferred(definition), count + 1, size + len(canonical(definition))
        if deferred > _MAX_TOOLS or count > _MAX_TOOLS or size > _MAX_BYTES:
            return Fault(path)
    return None


@rule("anthropic-tool-change-after-paused-turn", on="system", phase=PAIRING)
def after_paused_turn(message: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a change of tools right after a paused turn."""
    content = message.get("content")
    if not isinstance(content, list) or not any(kind_of(block) in _CHANGES for block in content):
        return None
    before = scan.facts.around.get(path[1], (None, None))[0]
    return Fault(path) if before is not None and ends_paused(before) else None


@rule("anthropic-tool-change-double-cache-control", on=_ON, phase=VALUES)
def double_cache_control(block: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a cache breakpoint in both places, or on a definition whose loading is deferred."""
    definition = _definition(block)
    if definition is None:
        return None
    inside = definition.get("cache_control") is not None
    outside = block.get("cache_control") is not None
    deferred = definition.get("defer_loading") is True and (inside or outside)
    return Fault(path) if (inside and outside) or deferred else None


def _deferred(tool: Any) -> bool:
    return isinstance(tool, dict) and tool.get("defer_loading") is True


def _definition(block: JsonObject) -> JsonObject | None:
    tool = block.get("tool")
    definition = tool.get("definition") if isinstance(tool, dict) else None
    return definition if isinstance(definition, dict) else None


def _changes(body: JsonObject, facts: Facts) -> list[tuple[Path, JsonObject]]:
    found: list[tuple[Path, JsonObject]] = []
    for at in sorted(facts.around):
        content = body["messages"][at].get("content")
        for place, block in enumerate(content if isinstance(content, list) else ()):
            if kind_of(block) in _CHANGES:
                found.append((("messages", at, "content", place), block))
    return found


def _defined(tools: Any) -> dict[str, str] | None:
    """Return the defined tools' names with their kinds; None where toolsets and servers hide names from us."""
    known: dict[str, str] = {}
    for tool in tools if isinstance(tools, list) else ():
        if not _name(tool):
            return None
        known[_name(tool)] = _tool_kind(tool)
    return known


def _tool_kind(tool: JsonObject) -> str:
    """Return ``web_search`` for ``web_search_20260318``, whose versions are one kind; ``custom`` without a type."""
    return (kind_of(tool) or "custom").rstrip("0123456789").rstrip("_")


def _name(tool: Any) -> str:
    name = tool.get("name") if isinstance(tool, dict) else None
    return name if isinstance(name, str) else ""
