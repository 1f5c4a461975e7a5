"""Look things up in the ledgers of measured fields."""

import msgspec

from sendable import ledger
from sendable.ledger import Row
from sendable.ledger.allow import sends
from sendable.model.errors import BadUsage
from sendable.model.json import JsonObject


class Shown(msgspec.Struct, frozen=True):
    """The rows of an API, or of one kind of item. sent: the paths of those that may be sent (the allowlist)."""

    api: str
    item: str | None
    rows: tuple[Row, ...]
    sent: frozenset[str]

    def as_json(self) -> JsonObject:
        """Return the rows, each with whether it is sent."""
        rows = [{**msgspec.to_builtins(row), "sent": row.path in self.sent} for row in self.rows]
        return {"api": self.api, "item": self.item, "rows": rows}


def show(name: str) -> Shown:
    """Return the rows of ``API`` or ``API:item``.

    Raises:
        BadUsage: there is no ledger of this API, or no such item in it.
    """
    api, _, item = name.partition(":")
    api = api.partition("@")[0]
    if api not in ledger.apis():
        raise BadUsage(f"no ledger of an API named {api!r}", hint="known are " + ", ".join(ledger.apis()))
    rows = ledger.rows(api, item or None)
    if not rows:
        items = sorted({row.item for row in ledger.rows(api)})
        raise BadUsage(f"the ledger of {api} has no item {item!r}", hint="known are " + ", ".join(items))
    tree = ledger.allowlist(api)
    return Shown(api, item or None, rows, frozenset(row.path for row in rows if sends(tree, row.path)))
