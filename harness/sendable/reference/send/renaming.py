"""The step `id renaming`: a call id that comes again gets a name of its own, on both sides of the pair.

What the APIs demand is that the calls of one turn have different ids; in a later turn an id may come again (rules
anthropic-tool-use-duplicate-id, anthropic-tool-use-id-reused-in-later-turn, chat-duplicate-tool-call-id,
chat-duplicate-call-ids-across-turns, mistral-duplicate-or-unexpected-result, bedrock-toolresult-duplicate-ids); Z.ai's
takes none twice (rule zai-messages-illegal). An id that the API does not take is renamed in later turns too: shape
rewrites only ids that stand for one pair. The name depends on the occurrence alone, so it stays while the conversation
grows.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec

from sendable.model.entry import Entry
from sendable.model.json import JsonObject
from sendable.model.target import Target
from sendable.model.warning import StepWarning
from sendable.reference.send.calls import Pairs, Place, is_call, is_result, link, pairs
from sendable.reference.send.held import starts, touched
from sendable.reference.send.shape.models import read_by_mistral

_ANY: Final = re.compile(r".+", re.DOTALL)
_FITS: Final = {
    "openai-responses": re.compile(r".{1,64}", re.DOTALL),
    "openai-chat": re.compile(r".{1,64}", re.DOTALL),
    "anthropic-messages": re.compile("[a-zA-Z0-9_-]+"),
    "bedrock-converse": re.compile("[a-zA-Z0-9_.:-]{1,64}"),
    "mistral": re.compile("[a-zA-Z0-9]{9}"),
    "openai-chat@zai": re.compile("(?!)"),  # takes no id a second time, whatever its form
}
_MESSAGES: Final = {
    "call-id-repeated": "A call id that comes again is renamed in its pair.",
    "call-id-not-text": "A call id that is a number is sent as its text.",
}


class Renamed(msgspec.Struct, frozen=True):
    """The entries, the same object when nothing was renamed."""

    entries: Sequence[Entry]
    warnings: tuple[StepWarning, ...] = ()


def rename(entries: Sequence[Entry], target: Target) -> Renamed:
    """Give repeated call ids names of their own; the first call of an id keeps it. A whole number becomes its text."""
    names = _names(entries, _FITS.get(_reader(target), _ANY))
    matched = pairs(entries, runs=True) if names else Pairs({}, {})
    names |= {result: names[call] for result, call in matched.call_of.items() if call in names}
    repeated = _warning("call-id-repeated", entries, names)
    numbers = {place: name for place, name in _numbers(entries) if place not in names}
    return _renamed(entries, names | numbers, (*repeated, *_warning("call-id-not-text", entries, numbers)))


def _reader(target: Target) -> str:
    """Return the API whose ids a target takes: a vLLM server asks mistral-common's validator for Mistral's models."""
    if read_by_mistral(target):
        return "mistral"
    return target.api_name if target.api_name in _FITS else target.api


def _renamed(entries: Sequence[Entry], names: dict[Place, str], warnings: tuple[StepWarning, ...]) -> Renamed:
    if not names:
        return Renamed(entries)
    changed = {at for at, _ in names}
    whole = [_entry(each, at, names) if at in changed else each for at, each in enumerate(entries)]
    return Renamed(whole, warnings)


def _warning(code: str, entries: Sequence[Entry], names: dict[Place, str]) -> tuple[StepWarning, ...]:
    if not names:
        return ()
    positions = starts(entries)
    items = tuple(touched(entries[at].items[nth], positions[at] + nth) for at, nth in sorted(names))
    return (StepWarning(step="renaming", code=code, message=_MESSAGES[code], items=items),)


def _numbers(entries: Sequence[Entry]) -> Iterator[tuple[Place, str]]:
    """Yield the ids that are whole numbers, as text."""
    for at, entry in enumerate(entries):
        for nth, item in enumerate(entry.items):
            known = link(item) if isinstance(item.get("call_id"), int) else None
            if known is not None and (is_call(item) or is_result(item)):
                yield (at, nth), known


def _names(entries: Sequence[Entry], fits: re.Pattern[str]) -> dict[Place, str]:
    """Choose a name for each call whose id came before: in its turn, or anywhere when the API does not take it."""
    taken = {known for each in entries for item in each.items if (known := link(item)) is not None}
    seen: Counter[str] = Counter()
    turn: set[str] = set()
    names: dict[Place, str] = {}
    for at, nth, call_id in _calls(entries):
        if call_id is None:
            turn = set()
            continue
        seen[call_id] += 1
        if call_id in turn or (seen[call_id] > 1 and not fits.fullmatch(call_id)):
            names[at, nth] = _free(call_id, seen[call_id], taken)
            taken.add(names[at, nth])
        turn.add(call_id)
    return names


def _calls(entries: Sequence[Entry]) -> Iterator[tuple[int, int, str | None]]:
    """Yield the usable calls in order, and None where a turn of the model ends."""
    for at, entry in enumerate(entries):
        if entry.role != "assistant":
            yield at, 0, None
        for nth, item in enumerate(entry.items):
            if is_call(item) and (known := link(item)) is not None:
                yield at, nth, known


def _free(call_id: str, occurrence: int, taken: set[Any]) -> str:
    name = f"{call_id}_{occurrence}"
    while name in taken:
        name += "_"
    return name


def _entry(entry: Entry, at: int, names: dict[Place, str]) -> Entry:
    items = tuple(_item(item, names.get((at, nth))) for nth, item in enumerate(entry.items))
    return msgspec.structs.replace(entry, items=items)


def _item(item: JsonObject, name: str | None) -> JsonObject:
    return item if name is None or not (is_call(item) or is_result(item)) else {**item, "call_id": name}
