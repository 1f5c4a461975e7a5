"""Rows of a ledger as a table that people read."""

from collections import Counter
from collections.abc import Collection, Sequence

from tabulate import tabulate

from sendable.ledger import Row

_HEAD = ("field", "verdict", "sent", "accepted", "rejected", "first", "last", "since", "latest models")
_MODELS = 2
_SOURCES_OF = 12


def ledger_text(name: str, rows: Sequence[Row], sent: Collection[str]) -> str:
    """Write one line a field; under it the sources, when the rows are few, and the counts by verdict."""
    table = tabulate([_row(row, row.path in sent) for row in rows], headers=_HEAD, disable_numparse=True)
    counts = Counter(row.verdict for row in rows)
    told = ", ".join(f"{count} {verdict}" for verdict, count in counts.most_common())
    lines = [table, ""]
    if len(rows) <= _SOURCES_OF:
        lines += [*(_source_lines(rows)), ""]
    return "\n".join([*lines, f"{name}: {len(rows)} fields, {len([r for r in rows if r.path in sent])} sent; {told}"])


def _row(row: Row, is_sent: bool) -> tuple[str, ...]:  # noqa: FBT001 - a cell of the table
    verdict = f"{row.verdict} (by hand)" if row.by == "hand" else row.verdict
    counts = (str(row.counts.accepted or ""), str(row.counts.rejected or ""))
    models = ", ".join(row.models[:_MODELS]) + (" …" if len(row.models) > _MODELS else "")
    return row.path, verdict, "yes" if is_sent else "", *counts, row.first, row.last, row.since, models


def _source_lines(rows: Sequence[Row]) -> list[str]:
    lines = []
    for row in rows:
        lines += [f"{row.path}: {row.why}"] if row.why else []
        lines += [f"{row.path}  {each.date}  {each.kind}  {each.says}  {each.where}" for each in row.sources]
    return lines
