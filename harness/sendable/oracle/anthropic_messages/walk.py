"""The order in which the API looks: the schema of every element, then values, then what turns demand of each other.

Elements whose keys are those of their type are not handed to the rules about schemas: ``odd-entry``, ``odd-message``
and ``odd-block`` are the others. Rules about the request stand on ``key:<name>`` of the key that they need.
"""

from typing import Any

from sendable.model.json import JsonObject, Path
from sendable.oracle.anthropic_messages.facts import THINKING, Turn, kind_of
from sendable.oracle.anthropic_messages.vocabulary import BLOCKS, INSIDE_RESULTS, MESSAGE_KEYS, ROLES, Keys
from sendable.oracle.rule import PAIRING
from sendable.oracle.scan import Scan

LAST_TURN = PAIRING - 1
"""Whether the conversation may end as it does; reports show it answered before rules about the last turn's blocks."""
THINKING_PLACE = PAIRING + 2
"""Where thinking blocks stand in their turns, after calls and results were paired."""

_BETA_KEYS = frozenset({"context_management", "compaction", "thread", "fallbacks", "mcp_servers", "container"})


def walk(scan: Scan) -> None:
    """Visit the request, every message with its blocks, the turns, and the end of the history."""
    visit = scan.visit
    visit("request", scan.body, ())
    for key in scan.body:
        visit("key:" + key, scan.body, ())
    _system(scan)
    messages = scan.body.get("messages")
    if isinstance(messages, list):
        for at, message in enumerate(messages):
            path: Path = ("messages", at)
            if isinstance(message, dict):
                _message(scan, message, path)
            else:
                visit("odd-entry", message, path)
    for turn in scan.facts.turns:
        _turn(scan, turn, ("messages", turn.at))
    if scan.facts.around:
        visit("changes", scan.facts, ())
    visit("end", scan.facts, ("messages", max(scan.facts.count - 1, 0)))
    if scan.fault is None:
        _assumptions(scan)


def _turn(scan: Scan, turn: Turn, path: Path) -> None:
    """Visit a turn once for each thing that it does."""
    if turn.role == "user":
        if turn.results:
            scan.visit("answering-turn", turn, path)
        return
    if turn.calls:
        scan.visit("calling-turn", turn, path)
    if turn.opened or turn.closed:
        scan.visit("serving-turn", turn, path)
    if not turn.kinds.isdisjoint(THINKING):
        scan.visit("thinking-turn", turn, path)
    if "fallback" in turn.kinds:
        scan.visit("fallback-turn", turn, path)


def _assumptions(scan: Scan) -> None:
    flags = scan.settings.flags
    if "max_tokens" not in scan.body:
        scan.assume("max_tokens is absent: only the counting of tokens takes such a body, and is taken to be asked.")
    if "model=unknown" in flags:
        scan.assume("The model is not in the table of Claude models: nothing that depends on the model was judged.")
    if "headers=known" not in flags and (scan.facts.around or not _BETA_KEYS.isdisjoint(scan.body)):
        scan.assume("No Anthropic header was given: every beta that the body needs counts as switched on.")


def _system(scan: Scan) -> None:
    system = scan.body.get("system")
    if isinstance(system, list):
        for at, block in enumerate(system):
            if isinstance(block, dict):
                scan.visit("system-block", block, ("system", at))


def _message(scan: Scan, message: JsonObject, path: Path) -> None:
    role, content = message.get("role"), message.get("content")
    if not message.keys() <= MESSAGE_KEYS or not isinstance(content, (str, list)) or role not in ROLES:
        scan.visit("odd-message", message, path)
    scan.visit("message", message, path)
    if role == "system":
        scan.visit("system", message, path)
    if isinstance(content, list):
        _blocks(scan, content, (*path, "content"))


def _blocks(scan: Scan, blocks: list[Any], path: Path) -> None:
    for at, block in enumerate(blocks):
        here: Path = (*path, at)
        kind = kind_of(block)
        if not _fits(block, BLOCKS.get(kind)):
            scan.visit("odd-block", block, here)
        if kind:
            scan.visit("block:" + kind, block, here)
        if kind == "tool_result" and isinstance(block.get("content"), list):
            _nested(scan, block["content"], (*here, "content"))


def _nested(scan: Scan, blocks: list[Any], path: Path) -> None:
    for at, block in enumerate(blocks):
        here: Path = (*path, at)
        kind = kind_of(block)
        if not _fits(block, INSIDE_RESULTS.get(kind)):
            scan.visit("odd-block", block, here)
        if kind:
            scan.visit("nested:" + kind, block, here)


def _fits(block: Any, keys: Keys | None) -> bool:
    """Tell a block with exactly the keys of its type, which no rule about its schema needs to see."""
    return keys is not None and keys.required <= block.keys() <= keys.allowed


def role_at(scan: Scan, path: Path) -> Any:
    """Return the role of the message in which an element stands."""
    return scan.body["messages"][path[1]].get("role")
