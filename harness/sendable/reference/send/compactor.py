"""The step `compactor`: somebody's own function shrinks the context, where the server has no compaction (2.60)."""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import msgspec

from sendable.model.entry import Entry
from sendable.model.target import Target
from sendable.model.warning import StepWarning
from sendable.reference.send.held import Held

Compactor: TypeAlias = Callable[[Sequence[Entry], Target], Sequence[Entry]]
"""Returns the context to send in place of the given one: entries it keeps are the same objects."""


class Compacted(msgspec.Struct, frozen=True):
    """The context, whether the compactor changed it, and what to say."""

    held: Sequence[Held]
    changed: bool = False
    warnings: tuple[StepWarning, ...] = ()


def compact(held: Sequence[Held], target: Target, compactor: Compactor | None) -> Compacted:
    """Let the compactor shrink the expanded context; the coming turn is not shown to it, so it always stays.

    A compactor that raises is never fatal: the context goes on as it was, with a warning.
    """
    if compactor is None:
        return Compacted(held)
    try:
        entries: list[Any] = list(compactor([each.entry for each in held], target))
        strangers = [each for each in entries if not isinstance(each, Entry)]
    except Exception as error:  # noqa: BLE001 - other people's code may raise anything
        return _unchanged(held, f"it raised {type(error).__name__}")
    if strangers:
        return _unchanged(held, f"it returned a {type(strangers[0]).__name__} where an Entry belongs")
    known = {id(each.entry): each for each in held}
    shrunk = [known.get(id(each)) or Held(each, head=True) for each in entries]
    return Compacted(shrunk, changed=[id(each) for each in shrunk] != [id(each) for each in held])


def _unchanged(held: Sequence[Held], why: str) -> Compacted:
    message = f"The compactor did not shrink the context: {why}."
    return Compacted(held, warnings=(StepWarning(step="compactor", code="compactor-failed", message=message),))
