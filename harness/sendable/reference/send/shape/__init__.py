"""The step `shape`: what an API refuses and no stored history can know: blank texts, alphabets, places of roles.

Checklist 1.39 calls these the renderer's duties. No duty touches pairing or order, nor a missing, empty, unpaired or
colliding id: a broken history stays broken, so that a broken normalizer does not look whole. Every change is reported,
the routine ones of a switch between providers (checklist 2.37, 2.38, 2.42) as counters. What one maker alone can read
is told by provenance, never by an id's prefix.
"""

from collections.abc import Sequence
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from re import fullmatch
from typing import Final

import msgspec

from sendable.model.entry import Entry
from sendable.model.errors import BadUsage
from sendable.model.json import JsonObject
from sendable.model.target import Target
from sendable.model.warning import StepWarning
from sendable.reference.send.shape.duty import Duties, Notes, Placed
from sendable.reference.send.shape.names import Names
from sendable.reference.send.shape.tools import definitions
from sendable.wire.copying import fresh

NOTHING: Final[frozenset[str]] = frozenset()


class Shaped(msgspec.Struct, frozen=True):
    """The entries as the target takes them, the tools' definitions, and what was changed.

    counters: how often a routine change was made, by code, as ``foreign_reasoning_dropped``.
    """

    entries: tuple[Entry, ...]
    tools: tuple[JsonObject, ...]
    warnings: tuple[StepWarning, ...]
    counters: dict[str, int] = {}


def shape(
    entries: Sequence[Entry],
    target: Target,
    without: frozenset[str] = NOTHING,
    tools: Sequence[JsonObject] = (),
) -> Shaped:
    """Do every duty of the target's API.

    Args:
        entries: the history; never changed, and nothing of it is shared with the answer.
        target: its API names the file that lists the duties.
        without: duties to leave out, for tests of the net.
        tools: neutral definitions, each with a name; none is one for each tool that the entries name.

    Raises:
        BadUsage: no duties are known for this API.
    """
    notes = Notes()
    placed = [
        Placed(at, msgspec.structs.replace(each, items=tuple(fresh(each.items)), raw=fresh(each.raw)))
        for at, each in enumerate(entries)
    ]
    offered = tuple(fresh(list(tools)))
    for name, duty in _duties(target).items():
        if name in without:
            continue
        if isinstance(duty, Names):
            duty = msgspec.structs.replace(duty, tools=offered)  # noqa: PLW2901 - the same duty, told of the tools
            offered = duty.definitions(placed)
        placed = duty(placed, notes)
    shaped = tuple(each.entry for each in placed)
    defined = () if "tools" in without else offered or definitions(shaped)
    return Shaped(shaped, defined, notes.warnings(), dict(notes.counters))


@lru_cache(maxsize=256)
def _duties(target: Target) -> Duties:
    name = f"{__name__}.{target.api.replace('-', '_')}"
    module = import_module(name) if fullmatch("[a-z]+(-[a-z]+)*", target.api) and find_spec(name) else None
    if module is None or not hasattr(module, "duties"):
        raise BadUsage(f"no duties of shape for the API {target.api!r}", hint="name a target that `wire` can write")
    return module.duties(target)  # type: ignore[no-any-return]  # found by name
