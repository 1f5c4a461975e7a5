"""What the deployed APIs did with each field of each item, measured: one TOML file an API, and the part to be sent."""

from functools import cache
from hashlib import sha256
from importlib.resources import files

from sendable.ledger.allow import Fields, Shapes, allowed
from sendable.ledger.declared import declared
from sendable.ledger.ingest import hand_only, ingest
from sendable.ledger.row import Counts, Ledger, Row
from sendable.ledger.text import parse, write

__all__ = [
    "Counts",
    "Fields",
    "Ledger",
    "Row",
    "Shapes",
    "allowlist",
    "apis",
    "digest",
    "file_name",
    "hand_only",
    "ingest",
    "load",
    "parse",
    "rows",
    "write",
]


def apis() -> tuple[str, ...]:
    """Return the APIs that have a ledger: one file each."""
    names = (each.name for each in files("sendable.ledger").iterdir())
    return tuple(sorted(n[:-5].replace("_", "-") for n in names if n.endswith(".toml") and n != "declared.toml"))


@cache
def digest() -> str:
    """Return the sha256 of all ledgers, so that a report can say which one it used."""
    found = sha256()
    for api in apis():
        found.update(files("sendable.ledger").joinpath(file_name(api)).read_bytes())
    return found.hexdigest()


def file_name(api: str) -> str:
    """Return the name of an API's file in this folder."""
    return f"{api.replace('-', '_')}.toml"


@cache
def load(api: str) -> Ledger:
    """Return an API's ledger; an empty one when it has none. A vendor after ``@`` has the API's.

    Raises:
        UnreadableInput: the file is not a ledger.
    """
    api = api.partition("@")[0]
    file = files("sendable.ledger").joinpath(file_name(api))
    return parse(file.read_text(encoding="utf-8"), file.name) if file.is_file() else Ledger(api)


def rows(api: str, item: str | None = None) -> tuple[Row, ...]:
    """Return the rows of an API, or those of one kind of item."""
    return tuple(row for row in load(api).row if item is None or row.item == item)


@cache
def allowlist(api: str) -> dict[str, Fields]:
    """Return the fields that may be sent: kind of item, to field, to tag of its value, to field, and so on.

    ``allowlist(api)["function_call"]["caller"]["program"]`` are the fields of a caller of that type; a field with no
    tags below it goes out as it stands. A list's elements are found like single values. Do not change the tree.
    """
    api = api.partition("@")[0]
    return allowed(load(api), declared(api))
