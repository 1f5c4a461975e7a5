"""Copy, in one pass, as much of a history as is flat and closed already: the common case, at its own speed.

This is no second set of rules: where it stops, the four rules take over, and laws in the tests hold both to the same
answer on every history.
"""

from collections.abc import Sequence
from typing import Final

from sendable.model.json import Json, JsonObject

_SPEAKERS: Final = frozenset({"user", "assistant", "developer"})


class _NotSettled(Exception):
    pass


def settled_start(entries: Sequence[Json]) -> tuple[list[JsonObject], bool]:
    """Return fresh copies of the leading entries that are flat to the letter, and whether no rule has anything to do.

    The copies end at the first entry that is odd, or where a call is not answered in place. Results are looked for in
    the order of their calls; a block in another order is left to the rules.
    """
    copies: list[JsonObject] = []
    declared: list[str] = []
    try:
        answered = _copy(entries, copies, declared)
    except (IndexError, KeyError, TypeError, UnicodeEncodeError, _NotSettled):
        return copies, False
    return copies, answered == len(declared) and _are_usable_once(declared)


def _copy(entries: Sequence[Json], copies: list[JsonObject], declared: list[str]) -> int:
    """Fill `copies`, and `declared` with the ids of all calls; return the number of answered ones."""
    answered = systems = 0
    for entry in entries:
        if type(entry) is not dict:
            raise _NotSettled
        role, content = entry["role"], entry["content"]
        if type(content) is not str:
            raise _NotSettled
        if not content.isascii():
            content.encode()  # a lone surrogate cannot be
        if role == "tool":
            if declared[answered] != entry["tool_call_id"] or len(entry) != 3:  # noqa: PLR2004 - role, content and id
                raise _NotSettled
            answered += 1
            copies.append(entry.copy())
        elif answered != len(declared):
            raise _NotSettled
        elif role in _SPEAKERS:
            copies.append(entry.copy() if len(entry) == 2 else _turn(entry, declared))  # noqa: PLR2004 - no calls
        elif role == "system" and systems == len(copies) and len(entry) == 2:  # noqa: PLR2004 - role and content
            copies.append(entry.copy())
            systems += 1
        else:
            raise _NotSettled
    return answered


def _turn(entry: JsonObject, declared: list[str]) -> JsonObject:
    calls = entry["tool_calls"]
    if entry["role"] != "assistant" or len(entry) != 3 or type(calls) is not list or not calls:  # noqa: PLR2004 - as above
        raise _NotSettled
    copy = entry.copy()
    copy["tool_calls"] = fresh = []
    for call in calls:
        if type(call) is not dict or "id" in call:
            raise _NotSettled
        declared.append(call["tool_call_id"])
        "".join([*call, *call.values()]).encode()  # texts, each of which a request can carry
        fresh.append(call.copy())
    return copy


def _are_usable_once(ids: list[str]) -> bool:
    once = set(ids)
    return len(once) == len(ids) and "0" not in once and "" not in once and not any(map(str.isspace, once))
