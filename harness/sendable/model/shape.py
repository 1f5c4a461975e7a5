"""One of the four shapes that make a stored history unsendable (seed 2), and how an API answers it."""

import msgspec

from sendable.model.json import JsonObject
from sendable.model.outcome import Verdict


class Shape(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A history with one such shape in it.

    id: a slug. shape: which of the four, in the seed's words. what: this one, in ours. items: the stored history.
    maker: the provider type whose item it is, ``""`` where that does not matter. taken_by: API to the id of the known
    acceptance that says why a history of this shape goes through there.
    """

    id: str
    shape: str
    what: str
    items: tuple[JsonObject, ...]
    maker: str = ""
    taken_by: dict[str, str] = {}


class ShapeAnswer(msgspec.Struct, frozen=True):
    """How one API answers one shape.

    target: whom the requests are for. raw: the verdict on the history as it is stored. shaped: on what the reference
    makes of it. own: the item is this provider's own here. taken_by: id of the acceptance on record, where `raw` is
    accepted. grade: of the rule that refuses, or of that acceptance. date: of its newest first-hand source.
    """

    id: str
    shape: str
    what: str
    target: str
    raw: Verdict
    shaped: Verdict
    own: bool = False
    taken_by: str = ""
    grade: str = ""
    date: str = ""
