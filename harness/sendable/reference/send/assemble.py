"""From a stored history to a request body, for any target: the steps in their order.

path and compaction, compactor, budget, prefix, read, shape, id renaming, order repair, removing cleanup, wire (design,
section 7). The stored copy is never changed, and the body shares nothing with it. The budget runs the steps behind it
on each candidate. Where renaming, order repair or cleanup changed something, shape runs once more: what they leave (ids
that now stand for one pair, results to join, a message without content) is its business.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from sendable import wire
from sendable.model.case import DEFAULT_NEXT
from sendable.model.entry import Entry
from sendable.model.errors import UnreadableInput
from sendable.model.json import Json, JsonObject
from sendable.model.node import read_conversation, read_tools
from sendable.model.target import Target
from sendable.model.warning import StepWarning
from sendable.reference.send.budget import Count, Draft, fit
from sendable.reference.send.cleanup import Cleaned, clean_up
from sendable.reference.send.compaction import Expanded, expand
from sendable.reference.send.compactor import Compactor, compact
from sendable.reference.send.data import input_limit
from sendable.reference.send.held import Held
from sendable.reference.send.order import Ordered, repair_order
from sendable.reference.send.path import coming, context, flat_context
from sendable.reference.send.prefix import last_system, unbind
from sendable.reference.send.readable import Readable, make_readable
from sendable.reference.send.renaming import Renamed, rename
from sendable.reference.send.shape import Shaped, shape
from sendable.reference.send.shape.tools import definitions

NOTHING: Final[frozenset[str]] = frozenset()
BEYOND_THE_LETTER: Final = frozenset({"prefix", "read", "renaming", "order"})


class Request(msgspec.Struct, frozen=True):
    """A request body, what the steps changed or left out, and how often they did what needs no warning."""

    body: JsonObject
    warnings: tuple[StepWarning, ...] = ()
    counters: dict[str, int] = {}


def assemble(
    history: Mapping[str, Any],
    target: Target,
    next: Sequence[Json] = DEFAULT_NEXT,  # noqa: A002 - the protocol's word for the coming user turn
    *,
    letter: bool = False,
    count: Count | None = None,
    compactor: Compactor | None = None,
    tools: Sequence[JsonObject] | None = None,
    without: frozenset[str] = NOTHING,
) -> Request:
    """Assemble the request that sends a stored history and the coming user turn to a target.

    Args:
        history: ``{"messages": […]}``, ``{"nodes": […], "leaf": id}`` or ``{"items": […]}``, each with the optional
            ``tools`` that its conversation offers; never changed.
        target: API, vendor and model.
        next: the coming user turn, in flat messages or in items.
        letter: the seed to the letter: no prefix, no renaming, no order repair, and results that the cleanup leaves
            without a call stay.
        count: asks the provider for a body's tokens; without one a safe bound decides.
        compactor: shrinks the expanded context first.
        tools: neutral definitions ``{"name", "description", "parameters"}``, instead of the history's own. Without
            any, one is made for each tool that the history names; these change when a tool is named for the first
            time, and thinking that is bound to its prefix then goes.
        without: steps (``path``, then all nodes go out as they are stored; ``compaction``, ``budget``, ``prefix``,
            ``read``, ``renaming``, ``order``, ``cleanup``) and duties of shape to leave out, for tests of the net. The
            compactor is left out where none is given.

    Raises:
        UnreadableInput: the history, or the tools, have another shape; says where.
        BadUsage: there is no wire format or no duties of shape for the target's API.
    """
    skipped = without | BEYOND_THE_LETTER if letter else without
    offered = read_tools(history if tools is None else {"tools": list(tools)})
    walked = _walked(history, target, skipped)
    compacted = compact(walked.held, target, compactor)
    cut = compacted.changed

    def build(held: Sequence[Held], dropped: int) -> Draft:
        return _finished(held, offered, target, skipped, cut=cut or dropped > 0, letter=letter)

    held = [*compacted.held, *coming(next)]
    limit = None if "budget" in skipped else input_limit(target.model)
    draft = build(held, 0) if limit is None else fit(held, build, limit, count)
    counters = {
        "compactions_expanded": len(walked.expanded),
        "foreign_compactions_dropped": walked.dropped,
        **draft.counters,
    }
    return Request(draft.body, (*walked.warnings, *compacted.warnings, *draft.warnings), counters)


def _walked(history: Mapping[str, Any], target: Target, skipped: frozenset[str]) -> Expanded:
    if "messages" not in history:
        conversation = read_conversation(history)
        if "path" in skipped:
            return Expanded(tuple(context(list(conversation.nodes.values()))))
        if "compaction" in skipped:
            return Expanded(tuple(context(conversation.path(conversation.leaf))))
        return expand(conversation, target)
    if not isinstance(history["messages"], list):
        found = type(history["messages"]).__name__
        raise UnreadableInput(f"not a message list: found {found}", where="$.messages", hint='write {"messages": […]}')
    return Expanded(tuple(flat_context(history["messages"])))


def _finished(
    held: Sequence[Held],
    tools: Sequence[JsonObject],
    target: Target,
    skipped: frozenset[str],
    *,
    cut: bool,
    letter: bool,
    fronted: int = -1,
) -> Draft:
    """Run the steps behind the budget; once more when shape sent a system message ahead of thinking bound to another.

    fronted: as in `unbind`.
    """
    warnings: list[StepWarning] = []
    # From the stored context, as `prefix_digest` has it: a call that the cleanup removes later names its tool too.
    tools = tools or definitions([each.entry for each in held])
    kept = held
    if "prefix" not in skipped:
        prefixed = unbind(held, target, cut=cut, tools=tools, fronted=fronted)
        kept = prefixed.held
        warnings += prefixed.warnings
    read = Readable([each.entry for each in kept])
    if "read" not in skipped:
        read = make_readable(read.entries)
        warnings += read.warnings
    shaped = shape(read.entries, target, skipped, tools)
    entries, repaired, counters = _repaired(shaped.entries, target, skipped, letter=letter)
    warnings += [*shaped.warnings, *repaired]
    if entries is not shaped.entries:
        counters = {**counters, **shaped.counters}
        shaped = _shaped_again(entries, shaped.tools, target, skipped, warnings)
    if fronted < 0 and "prefix" not in skipped and any(each.code == "system-moved" for each in warnings):
        return _finished(held, tools, target, skipped, cut=cut, letter=letter, fronted=max(0, last_system(held)))
    body = wire.to_body(shaped.entries, target, shaped.tools)
    return Draft(body, tuple(warnings), {**counters, **_added(counters, shaped.counters)})


def _repaired(
    entries: Sequence[Entry], target: Target, skipped: frozenset[str], *, letter: bool
) -> tuple[Sequence[Entry], list[StepWarning], dict[str, int]]:
    """Run renaming, order repair and removing cleanup; the same object comes back when none had anything to do."""
    renamed = Renamed(entries) if "renaming" in skipped else rename(entries, target)
    ordered = Ordered(renamed.entries) if "order" in skipped else repair_order(renamed.entries, target)
    skip = "cleanup" in skipped
    cleaned = Cleaned(ordered.entries) if skip else clean_up(ordered.entries, target, letter=letter)
    counters = {"order_dropped": ordered.dropped, "cleanup_removed": cleaned.removed}
    return cleaned.entries, [*renamed.warnings, *ordered.warnings, *cleaned.warnings], counters


def _added(counters: dict[str, int], more: dict[str, int]) -> dict[str, int]:
    return {code: counters.get(code, 0) + count for code, count in more.items()}


def _shaped_again(
    entries: Sequence[Entry],
    tools: Sequence[JsonObject],
    target: Target,
    skipped: frozenset[str],
    warnings: list[StepWarning],
) -> Shaped:
    """Run shape on what the repairs left; what it said before is not said twice."""
    again = shape(entries, target, skipped, tools)
    said = {each.code for each in warnings if each.step == "shape"}
    warnings += [each for each in again.warnings if each.code not in said]
    return again
