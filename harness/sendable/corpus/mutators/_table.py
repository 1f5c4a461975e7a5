"""The table of how each API stands to the shapes that mutators make."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from sendable.corpus.mutator import Standing


def standing(mutator: str) -> tuple[Standing, ...]:
    """Return the rows of ``table.toml`` for one mutator, an API each."""
    return tuple(msgspec.convert({"api": api, **row}, Standing) for api, row in _table()[mutator].items())


@cache
def _table() -> dict[str, dict[str, Any]]:
    return tomllib.loads((files(__package__) / "table.toml").read_text("utf-8"))
