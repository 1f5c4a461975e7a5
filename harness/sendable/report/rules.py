"""The oracle's rules as a table that people read."""

from tabulate import tabulate

from sendable.oracle.rule import RuleRecord

_WIDTH = 60


def rules_text(listed: dict[str, tuple[RuleRecord, ...]]) -> str:
    """Write one table an API: id, status, grade, vendor, newest evidence, and the shape in a few words."""
    return "\n\n".join(f"{api}: {len(records)} records\n\n{_table(records)}" for api, records in listed.items())


def _table(records: tuple[RuleRecord, ...]) -> str:
    rows = [_row(each) for each in records]
    head = ("rule", "status", "grade", "vendor", "newest", "shape")
    return tabulate(rows, headers=head, maxcolwidths=[None, None, None, None, None, _WIDTH], disable_numparse=True)


def _row(record: RuleRecord) -> tuple[str, ...]:
    newest = max((source.date for source in record.sources), default="")
    return record.id, str(record.status), record.grade, record.vendor or "", newest, record.shape
