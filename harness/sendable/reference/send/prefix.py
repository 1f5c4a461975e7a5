"""The step `prefix`: thinking that its model binds to what stood before it, and what stands there now is another.

Such a block is refused (rule anthropic-thinking-prefix-binding), and so is every later one, which was made with it in
front. Both go, with a warning. Whether a prefix changed is known from the node's `prefix_digest`; without one, from
whether a step before this one left something out. Two changes stand in no digest, for later steps make them: a call
that was open when the block was made, and left out then, has its result by now; and a system message that came later
is sent at the front.
"""

import json
from collections.abc import Iterable, Sequence
from hashlib import sha256
from itertools import accumulate
from typing import Any, Final

import msgspec

from sendable.model.item import kind
from sendable.model.json import JsonObject
from sendable.model.target import Target
from sendable.model.warning import StepWarning, Touched
from sendable.reference.send.calls import pairs
from sendable.reference.send.data import binds_prefix
from sendable.reference.send.held import Held, entries_of, touched
from sendable.reference.send.shape.tools import definitions

_MAKER: Final = "anthropic"
_SYSTEM: Final = ("system", "developer")
_OF_THE_STORE: Final = frozenset({"provider", "model"})
_MESSAGE: Final = "Thinking whose prefix has changed, and all later thinking, is left out."


class Prefixed(msgspec.Struct, frozen=True):
    """The context, and what was left out of it."""

    held: tuple[Held, ...]
    warnings: tuple[StepWarning, ...] = ()


class PrefixHash:
    """The running digest of a context: tools first, then every item in order, system messages among them."""

    def __init__(self, tools: Sequence[JsonObject]) -> None:
        self._hash = sha256(_canonical(list(tools)))

    def add(self, items: Iterable[JsonObject]) -> None:
        """Count items in, as they are stored; who made them is no part of what is sent."""
        for item in items:
            self._hash.update(b"\n")
            self._hash.update(_canonical({key: value for key, value in item.items() if key not in _OF_THE_STORE}))

    def digest(self) -> str:
        """Return the sha256 so far, in hexadecimal."""
        return self._hash.hexdigest()


def prefix_digest(items: Sequence[JsonObject], tools: Sequence[JsonObject] | None = None) -> str:
    """Return what a node's `prefix_digest` holds: of the context that its answer was made with.

    Args:
        items: the context up to and with the node's own `sent`, system messages among them, as assembled for the
            request (after compaction and budget).
        tools: the definitions that went with it; None are those that `assemble` sends, one for each tool that the
            items name. A tool that is named for the first time later on is therefore a changed prefix.
    """
    running = PrefixHash(definitions(list(entries_of(items))) if tools is None else tools)
    running.add(items)
    return running.digest()


def unbind(
    held: Sequence[Held],
    target: Target,
    *,
    cut: bool,
    tools: Sequence[JsonObject] = (),
    fronted: int = -1,
) -> Prefixed:
    """Leave out the thinking that the target would refuse for its prefix, and all that comes after it.

    Args:
        held: the context.
        target: its model decides whether anything is bound.
        cut: the budget or a compactor left out something at the front, so that the digest of no old node can fit.
        tools: the definitions that go with the request; none are those that `assemble` makes from the history.
        fronted: the index of the last entry that shape sends at the front, -1 for none.
    """
    if target.provider_type != _MAKER or not binds_prefix(target.model):
        return Prefixed(tuple(held))
    late = _answered_late(held)
    running = PrefixHash(tools or definitions([each.entry for each in held]))
    kept: list[Held] = []
    gone: list[Touched] = []
    position = 0
    for at, each in enumerate(held):
        moved = at < fronted or late[at]
        if gone or (_is_bound(each) and (moved or _changed(each, running, cut=cut))):
            gone += [touched(item, position + nth) for nth, item in enumerate(each.entry.items) if _is_thought(item)]
            kept += _thoughtless(each)
        else:
            kept.append(each)
        running.add(each.entry.items)
        position += len(each.entry.items)
    warning = StepWarning(step="prefix", code="prefix-changed", message=_MESSAGE, items=tuple(gone))
    return Prefixed(tuple(kept), (warning,) if gone else ())


def last_system(held: Sequence[Held]) -> int:
    """Return the index of the last system message, -1 when there is none."""
    return max((at for at, each in enumerate(held) if each.entry.role in _SYSTEM), default=-1)


def _answered_late(held: Sequence[Held]) -> list[bool]:
    """Tell for each entry whether it stands between a call and its result."""
    steps = [0] * (len(held) + 1)
    for (result, _), (call, _) in pairs([each.entry for each in held]).call_of.items():
        if result > call + 1:
            steps[call + 1] += 1
            steps[result] -= 1
    return [depth > 0 for depth in accumulate(steps)][:-1]


def _is_bound(held: Held) -> bool:
    maker = held.entry.model
    return (maker is None or binds_prefix(maker)) and any(map(_is_thought, held.entry.items))


def _changed(held: Held, running: PrefixHash, *, cut: bool) -> bool:
    return cut if held.prefix is None else held.prefix != running.digest()


def _is_thought(item: JsonObject) -> bool:
    return kind(item) == "reasoning" and item.get("provider") in (None, _MAKER)


def _thoughtless(held: Held) -> list[Held]:
    items = tuple(item for item in held.entry.items if not _is_thought(item))
    if len(items) == len(held.entry.items):
        return [held]
    return [msgspec.structs.replace(held, entry=msgspec.structs.replace(held.entry, items=items))] if items else []


def _canonical(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), default=str).encode("ascii")
