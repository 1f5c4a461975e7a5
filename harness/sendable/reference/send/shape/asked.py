"""Gemini's order of turns: a call answers the user, or the results before it (rule gemini-function-call-turn-order).

A call that opens the history gets a fixed user turn in front, and the model's own words directly before a call are one
content with it. Neither can mend a pair: both stand before the call, and nothing moves past another call or result.
"""

import msgspec

from sendable.model.entry import Entry
from sendable.model.item import CALL, RESULT, kind
from sendable.reference.send.shape.blank import PLACEHOLDER
from sendable.reference.send.shape.duty import Notes, Placed

_OPENED = "A history that begins with a call gets a fixed user turn in front."


def asked(placed: list[Placed], notes: Notes) -> list[Placed]:
    """Let every call follow a user turn or results."""
    whole: list[Placed] = []
    words: list[Placed] = []
    for each in placed:
        if _is_words(each.entry):
            words.append(each)
            continue
        whole += [_one([*words, each], notes)] if _calls(each.entry) and words else [*words, each]
        words = []
    return _opened([*whole, *words], notes)


def _opened(placed: list[Placed], notes: Notes) -> list[Placed]:
    first = next((at for at, each in enumerate(placed) if each.entry.role != "system"), None)
    if first is None or not _calls(placed[first].entry):
        return placed
    call = next(item for item in placed[first].entry.items if kind(item) == CALL)
    notes.note("user-turn-added", _OPENED, placed[first].at, call)
    turn = Entry("user", ({"type": "message", "role": "user", "content": PLACEHOLDER},))
    return [*placed[:first], Placed(placed[first].at, turn), *placed[first:]]


def _calls(entry: Entry) -> bool:
    return entry.role == "assistant" and any(kind(item) == CALL for item in entry.items)


def _is_words(entry: Entry) -> bool:
    """Whether the model speaks here and nothing else: no call, no result, nothing that is no message."""
    held = entry.role == "assistant" and entry.raw is msgspec.UNSET and bool(entry.items)
    return held and all(kind(item) not in (CALL, RESULT) for item in entry.items)


def _one(run: list[Placed], notes: Notes) -> Placed:
    for _ in run[1:]:
        notes.count("words_joined_to_calls")
    return run[-1].holding(tuple(item for each in run for item in each.entry.items))
