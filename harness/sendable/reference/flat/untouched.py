"""Tell in bulk that a stretch of history is flat already, and copy it: the common case, at the speed of C loops.

This is no second set of rules: whatever it does not recognise goes through `coerce` entry by entry, and a law in the
tests holds both to the same answer on every history that it does recognise.
"""

from collections.abc import Iterable, Sequence
from itertools import chain, filterfalse
from operator import itemgetter
from typing import Final

from sendable.model.json import Json, JsonObject

KNOWN_ROLES: Final = frozenset({"system", "developer", "user", "assistant", "tool"})
_role, _content = itemgetter("role"), itemgetter("content")
_calls, _call_id = itemgetter("tool_calls"), itemgetter("tool_call_id")


def copies_if_flat(entries: Sequence[Json]) -> list[JsonObject] | None:
    """Return fresh copies when every entry is a flat message to the letter, else None."""
    try:
        known = _has_only(dict, entries) and _is_flat(entries)
    except (KeyError, TypeError):  # a key is missing, or a value is not the text that it should be
        return None
    if not known:
        return None
    copies = list(map(dict.copy, entries))
    for turn in [each for each in copies if "tool_calls" in each]:
        turn["tool_calls"] = [call.copy() for call in turn["tool_calls"]]
    return copies


def _is_flat(entries: Sequence[JsonObject]) -> bool:
    if not _are_sound(map(_content, entries)):
        return False
    roles = list(map(_role, entries))
    longer = [each for each in entries if len(each) != 2]  # noqa: PLR2004 - a role, a content, and nothing else
    results = [each for each in longer if "tool_call_id" in each]
    turns = [each for each in longer if "tool_calls" in each]
    return (
        KNOWN_ROLES.issuperset(roles)
        # With role and content everywhere, a third key and no fourth is exactly one of these two.
        and set(map(len, longer)) <= {3}
        and len(longer) == len(results) + len(turns)
        and roles.count("tool") == len(results)
        and set(map(_role, results)) <= {"tool"}
        and set(map(_role, turns)) <= {"assistant"}
        and _are_sound(map(_call_id, results))
        and _have_flat_calls(list(map(_calls, turns)))
    )


def _have_flat_calls(lists: Sequence[list[JsonObject]]) -> bool:
    """Tell whether each is a list, not empty, of maps of texts with a ``tool_call_id`` and no second spelling."""
    if not _has_only(list, lists) or not all(lists):
        return False
    calls = list(chain.from_iterable(lists))
    if not _has_only(dict, calls):
        return False
    names = set(chain.from_iterable(calls))
    return (
        "id" not in names
        and _are_sound(names)
        and _are_sound(chain.from_iterable(map(dict.values, calls)))
        and _are_sound(map(_call_id, calls))  # present in each
    )


def _has_only(kind: type, values: Iterable[Json]) -> bool:
    return set(map(type, values)) <= {kind}


def _are_sound(texts: Iterable[str]) -> bool:
    """Tell whether no text holds a lone surrogate; TypeError when one is no text."""
    try:
        "".join(filterfalse(str.isascii, texts)).encode()
    except UnicodeEncodeError:
        return False
    return True
