"""Parking: a pending row for each field that an upgrade declared, to be reviewed as a diff."""

from collections.abc import Iterable

import msgspec

from sendable.ledger.row import Ledger, Row
from sendable.model.drift import Undecided


def parked(ledger: Ledger, fields: Iterable[Undecided], sdk: str, day: str) -> Ledger:
    """Return the ledger with a pending row for each field that it does not hold.

    Args:
        ledger: never changed.
        fields: undecided ones of its API.
        sdk: whose release declares them.
        day: ISO date of today, for the reader of the diff.
    """
    known = {row.path for row in ledger.row}
    new = {
        each.path: Row(
            path=each.path,
            verdict="pending",
            since=each.since,
            by="drift",
            why=f"Declared by {sdk} {each.since} in {each.where}; parked on {day}.",
        )
        for each in fields
        if each.path not in known
    }
    return msgspec.structs.replace(ledger, row=tuple(sorted((*ledger.row, *new.values()), key=_path)))


def overlaid(ledger: Ledger, above: Ledger) -> Ledger:
    """Return a ledger with rows of another put over its own."""
    rows = {row.path: row for row in (*ledger.row, *above.row)}
    return msgspec.structs.replace(ledger, row=tuple(sorted(rows.values(), key=_path)))


def _path(row: Row) -> str:
    return row.path
