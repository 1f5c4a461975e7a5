"""Tools that Claude's API ran itself: a call without its result, and a result without its call, are left out.

Rules anthropic-server-tool-use-without-result and anthropic-advisor-result-orphan; a call that still runs beside one of
the client's, in the last answer, stays (anthropic-server-call-in-flight).
"""

from typing import Any

from sendable.model.item import ANTHROPIC, CALL, kept_by, kind
from sendable.model.json import JsonObject
from sendable.reference.send.shape.duty import Notes, Placed
from sendable.reference.send.shape.listed import left_out


def server_pairs(placed: list[Placed], notes: Notes) -> list[Placed]:
    """Leave out halves of pairs."""
    spots = [(at, nth, item) for at, each in enumerate(placed) for nth, item in enumerate(each.entry.items)]
    called = {_id(item, "id"): (at, nth) for at, nth, item in spots if kind(item) == "server_tool_use"}
    answered = {_id(item, "tool_use_id"): (at, nth) for at, nth, item in spots if _is_result(item)}
    last = max((at for at, each in enumerate(placed) if each.entry.role == "assistant"), default=-1)
    gone = set()
    for at, nth, item in spots:
        if kind(item) == "server_tool_use":
            runs = at == last and any(kind(other) == CALL for other in placed[at].entry.items)
            if not runs and answered.get(_id(item, "id"), (-1, -1)) < (at, nth):
                gone.add((at, nth))
        elif _is_result(item) and called.get(_id(item, "tool_use_id"), (at, nth)) >= (at, nth):
            gone.add((at, nth))
    return left_out(placed, gone, notes)


def _is_result(item: JsonObject) -> bool:
    return str(kind(item)).endswith("_tool_result") and kept_by(item, ANTHROPIC) is not None


def _id(item: JsonObject, key: str) -> Any:
    found = (kept_by(item, ANTHROPIC) or {}).get(key)
    return found if isinstance(found, str) else None
