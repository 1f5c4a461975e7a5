"""The records of an SDK's surface: plain data, keyed by the place on the wire and never by a Python name."""

from collections.abc import Iterator

import msgspec


class Field(msgspec.Struct, frozen=True, omit_defaults=True):
    """One field of an object.

    required: wherever the object stands at this place. nullable: ``null`` is declared. values: of a closed set; empty
    when the set is open. attribute: the Python name, where it is not the name on the wire.
    """

    required: bool = False
    nullable: bool = False
    values: tuple[str, ...] = ()
    attribute: str = ""


class Position(msgspec.Struct, frozen=True):
    """The object at one place. where: the Python type that declares it, for people to look up."""

    where: str
    fields: dict[str, Field]


class Side(msgspec.Struct, frozen=True, omit_defaults=True):
    """All that is declared in one direction.

    positions: by ledger place, as ``function_call.caller:program``. unread: places whose declaration this version of
    Sendable does not understand, with what stands there.
    """

    positions: dict[str, Position] = {}
    unread: dict[str, str] = {}

    def paths(self) -> Iterator[str]:
        """Yield the ledger path of every field."""
        for place, position in self.positions.items():
            for field in position.fields:
                yield f"{place}.{field}"

    def items(self) -> frozenset[str]:
        """Return the kinds of item."""
        return frozenset(place.partition(".")[0] for place in self.positions)


class ApiSurface(msgspec.Struct, frozen=True, kw_only=True):
    """One API's declarations. tools: of tool definitions, in requests; they are no part of a history."""

    api: str
    beta: bool = False
    request: Side
    response: Side
    tools: Side

    @property
    def name(self) -> str:
        """The API, and whether it is its beta form."""
        return f"{self.api} (beta)" if self.beta else self.api


class Surface(msgspec.Struct, frozen=True, kw_only=True):
    """All that one release of an SDK declares. betas: the beta names that its types list."""

    sdk: str
    version: str
    apis: tuple[ApiSurface, ...]
    betas: tuple[str, ...] = ()

    def of(self, name: str) -> ApiSurface | None:
        """Return one API's part by its `ApiSurface.name`."""
        return next((each for each in self.apis if each.name == name), None)
