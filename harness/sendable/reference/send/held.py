"""An entry on its way to the wire, with what the tree knows of it and no wire format needs."""

from collections.abc import Iterable, Iterator
from itertools import accumulate, groupby
from typing import Any

import msgspec

from sendable.model.entry import Entry
from sendable.model.item import kind, maker_named
from sendable.model.json import JsonObject
from sendable.model.node import Node
from sendable.model.warning import Touched

_ANSWERS = ("_output", "_response")
Maker = tuple[str | None, str | None]


class Held(msgspec.Struct, frozen=True):
    """One entry of the context.

    turn: the turn's id in the store, None when it has none. opens: a turn begins here, whatever stands before.
    head: stands for what came before all turns (a compaction, its summary). prefix: a node's `prefix_digest`, on the
    first entry of what it received.
    """

    entry: Entry
    turn: str | int | None = None
    opens: bool = False
    head: bool = False
    prefix: str | None = None


def held_by(node: Node) -> Iterator[Held]:
    """Yield the context of one node, `sent` first: an answer is one entry for each maker in it, as it came."""
    head = node.kind == "compaction"
    for entry in entries_of(node.sent):
        yield Held(entry, node.turn, head=head)
    prefix = node.prefix_digest
    for entry in _answers(node.received, node):
        yield Held(entry, node.turn, head=head, prefix=prefix)
        prefix = None


def entries_of(items: Iterable[JsonObject]) -> Iterator[Entry]:
    """Group bare items: a run that one model made is one entry, everything else is one each."""
    for role, run in groupby(items, key=role_of):
        if role == "assistant":
            yield from _answers(run)
        else:
            yield from (_entry(role, [item], maker_of(item)) for item in run)


def _answers(items: Iterable[JsonObject], node: Node | None = None) -> Iterator[Entry]:
    """Cut a run of what models made where the maker changes; an item that names none goes with its neighbours."""
    run: list[JsonObject] = []
    maker: Maker = (None, None)
    for item in items:
        made = maker_of(item, node)
        if run and made[0] is not None and maker[0] not in (None, made[0]):
            yield _entry("assistant", run, maker)
            run, maker = [], (None, None)
        run.append(item)
        maker = (maker[0] or made[0], maker[1] or made[1])
    if run:
        yield _entry("assistant", run, maker)


def _entry(role: str, items: Iterable[JsonObject], maker: Maker) -> Entry:
    return Entry(role, tuple(_marked(item, maker) for item in items), provider=maker[0], model=maker[1])


def role_of(item: JsonObject) -> str:
    """Return who says an item: its role, else whether it answers something or is made by a model."""
    role, made = item.get("role"), kind(item)
    if isinstance(role, str):
        return role
    return "tool" if isinstance(made, str) and made.endswith(_ANSWERS) else "assistant"


def maker_of(item: JsonObject, node: Node | None = None) -> Maker:
    """Return provider type and model of an item: its own when it says, else those of its node."""
    provider, model = maker_named(item), _text(item.get("model"))
    if node is None or provider not in (None, node.provider):
        return provider, model
    return node.provider, model or node.model


def _marked(item: JsonObject, maker: Maker) -> JsonObject:
    """Return the item with its maker beside it, where it names none itself: the keys that no wire format writes."""
    found = {key: value for key, value in zip(("provider", "model"), maker, strict=True) if value is not None}
    return item if all(item.get(key) for key in found) else {**found, **item}


def touched(item: JsonObject, position: int | None = None) -> Touched:
    """Return the record of one item for a warning; never its arguments or content."""
    made = kind(item)
    return Touched(
        type=made if isinstance(made, str) else "unknown",
        call_id=_text(item.get("call_id")),
        id=_text(item.get("id")),
        position=position,
    )


def starts(entries: Iterable[Entry]) -> list[int]:
    """Return the position of each entry's first item among all items of the context."""
    return list(accumulate((len(each.items) for each in entries), initial=0))[:-1]


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) and value else None
