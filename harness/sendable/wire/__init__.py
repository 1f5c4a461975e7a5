"""Neutral entries to a provider's request body and back, one file an API: no repair, no opinion.

The wire never merges, reorders, invents or leaves out: what has no place in an API goes out as it is, so that the
provider judges it. What belongs to another provider alone (keys under ``provider_data``) stays at home.
"""

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from re import fullmatch
from types import ModuleType

from sendable.model.entry import Entry
from sendable.model.errors import BadUsage
from sendable.model.json import JsonObject
from sendable.model.target import Target
from sendable.wire.copying import fresh


def to_body(entries: Sequence[Entry], target: Target, tools: Sequence[JsonObject] = ()) -> JsonObject:
    """Write a request body.

    Args:
        entries: the history; never changed, and nothing of it is shared with the body.
        target: its API names the file, its model is written.
        tools: neutral definitions ``{"name", "description", "parameters"}``.

    Raises:
        BadUsage: no wire format of this name.
    """
    apart = [Entry(each.role, tuple(fresh(each.items)), fresh(each.raw)) for each in entries]
    return _format(target.api).body(apart, target, fresh(list(tools)))  # type: ignore[no-any-return]  # found by name


def from_body(api: str, body: JsonObject) -> list[Entry]:
    """Read the history of a recorded body; nothing is shared with it.

    Raises:
        BadUsage: no wire format of this name.
    """
    return _format(api).entries(fresh(body))  # type: ignore[no-any-return]  # found by name


def speaks(api: str) -> bool:
    """Whether there is a wire format of this name."""
    return _module(api) is not None


def _format(api: str) -> ModuleType:
    module = _module(api)
    if module is None:
        raise BadUsage(f"no wire format for the API {api!r}", hint="see `sendable rules` for the APIs that are known")
    return module


@cache
def _module(api: str) -> ModuleType | None:
    name = f"{__name__}.{api.replace('-', '_')}"
    module = import_module(name) if fullmatch("[a-z]+(-[a-z]+)*", api) and find_spec(name) else None
    return module if hasattr(module, "body") else None
