"""The tables of how each API stands to the shapes that mutators make, and of what no normalizer can know."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from sendable.corpus.mutator import Standing
from sendable.model.case import Expect

_TABLES = ("table", "table_flat", "table_items")


def standing(mutator: str) -> tuple[Standing, ...]:
    """Return the rows of the tables for one mutator, an API each."""
    rows = next((rows for name in _TABLES if (rows := _table(name).get(mutator))), {})
    return tuple(msgspec.convert({"api": api, **row}, Standing) for api, row in rows.items())


def refusals(mutator: str, maker: str, where: str) -> Expect:
    """Return what is expected of a blob that its maker alone can tell to be wrong: refused there, accepted elsewhere.

    where: what it stands in: ``reasoning``, ``compaction``, ``call``, or of Claude's ``thinking``, ``latest-thinking``,
    ``redacted``.
    """
    rows: dict[str, str] = _table("refused").get(mutator, {}).get(maker, {}).get(where, {})
    return Expect(by_target={glob: Expect(outcome="refused", rule=rule) for glob, rule in rows.items()})


@cache
def _table(name: str) -> dict[str, dict[str, Any]]:
    file = files(__package__) / f"{name}.toml"
    return tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}
