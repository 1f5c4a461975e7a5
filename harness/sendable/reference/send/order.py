"""The step `order repair`: every result right behind its call, nothing that no provider can place.

It goes beyond the letter of the seed, which stops such histories when they are written (2.7, 2.64): real results move
next to their call, results without a call before them and second results are left out, and so is reasoning that was
stored without a follower. A context that is in order comes back as the same object.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from sendable.model.entry import Entry
from sendable.model.item import kind
from sendable.model.json import JsonObject
from sendable.model.target import Target
from sendable.model.warning import StepWarning, Touched
from sendable.reference.send.calls import (
    Pairs,
    Place,
    answered_anywhere,
    is_call,
    is_result,
    link,
    may_stay_open,
    pairs,
)
from sendable.reference.send.held import starts, touched
from sendable.reference.send.shape.models import read_by_mistral

_CALLS_LAST: Final = ("anthropic-messages", "bedrock-converse", "vllm-messages", "llamacpp-messages")
_SAID: Final = ("message", "reasoning")
_MESSAGES: Final = {
    "result-moved": "A result is moved next to its call: some path stores it too late.",
    "result-without-call": "A result whose call does not stand before it is left out.",
    "result-repeated": "A second result for one call is left out.",
    "reasoning-without-follower": "Reasoning that was stored without what it led to is left out.",
    "call-moved-last": "A call is moved behind what the model said in the same answer: its result must follow it.",
}


class Ordered(msgspec.Struct, frozen=True):
    """The entries, the same object when nothing changed. dropped: how many items were left out."""

    entries: Sequence[Entry]
    warnings: tuple[StepWarning, ...] = ()
    dropped: int = 0


class _Notes:
    """What is touched, by code, in the order of first use."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.starts = starts(entries)
        self.touched: dict[str, list[Touched]] = {}

    def note(self, code: str, place: Place, item: JsonObject) -> None:
        self.touched.setdefault(code, []).append(touched(item, self.starts[place[0]] + place[1]))

    def warnings(self) -> tuple[StepWarning, ...]:
        return tuple(
            StepWarning(step="order", code=code, message=_MESSAGES[code], items=tuple(items))
            for code, items in self.touched.items()
        )


def repair_order(entries: Sequence[Entry], target: Target) -> Ordered:
    """Put results next to their calls and leave out what has no place; entries that are in order stay as they are."""
    notes = _Notes(entries)
    matched = pairs(entries)
    gone = dict(_gone(entries, matched, whole=target.provider_type == "anthropic"))
    for place, code in gone.items():
        notes.note(code, place, _item(entries, place))
    moved = _misplaced(entries, matched, gone, target)
    for place in moved:
        notes.note("result-moved", place, _item(entries, place))
    ordered = _rebuilt(entries, matched, gone, target) if moved else _kept(entries, gone)
    ordered = _calls_last(ordered, notes) if _wants_calls_last(target) else ordered
    return Ordered(ordered if notes.touched else entries, notes.warnings(), len(gone))


def _wants_calls_last(target: Target) -> bool:
    """Whether results must follow a whole answer: Responses is read as messages there (rule deepseek-call-unanswered).

    vLLM makes two of an answer that speaks before and after its calls.
    """
    of_mistral = target.api == "vllm-responses" and read_by_mistral(target)
    of_deepseek = target.api_name == "openai-responses@deepseek"
    return target.api in _CALLS_LAST or of_mistral or of_deepseek


def _item(entries: Sequence[Entry], place: Place) -> JsonObject:
    return entries[place[0]].items[place[1]]


def _gone(entries: Sequence[Entry], matched: Pairs, *, whole: bool) -> Iterator[tuple[Place, str]]:
    """Yield what is left out. Results with an empty id are the removing cleanup's, together with their calls.

    whole: of one answer, all reasoning goes or none (rule anthropic-thinking-latest-turn-modified).
    """
    called = set()
    for at, entry in enumerate(entries):
        last = max((nth for nth, item in enumerate(entry.items) if kind(item) != "reasoning"), default=-1)
        trails = entry.role == "assistant" and last + 1 < len(entry.items)
        for nth, item in enumerate(entry.items):
            if kind(item) == "reasoning" and trails and (whole or nth > last):
                yield (at, nth), "reasoning-without-follower"
            elif is_call(item):
                called.add(link(item))
            elif is_result(item) and link(item) is not None and (at, nth) not in matched.call_of:
                yield (at, nth), "result-repeated" if link(item) in called else "result-without-call"


def _misplaced(entries: Sequence[Entry], matched: Pairs, gone: dict[Place, str], target: Target) -> list[Place]:
    """Return the results between which and their call something else stands than results of the same answer."""
    anchor = -1
    found = []
    for at, entry in enumerate(entries):
        for nth, item in enumerate(entry.items):
            if (at, nth) in gone:
                continue
            call = matched.call_of.get((at, nth))
            if call is None and is_result(item):
                continue
            if call is None:
                anchor = at if entry.role == "assistant" else -1
            elif call[0] not in (anchor, at) and not may_stay_open(_item(entries, call), target):
                found.append((at, nth))
    return found


def _rebuilt(entries: Sequence[Entry], matched: Pairs, gone: dict[Place, str], target: Target) -> list[Entry]:
    """Write each entry, and behind it the results of its calls in the order of their arrival."""
    results: dict[int, list[Place]] = defaultdict(list)
    for place, call in matched.call_of.items():
        if place[0] != call[0] and not may_stay_open(_item(entries, call), target):
            results[call[0]].append(place)
    taken = {*gone, *(place for places in results.values() for place in places)}
    ordered = []
    for at, entry in enumerate(entries):
        items = tuple(item for nth, item in enumerate(entry.items) if (at, nth) not in taken)
        if items or not entry.items:
            ordered.append(_holding(entry, items))
        ordered += [_result(entries, place) for place in results[at]]
    return ordered


def _result(entries: Sequence[Entry], place: Place) -> Entry:
    entry = entries[place[0]]
    return msgspec.structs.replace(entry, role="tool", items=(_item(entries, place),))


def _kept(entries: Sequence[Entry], gone: dict[Place, str]) -> list[Entry]:
    changed = {at for at, _ in gone}
    kept = []
    for at, entry in enumerate(entries):
        items = tuple(item for nth, item in enumerate(entry.items) if (at, nth) not in gone)
        if at not in changed or items:
            kept.append(_holding(entry, items))
    return kept


def _holding(entry: Entry, items: tuple[JsonObject, ...]) -> Entry:
    return entry if len(items) == len(entry.items) else msgspec.structs.replace(entry, items=items)


def _calls_last(entries: list[Entry], notes: _Notes) -> list[Entry]:
    """Move calls behind the texts and thoughts of the same answer (rule anthropic-tool-use-not-trailing)."""
    notes.starts = starts(entries)
    answered = answered_anywhere(entries)
    return [_with_calls_last(entry, at, answered, notes) for at, entry in enumerate(entries)]


def _with_calls_last(entry: Entry, at: int, answered: set[str], notes: _Notes) -> Entry:
    last_said = max((nth for nth, item in enumerate(entry.items) if kind(item) in _SAID), default=-1)
    early = [nth for nth, item in enumerate(entry.items[: last_said + 1]) if is_call(item) and link(item) in answered]
    if entry.role != "assistant" or not early:
        return entry
    for nth in early:
        notes.note("call-moved-last", (at, nth), entry.items[nth])
    calls = tuple(filter(is_call, entry.items))
    return msgspec.structs.replace(entry, items=(*(item for item in entry.items if not is_call(item)), *calls))
