"""The step `removing cleanup`, the last of assembly: calls that nothing answers, and the reasoning that led to them.

Seed: 2.61 to 2.71. Beyond its letter, results that would be left without a call go too (2.64). On a context in which
every call has its result it changes nothing; if it removes anything, some path does not attach results when it
writes, so it says what it removed. It is the opposite of the closing repair and is never chained with it.
"""

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from sendable.model.entry import Entry
from sendable.model.item import kind
from sendable.model.json import JsonObject
from sendable.model.target import Target
from sendable.model.warning import StepWarning
from sendable.reference.send.calls import Place, answered_anywhere, is_call, is_result, link, may_stay_open, pairs
from sendable.reference.send.held import starts, touched

_MESSAGE: Final = (
    "Calls without a result were removed before sending: some path does not attach results when it writes."
)


class Cleaned(msgspec.Struct, frozen=True):
    """The entries, the same object when nothing was removed. removed: how many items."""

    entries: Sequence[Entry]
    warnings: tuple[StepWarning, ...] = ()
    removed: int = 0


def clean_up(entries: Sequence[Entry], target: Target, *, letter: bool = False) -> Cleaned:
    """Remove unanswered calls, calls with an empty call id, and what led to nothing but them.

    Args:
        entries: the context as the other steps leave it.
        target: some providers let a call stay open.
        letter: a call is answered by a result of its call id anywhere, and results stay.
    """
    calls = set(_calls_to_remove(entries, target, letter=letter))
    results = set() if letter else set(_results_to_remove(entries, calls))
    if not calls and not results:
        return Cleaned(entries)
    removed = calls | results
    removed |= set(_reasoning_to_remove(entries, removed))
    begins = starts(entries)
    items = tuple(touched(entries[at].items[nth], begins[at] + nth) for at, nth in sorted(removed))
    warning = StepWarning(step="cleanup", code="calls-without-result", message=_MESSAGE, items=items)
    return Cleaned(list(_left(entries, removed)), (warning,), len(removed))


def _calls_to_remove(entries: Sequence[Entry], target: Target, *, letter: bool) -> Iterator[Place]:
    anywhere = answered_anywhere(entries) if letter else frozenset[str]()
    answered = frozenset() if letter else pairs(entries).result_of.keys()
    for at, entry in enumerate(entries):
        for nth, item in enumerate(entry.items):
            if not is_call(item):
                continue
            known = link(item)
            has_result = known in anywhere if letter else (at, nth) in answered
            if known is None or not (has_result or may_stay_open(item, target)):
                yield at, nth


def _results_to_remove(entries: Sequence[Entry], removed: set[Place]) -> Iterator[Place]:
    """Yield the results whose call is removed or nowhere."""
    called = {
        link(item)
        for at, entry in enumerate(entries)
        for nth, item in enumerate(entry.items)
        if is_call(item) and (at, nth) not in removed
    }
    for at, entry in enumerate(entries):
        for nth, item in enumerate(entry.items):
            if is_result(item) and link(item) not in called:
                yield at, nth


def _reasoning_to_remove(entries: Sequence[Entry], removed: set[Place]) -> Iterator[Place]:
    """Yield reasoning of whose answer everything behind it is removed; what had no follower before stays."""
    for at in sorted({at for at, _ in removed}):
        followed = led_somewhere = False
        for nth in range(len(entries[at].items) - 1, -1, -1):
            if kind(entries[at].items[nth]) == "reasoning":
                if followed and not led_somewhere:
                    yield at, nth
            else:
                followed = True
                led_somewhere |= (at, nth) not in removed and not _holds_nothing(entries[at].items[nth])


def _left(entries: Sequence[Entry], removed: set[Place]) -> Iterator[Entry]:
    """Yield what remains; a message that only carried its calls, so that nothing is left in it, goes with them."""
    changed = {at for at, _ in removed}
    for at, entry in enumerate(entries):
        if at not in changed:
            yield entry
            continue
        items = tuple(item for nth, item in enumerate(entry.items) if (at, nth) not in removed)
        if not all(map(_holds_nothing, items)):
            yield msgspec.structs.replace(entry, items=items)


def _holds_nothing(item: JsonObject) -> bool:
    return kind(item) == "message" and item.get("content") in ("", None, []) and "provider_data" not in item
