"""System messages where Anthropic takes them.

Leading ones are the top-level ``system`` (the wire writes them there). Later ones stay where the model and the place
allow it, else they move to the front. Never from inside an open call, between a call and its result: there even the
move would mend what a normalizer broke.
Rules: anthropic-system-message-must-follow-user, -must-precede-assistant, -models, -first, -messages-adjacent,
anthropic-system-role-in-messages-old-models.
"""

from collections.abc import Callable, Iterator
from itertools import accumulate
from typing import Final, TypeAlias

from sendable.model.entry import Entry
from sendable.reference.send.shape.duty import Duty, Notes, Placed
from sendable.wire.items import CALL, RESULT, kind
from sendable.wire.system_texts import is_system_text

_TAKES: Final = (
    "claude-fable-5",
    "claude-mythos-5",
    "claude-opus-4-8",
    "claude-opus-5",
    "claude-sonnet-5-5",
    "claude-haiku-5-5",
)
Movable: TypeAlias = Callable[[Entry], bool]
_MOVED = "A system message that may not stand here is sent at the front."


def takes_system(model: str) -> bool:
    """Whether the model takes role system among the messages; Sonnet 5 does not, by its documentation."""
    return any(model == each or model.startswith(f"{each}-") for each in _TAKES)


def system(*, takes: bool, keyed: str = "", parts: str = "") -> Duty:
    """Move the system messages that may not stand where they are to the front, in their order.

    takes: whether the model takes role system among the messages. keyed, parts: as in `wire.system_texts`.
    """

    def movable(entry: Entry) -> bool:
        return is_system_text(entry, keyed=keyed, parts=parts)

    def duty(placed: list[Placed], notes: Notes) -> list[Placed]:
        moved = set(_to_move(placed, movable, takes=takes))
        for place in sorted(moved):
            notes.note("system-moved", _MOVED, placed[place].at, placed[place].entry.items[0])
        lead = _lead(placed, movable)
        hoisted = [placed[place] for place in sorted(moved)]
        return placed[:lead] + hoisted + [each for at, each in enumerate(placed) if at >= lead and at not in moved]

    return duty


def _lead(placed: list[Placed], movable: Movable) -> int:
    return next((at for at, each in enumerate(placed) if not movable(each.entry)), len(placed))


def _to_move(placed: list[Placed], movable: Movable, *, takes: bool) -> Iterator[int]:
    inside = _inside_a_call(placed)
    start = _lead(placed, movable)
    while start < len(placed):
        end = start
        while end < len(placed) and placed[end].entry.role == "system":
            end += 1
        before = placed[start - 1].entry if start else None
        after = placed[end].entry if end < len(placed) else None
        if not (takes and _may_stand(before, after)):
            yield from (at for at in range(start, end) if movable(placed[at].entry) and not inside[at])
        start = end + 1


def _may_stand(before: Entry | None, after: Entry | None) -> bool:
    """Whether a group of system messages may stand between these two."""
    follows = before is not None and (before.role in ("user", "tool") or _ends_in_server_result(before))
    return follows and (after is None or after.role == "assistant")


def _ends_in_server_result(entry: Entry) -> bool:
    return entry.role == "assistant" and bool(entry.items) and str(kind(entry.items[-1])).endswith("_tool_result")


def _inside_a_call(placed: list[Placed]) -> list[bool]:
    """Tell for each place whether it lies after a call and before the last result that names this call.

    A result names the latest call of its id before it: an id may come again.
    """
    latest: dict[str, int] = {}
    last: dict[int, int] = {}
    for at, each in enumerate(placed):
        for item in each.entry.items:
            known = repr(item.get("call_id"))
            if kind(item) == CALL:
                latest[known] = at
            elif kind(item) == RESULT and known in latest:
                last[latest[known]] = at
    steps = [0] * (len(placed) + 1)
    for call, result in last.items():
        if result > call:
            steps[call + 1] += 1
            steps[result] -= 1
    return [depth > 0 for depth in accumulate(steps)]
