"""From the type of an operation's history to the fields at every place of it."""

from collections.abc import Callable, Iterable

import msgspec

from sendable.ledger.surface.annotation import Unfolded, is_typed_dict
from sendable.ledger.surface.members import Member, literals, members, name_of
from sendable.ledger.surface.record import Field, Position, Side

ItemNames = Callable[[type], list[str]]
# Where the items of a history embed tool definitions: a field, and the tag of an object.
_TOOLS = "tools"
_DEFINITION = "tool_definition"


class Walked(msgspec.Struct, frozen=True):
    """The items of a history, and the tool definitions that some of them embed."""

    history: Side
    tools: Side


class Walk:
    """A walk over one direction of one API.

    Args:
        item_names: the kinds of item that a class may stand for.
        apart: a field of an envelope whose objects are items of their own, as the ``content`` of a message.
    """

    def __init__(self, item_names: ItemNames, apart: str = "") -> None:
        self._item_names = item_names
        self._apart = apart
        self._shapes: dict[str, list[type]] = {}
        self._tools: dict[str, list[type]] = {}
        self._unread: dict[str, str] = {}

    def envelopes(self, holds: Unfolded, at: str) -> None:
        """Walk the objects that a history is made of."""
        self._note_unread(at, holds)
        for _, declaring in _own(holds):
            self._items(declaring, at, self._item_names, self._apart)

    def blocks(self, holds: Unfolded, at: str) -> None:
        """Walk objects that are items by their ``type``."""
        self._note_unread(at, holds)
        for _, declaring in _own(holds):
            self._items(declaring, at, by_type)

    def definitions(self, holds: Unfolded, at: str) -> None:
        """Walk tool definitions."""
        self._note_unread(at, holds)
        self._below(at, holds, (), self._tools)

    def result(self) -> Walked:
        """Return what was found so far."""
        return Walked(Side(_merged(self._shapes), dict(sorted(self._unread.items()))), Side(_merged(self._tools)))

    def _items(self, declaring: type, at: str, names: ItemNames, apart: str = "") -> None:
        kinds = names(declaring)
        if not kinds:
            self._unread[f"{at}: {name_of(declaring)}"] = "an item that no tag tells from others"
        for kind in kinds:
            self._object(kind, declaring, (), self._shapes, apart)

    def _object(
        self, place: str, declaring: type, above: tuple[type, ...], into: dict[str, list[type]], apart: str = ""
    ) -> None:
        shapes = into.setdefault(place, [])
        if declaring in shapes:
            return
        shapes.append(declaring)
        if declaring in above:
            return
        for member in members(declaring).values():
            path = f"{place}.{member.name}"
            self._note_unread(path, member.holds)
            if member.name == apart:
                self.blocks(member.holds, path)
            else:
                self._below(path, member.holds, (*above, declaring), self._tools if member.name == _TOOLS else into)

    def _below(self, path: str, holds: Unfolded, above: tuple[type, ...], into: dict[str, list[type]]) -> None:
        for around, declaring in _own(holds):
            place = path + around
            for tag in literals(declaring, "type") or [""]:
                part = self._tools if tag == _DEFINITION else into
                self._object(f"{place}:{tag}" if tag else place, declaring, above, part)

    def _note_unread(self, path: str, holds: Unfolded) -> None:
        if holds.unread:
            self._unread[path] = "; ".join(holds.unread)


def by_type(declaring: type) -> list[str]:
    """Name an item by its ``type``."""
    return literals(declaring, "type")


def by_role(declaring: type) -> list[str]:
    """Name a message by its ``role``."""
    return literals(declaring, "role")


def _own(holds: Unfolded) -> Iterable[tuple[str, type]]:
    """Leave out the models that a request's union lists beside its own types: a convenience, no declaration."""
    declared = {around for around, each in holds.objects if is_typed_dict(each)}
    return [(around, each) for around, each in holds.objects if is_typed_dict(each) or around not in declared]


def _merged(shapes: dict[str, list[type]]) -> dict[str, Position]:
    return {
        place: Position(name_of(found[0]), _fields([members(each) for each in found]))
        for place, found in sorted(shapes.items())
    }


def _fields(shapes: list[dict[str, Member]]) -> dict[str, Field]:
    names = sorted({name for shape in shapes for name in shape})
    return {name: _field([shape.get(name) for shape in shapes]) for name in names}


def _field(found: list[Member | None]) -> Field:
    """Merge a field over the shapes that stand at one place; one that a shape lacks is not required."""
    declared = [each for each in found if each is not None]
    is_open = any(each.holds.open or each.holds.objects for each in declared)
    values = sorted({value for each in declared for value in each.holds.values})
    attribute = declared[0].attribute
    return Field(
        required=len(declared) == len(found) and all(each.required for each in declared),
        nullable=any(each.holds.nullable for each in declared),
        values=() if is_open else tuple(values),
        attribute=attribute if attribute != declared[0].name else "",
    )
