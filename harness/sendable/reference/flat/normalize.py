"""The four rules of seed 1 in order, and the one report of what they did."""

from collections.abc import Sequence

from sendable.model.errors import UnreadableInput
from sendable.model.json import Json, JsonObject
from sendable.reference.flat.coerce import coerce
from sendable.reference.flat.order import order
from sendable.reference.flat.pair import repair
from sendable.reference.flat.result import FlatResult, Tally
from sendable.reference.flat.rules import BEYOND_THE_LETTER, NOTHING, check_names
from sendable.reference.flat.settled import settled_start
from sendable.reference.flat.strip import strip


def normalize_flat(messages: Json, *, letter: bool = False, without: frozenset[str] = NOTHING) -> FlatResult:
    """Normalize a stored list of messages so that a provider takes it, and report what was dropped (seed 1).

    Pure: the input is not changed, and the answer shares no mutable object with it.

    Args:
        messages: a list of entries of any shape; None counts as an empty one.
        letter: take the seed by the letter: ids match over the whole list, only index 0 leads, nothing is moved.
        without: rules left out, names of `RULES`.

    Raises:
        UnreadableInput: when `messages` is no list.
        BadUsage: when `without` names no rule.
    """
    check_names(without)
    left_out = without | BEYOND_THE_LETTER if letter else without
    entries = _as_list(messages)
    tally = Tally(range(len(entries)))
    start, settled = settled_start(entries)
    final = start if settled else _four_rules(entries, start, tally, left_out)
    return FlatResult(
        messages=final,
        dropped=tally.dropped,
        by_rule=tally.by_rule,
        synthesized=tally.synthesized,
        moved=tally.moved,
        notes=tuple(tally.notes),
        events=tuple(tally.events),
    )


def _four_rules(
    entries: Sequence[Json], start: list[JsonObject], tally: Tally, left_out: frozenset[str]
) -> list[JsonObject]:
    flat, tally.origins = coerce(entries, tally, left_out, start=start)
    flat, tally.origins = order(flat, tally.origins, left_out)
    flat = strip(repair(flat, tally=tally, without=left_out), tally, left_out)
    if tally.by_rule["leading"] and "repair-again" not in left_out:
        return repair(flat, tally=tally, without=left_out).messages
    return flat


def _as_list(messages: Json) -> Sequence[Json]:
    if messages is None:
        return []
    if isinstance(messages, (list, tuple)):
        return messages
    raise UnreadableInput(
        f"a history is a list of messages, and this is a {type(messages).__name__}",
        where="$",
        hint="put a single message into a list",
    )
