"""What the SDKs' request types declare: the committed facts of `declared.toml`."""

import tomllib
from functools import cache
from importlib.resources import files

import msgspec


class Position(msgspec.Struct, frozen=True):
    """The fields of an object at one place."""

    required: tuple[str, ...]
    optional: tuple[str, ...]


class Declared(msgspec.Struct, frozen=True):
    """One API's declarations, read on a day from one release of its SDK: those undecided are the dated pending set.

    ignores: positions at which the API passes over keys that it does not know. strip: fields that responses have and
    requests lack.
    """

    sdk: str = ""
    release: str = ""
    dated: str = ""
    strip: tuple[str, ...] = ()
    ignores: tuple[str, ...] = ()
    positions: dict[str, Position] = {}
    since: dict[str, str] = {}

    def paths(self) -> list[str]:
        """Return the ledger path of every declared field."""
        return [f"{place}.{field}" for place, at in self.positions.items() for field in (*at.required, *at.optional)]

    def declares(self, path: str) -> bool:
        """Tell whether a field is declared."""
        place, _, field = path.rpartition(".")
        at = self.positions.get(place)
        return at is not None and (field in at.required or field in at.optional)

    def requires(self, path: str) -> bool:
        """Tell whether a field is declared as required wherever its object stands."""
        place, _, field = path.rpartition(".")
        return place in self.positions and field in self.positions[place].required


@cache
def declared(api: str) -> Declared:
    """Return what is declared for an API; nothing for one without an SDK here."""
    return _all().get(api, Declared())


@cache
def _all() -> dict[str, Declared]:
    text = files("sendable.ledger").joinpath("declared.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, Declared])
