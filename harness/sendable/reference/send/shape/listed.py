"""Item types that the target does not take: left out with a warning, the pair's other half with them (checklist 2.45).

Reasoning that thereby loses all that followed it in its response goes too: the providers want it before what it led to.
"""

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from sendable.model.entry import Entry
from sendable.model.item import CALL, RESULT, kept_by, kind
from sendable.model.json import JsonObject
from sendable.reference.send.shape.duty import Duty, Notes, Placed

Taken: TypeAlias = Callable[[JsonObject, Entry], bool]
"""Whether the target takes an item; asked for no message, function call, function result or reasoning."""
_LEFT_OUT: Final = "An item of a type that this API does not take is left out."
_PAIR: Final = "A call or result is left out, because this API does not take the other half of its pair."
_LONELY: Final = "Reasoning is left out, because all that followed it in its response was."
_SERVER_CALLS: Final = ("server_tool_use", "mcp_tool_use")
_SERVER_RESULT: Final = "_tool_result"
_ALWAYS: Final = frozenset({"message", "reasoning", CALL, RESULT})


def listed(taken: Taken) -> Duty:
    """Leave out what the target does not take."""

    def duty(placed: list[Placed], notes: Notes) -> list[Placed]:
        gone = {
            (at, nth)
            for at, each in enumerate(placed)
            for nth, item in enumerate(each.entry.items)
            if not _is_taken(item, each.entry, taken)
        }
        return left_out(placed, gone, notes)

    return duty


def kept_block(provider: str) -> Taken:
    """Take every item that still has this provider's own block beside it."""
    return lambda item, _entry: kept_by(item, provider) is not None


def nothing_else(_item: JsonObject, _entry: Entry) -> bool:
    """Take messages, function calls and results alone."""
    return False


def _is_taken(item: JsonObject, entry: Entry, taken: Taken) -> bool:
    made = kind(item)
    return isinstance(made, str) and (made in _ALWAYS or taken(item, entry))


def left_out(placed: list[Placed], gone: set[tuple[int, int]], notes: Notes) -> list[Placed]:
    """Leave out the items at these places, the other halves of their pairs, and reasoning that is left alone."""
    if not gone:
        return placed
    lost = [placed[at].entry.items[nth] for at, nth in gone]
    halves = {(half, link) for item in lost if (link := _link(item)) for half in _other_halves(kind(item))}
    kept = []
    for at, each in enumerate(placed):
        items = []
        for nth, item in enumerate(each.entry.items):
            paired = any((half, _link(item)) in halves for half in _names(kind(item)))
            if (at, nth) not in gone and not paired:
                items.append(item)
                continue
            code, why = ("item-left-out", _LEFT_OUT) if (at, nth) in gone else ("pair-left-out", _PAIR)
            notes.note(code, why, each.at, item)
        shorter = len(items) < len(each.entry.items)
        whole = _followed(items, each, notes) if shorter else items
        if whole or not shorter:
            kept.append(each.holding(tuple(whole)) if shorter else each)
    return kept


def _link(item: JsonObject) -> str | None:
    """Return the id that both halves of a pair carry; a server's own tools have theirs in the block alone."""
    kept = item.get("provider_data")
    block = kept if isinstance(kept, dict) else {}
    named = (item.get("call_id"), block.get("tool_use_id"), block.get("id"))
    return next((each for each in named if isinstance(each, str)), None)


def _names(made: Any) -> tuple[str, ...]:
    """Name the halves that an item of this type is."""
    if not isinstance(made, str):
        return ()
    return (made, _SERVER_RESULT) if made.endswith(_SERVER_RESULT) else (made,)


def _other_halves(made: Any) -> tuple[str, ...]:
    """Name the halves that an item of this type can be paired with: ``x_call`` or ``x``, and ``x_call_output``."""
    if not isinstance(made, str):
        return ()
    if made in _SERVER_CALLS:
        return (_SERVER_RESULT,)
    if made.endswith(_SERVER_RESULT):
        return _SERVER_CALLS
    if made.endswith("_output"):
        stem = made.removesuffix("_output")
        return (stem, f"{stem}_call") if not stem.endswith("_call") else (stem,)
    return (f"{made}_output", f"{made.removesuffix('_call')}_output")


def _followed(items: list[JsonObject], each: Placed, notes: Notes) -> list[JsonObject]:
    """Leave out reasoning at the end of a response that lost an item."""
    end = len(items)
    while end and kind(items[end - 1]) == "reasoning":
        end -= 1
    for item in items[end:]:
        notes.note("reasoning-without-follower", _LONELY, each.at, item)
    return items[:end]
