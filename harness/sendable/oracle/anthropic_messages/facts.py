"""The first pass over a history: consecutive messages of one role are one turn, and pairing looks at turns."""

from typing import Any

import msgspec

from sendable.model.json import JsonObject, Path
from sendable.oracle.settings import Settings

Placed = tuple[Path, JsonObject]
"""A block and where it stands."""

SERVER_CALLS = frozenset({"server_tool_use", "mcp_tool_use"})
_NONE: frozenset[str] = frozenset()
THINKING = frozenset({"thinking", "redacted_thinking"})


class Turn(msgspec.Struct, gc=False):
    """Consecutive messages of one role, as the API merges them before it pairs calls and results.

    number: of this turn. at: index of the first message. blocks: all content blocks in order; a text content counts as
    one text block. kinds: their types. calls and results: the `tool_use` and `tool_result` blocks among them. called
    and answered: the ids of these. leading: ids answered by the results that stand before any other block. opened:
    server-run calls by id. closed: ids of their results. carried: server-run calls of earlier turns that still run,
    because client tools were called meanwhile.
    """

    role: str
    number: int
    at: int
    blocks: list[Placed]
    carried: frozenset[str]
    kinds: set[str]
    calls: list[Placed]
    results: list[Placed]
    called: set[str]
    answered: set[str]
    leading: set[str]
    opened: dict[str, Placed]
    closed: set[str]
    leads: bool = True


class Facts(msgspec.Struct):
    """What rules look up.

    turns: in order. count: of messages. around: index of a system message to the nearest other messages before and
    after it, None where there is none.
    """

    turns: list[Turn]
    count: int
    around: dict[int, tuple[Any, Any]]

    @property
    def last(self) -> Turn | None:
        """The last turn."""
        return self.turns[-1] if self.turns else None

    def before(self, turn: Turn) -> Turn | None:
        """Return the turn before one."""
        return self.turns[turn.number - 1] if turn.number else None

    def after(self, turn: Turn) -> Turn | None:
        """Return the turn after one."""
        return self.turns[turn.number + 1] if turn.number + 1 < len(self.turns) else None


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
            turn = _next_turn(facts, role, at)
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


def _next_turn(facts: Facts, role: str, at: int) -> Turn:
    number = len(facts.turns)
    last = facts.turns[-2] if number > 1 else None
    turn = Turn(role, number, at, [], _running(last), set(), [], [], set(), set(), set(), {}, set())
    facts.turns.append(turn)
    return turn


def _running(last: Turn | None) -> frozenset[str]:
    """Return the server-run calls that the assistant's turn before left open while client tools ran."""
    if last is None or not last.calls or not (last.opened or last.carried):
        return _NONE
    return (last.carried | last.opened.keys()) - last.closed


def _take(turn: Turn, content: Any, path: Path) -> None:
    if isinstance(content, str):
        turn.leads = False
        turn.kinds.add("text")
        turn.blocks.append((path, {"type": "text", "text": content}))
    elif isinstance(content, list):
        for at, block in enumerate(content):
            if isinstance(block, dict):
                _sort(turn, block, (*path, at))


def _sort(turn: Turn, block: JsonObject, path: Path) -> None:
    kind = kind_of(block)
    placed = (path, block)
    turn.blocks.append(placed)
    turn.kinds.add(kind)
    if kind == "tool_result":
        _take_result(turn, placed)
        return
    turn.leads = False
    if kind == "tool_use":
        turn.calls.append(placed)
        turn.called.add(text_of(block.get("id")))
    elif kind in SERVER_CALLS:
        turn.opened[text_of(block.get("id"))] = placed
    elif kind.endswith("_tool_result"):
        turn.closed.add(text_of(block.get("tool_use_id")))


def _take_result(turn: Turn, placed: Placed) -> None:
    call_id = text_of(placed[1].get("tool_use_id"))
    turn.results.append(placed)
    turn.answered.add(call_id)
    if turn.leads:
        turn.leading.add(call_id)
