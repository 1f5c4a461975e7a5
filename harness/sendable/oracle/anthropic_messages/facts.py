"""The first pass over a history: consecutive messages of one role are one turn, and pairing looks at turns."""

from typing import Any

import msgspec

from sendable.model.json import JsonObject, Path
from sendable.oracle.settings import Settings

Placed = tuple[Path, JsonObject]
"""A block and where it stands."""

SERVER_CALLS = frozenset({"server_tool_use", "mcp_tool_use"})
THINKING = frozenset({"thinking", "redacted_thinking"})


class Turn(msgspec.Struct):
    """Consecutive messages of one role, as the API merges them before it pairs calls and results.

    at: index of the first message. blocks: all content blocks in order; a text content counts as one text block.
    calls and results: the `tool_use` and `tool_result` blocks among them. leading: ids answered by the results that
    stand before any other block. opened: server-run calls by id. closed: ids of their results. carried: server-run
    calls of earlier turns that still run, because client tools were called meanwhile.
    """

    role: str
    at: int
    blocks: list[Placed]
    calls: list[Placed]
    results: list[Placed]
    leading: set[str]
    opened: dict[str, Placed]
    closed: set[str]
    carried: frozenset[str]
    leads: bool = True
    before: "Turn | None" = None
    after: "Turn | None" = None


class Facts(msgspec.Struct):
    """What rules look up.

    turns: in order. count: of messages. around: index of a system message to the nearest other messages before and
    after it, None where there is none.
    """

    turns: list[Turn]
    count: int
    around: dict[int, tuple[Any, Any]]


def index(body: JsonObject, _settings: Settings) -> Facts:
    """Merge messages into turns in one pass; bears any JSON. System messages stand outside the turns."""
    facts = Facts(turns=[], count=0, around={})
    messages = body.get("messages")
    if not isinstance(messages, list):
        return facts
    facts.count = len(messages)
    turn: Turn | None = None
    for at, message in enumerate(messages):
        role = message.get("role") if isinstance(message, dict) else None
        if role == "system":
            facts.around[at] = (None, None)
        if role != "user" and role != "assistant":  # noqa: PLR1714 - a role may be unhashable
            continue
        if turn is None or turn.role != role:
            turn = _next_turn(facts, role, at, turn)
        _take(turn, message.get("content"), ("messages", at, "content"))
    if facts.around:
        _look_around(facts, messages)
    return facts


def _look_around(facts: Facts, messages: list[Any]) -> None:
    """Fill in the neighbours of system messages; a run of them has the same two."""
    before: Any = None
    waiting: list[int] = []
    for at, message in enumerate(messages):
        if at in facts.around:
            waiting.append(at)
            continue
        facts.around.update(dict.fromkeys(waiting, (before, message)))
        before, waiting = message, []
    facts.around.update(dict.fromkeys(waiting, (before, None)))


def text_of(value: Any) -> str:
    """Return a text as it is, and ``""`` for anything else."""
    return value if isinstance(value, str) else ""


def kind_of(block: Any) -> str:
    """Return a block's type; ``""`` when it has none that is a text."""
    kind = block.get("type") if isinstance(block, dict) else None
    return kind if isinstance(kind, str) else ""


def _next_turn(facts: Facts, role: str, at: int, before: Turn | None) -> Turn:
    turn = Turn(role, at, [], [], [], set(), {}, set(), carried=_running(before), before=before)
    if before is not None:
        before.after = turn
    facts.turns.append(turn)
    return turn


def _running(before: Turn | None) -> frozenset[str]:
    last = before.before if before is not None else None
    if last is None or not last.calls or not (last.opened or last.carried):
        return frozenset()
    return (last.carried | last.opened.keys()) - last.closed


def _take(turn: Turn, content: Any, path: Path) -> None:
    if isinstance(content, str):
        turn.leads = False
        turn.blocks.append((path, {"type": "text", "text": content}))
    elif isinstance(content, list):
        for at, block in enumerate(content):
            if isinstance(block, dict):
                _sort(turn, block, (*path, at))


def _sort(turn: Turn, block: JsonObject, path: Path) -> None:
    kind = kind_of(block)
    turn.blocks.append((path, block))
    if kind == "tool_result":
        turn.results.append((path, block))
        if turn.leads:
            turn.leading.add(text_of(block.get("tool_use_id")))
        return
    turn.leads = False
    if kind == "tool_use":
        turn.calls.append((path, block))
    elif kind in SERVER_CALLS:
        turn.opened[text_of(block.get("id"))] = (path, block)
    elif kind.endswith("_tool_result"):
        turn.closed.add(text_of(block.get("tool_use_id")))
