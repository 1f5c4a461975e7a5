"""Which items call and which answer, for the steps behind shape; and which result answers which call."""

from collections import defaultdict, deque
from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec

from sendable.model.entry import Entry
from sendable.model.item import CALL, RESULT, kind
from sendable.model.json import JsonObject
from sendable.model.target import Target

_OUTPUT_OF: Final = {
    CALL: RESULT,
    "custom_tool_call": "custom_tool_call_output",
    "computer_call": "computer_call_output",
    "local_shell_call": "local_shell_call_output",
    "shell_call": "shell_call_output",
    "apply_patch_call": "apply_patch_call_output",
    "tool_search_call": "tool_search_output",
}
_ALWAYS_ANSWERED: Final = frozenset({CALL, "custom_tool_call"})
_RESULTS: Final = frozenset(_OUTPUT_OF.values())
_OPEN_ON: Final = frozenset({"openai-responses"})  # rule resp-async-call-pending

Place = tuple[int, int]
"""An item's place: the entry, and the item within it."""


class Pairs(msgspec.Struct, frozen=True):
    """The call of each result that answers one, and the result of each call that has one, by their places."""

    call_of: dict[Place, Place]
    result_of: dict[Place, Place]


def is_call(item: JsonObject) -> bool:
    """Whether a client answers this item; the hosted tools' calls, which have no call id, are not."""
    made = kind(item)
    if not isinstance(made, str) or made not in _OUTPUT_OF:
        return False
    return made in _ALWAYS_ANSWERED or (item.get("execution") != "server" and link(item) is not None)


def is_result(item: JsonObject) -> bool:
    """Whether this item answers a client's call."""
    made = kind(item)
    if not isinstance(made, str) or made not in _RESULTS:
        return False
    return made in (RESULT, "custom_tool_call_output") or link(item) is not None


def link(item: JsonObject) -> str | None:
    """Return what links a call to its result, or None for an id that links nothing: absent, null, blank, no text.

    ``"0"`` is an id, and so is a whole number, as its text.
    """
    call_id: Any = item.get("call_id")
    if isinstance(call_id, str):
        return call_id if call_id.strip() else None
    return str(call_id) if isinstance(call_id, int) and not isinstance(call_id, bool) else None


def may_stay_open(item: JsonObject, target: Target) -> bool:
    """Whether the provider lets this call wait for its result while the conversation goes on."""
    return item.get("async") is True and target.api in _OPEN_ON


def answered_anywhere(entries: Iterable[Entry]) -> set[str]:
    """Return the links of all results, wherever they stand."""
    return {found for each in entries for item in each.items if is_result(item) and (found := link(item)) is not None}


def pairs(entries: Sequence[Entry], *, runs: bool = False) -> Pairs:
    """Match each result with the first open call of its id in the latest answer before it that has one.

    runs: answers in a row count as one, as where an API merges them.
    """
    open_calls: dict[str, list[tuple[int, deque[Place]]]] = defaultdict(list)
    found = Pairs({}, {})
    turn = 0
    for at, entry in enumerate(entries):
        turn += not runs or entry.role != "assistant"
        for nth, item in enumerate(entry.items):
            if (known := link(item)) is None:
                continue
            if is_call(item):
                _open(open_calls[known], turn, (at, nth))
            elif is_result(item) and open_calls[known]:
                call = _answered(open_calls[known])
                found.call_of[at, nth] = call
                found.result_of[call] = (at, nth)
    return found


def _open(waiting: list[tuple[int, deque[Place]]], turn: int, call: Place) -> None:
    if not waiting or waiting[-1][0] != turn:
        waiting.append((turn, deque()))
    waiting[-1][1].append(call)


def _answered(waiting: list[tuple[int, deque[Place]]]) -> Place:
    _, calls = waiting[-1]
    call = calls.popleft()
    if not calls:
        waiting.pop()
    return call
