"""Which fields may be sent: the measured part of a ledger (design, section 6.3)."""

from typing import TypeAlias

from sendable.ledger.declared import Declared
from sendable.ledger.row import Ledger, Row

Fields: TypeAlias = dict[str, "Shapes"]
"""The fields that an object may have, each with what its value may look like inside.

An empty mapping lets the value out as it stands. Otherwise texts and numbers go out as they stand, and an object only
when its tag is known, with the fields that stand there."""
Shapes: TypeAlias = dict[str, Fields]
"""By the tag of an object (or of a list's elements), ``""`` for one without: the fields that it may have."""


def allowed(ledger: Ledger, declared: Declared) -> dict[str, Fields]:
    """Return a tree of sendable fields for each kind of item.

    A field is sent when its verdict is ``accepted``. A disputed one is not, except where the API requires it and a
    recording shows it accepted. What stands inside a field that is not sent is not sent either.
    """
    tree: dict[str, Fields] = {}
    for row in sorted(ledger.row, key=lambda each: each.path.count(".")):
        if _may_be_sent(row, declared):
            _graft(tree, row.path)
    return tree


def _may_be_sent(row: Row, declared: Declared) -> bool:
    if not row.sources:
        return False
    if row.verdict == "disputed":
        return row.counts.accepted > 0 and declared.requires(row.path)
    return row.verdict == "accepted"


def _graft(tree: dict[str, Fields], path: str) -> None:
    item, *steps = path.split(".")
    names = [step.replace("[]", "").partition(":") for step in steps]
    if len(names) == 1:
        tree.setdefault(item, {})[names[0][0]] = {}
        return
    here = tree.get(item, {})
    for name, _, tag in names[:-1]:
        if name not in here:
            return
        here = here[name].setdefault(tag, {})
    here.setdefault(names[-1][0], {})


def sends(tree: dict[str, Fields], path: str) -> bool:
    """Tell whether an allowlist lets the field at a ledger path out, as ``function_call.caller:program.caller_id``."""
    item, *steps = path.split(".")
    fields = tree.get(item)
    for step in steps[:-1]:
        name, _, tag = step.replace("[]", "").partition(":")
        fields = fields.get(name, {}).get(tag) if fields is not None else None
    return fields is not None and steps[-1] in fields
