"""What the reference does with each family of faults, contract by contract: repairs, prevents, reports."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Literal, TypeAlias

import msgspec

Does: TypeAlias = Literal["repairs", "prevents", "reports", "keeps"]


class Family(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One family of faults.

    name: slug. what: the fault in one sentence. flat, send, write: what the reference does under each contract; empty
    where the contract has no place for the fault. ``repairs``: what it makes is not what was stored, and is accepted.
    ``reports``: a drop count, or a warning. ``keeps``: it passes the fault on, for nothing refuses it or its maker
    alone can know. ``prevents``: it is never stored so. codes: of the warnings with ``send``, any of them.
    """

    name: str
    what: str
    flat: tuple[Does, ...] = ()
    send: tuple[Does, ...] = ()
    write: tuple[Does, ...] = ()
    codes: tuple[str, ...] = ()


@cache
def families() -> tuple[Family, ...]:
    """Return all families, sorted by name."""
    table = tomllib.loads((files(__package__) / "families.toml").read_text("utf-8"))
    return tuple(msgspec.convert({"name": name, **row}, Family) for name, row in sorted(table.items()))
