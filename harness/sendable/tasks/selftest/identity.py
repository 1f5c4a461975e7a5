"""The normalizer that does nothing: what a check must notice, it sends."""

import msgspec

from sendable import wire
from sendable.model.entry import Entry
from sendable.model.json import Json, JsonObject
from sendable.model.outcome import NotExpressible
from sendable.model.report import NormalizerInfo
from sendable.model.target import Target
from sendable.normalizers import BodyAnswer, FlatAnswer, Given, NormalizerAnswer
from sendable.normalizers.projection import project
from sendable.reference.send.held import entries_of
from sendable.reference.send.shape import shape
from sendable.reference.send.shape.tools import definitions
from sendable.wire import flat


class Identity(msgspec.Struct, frozen=True):
    """Answers flat messages with themselves, and anything else with its path, written as it is stored."""

    info: NormalizerInfo = NormalizerInfo(address="identity", name="identity")
    contracts: tuple[str, ...] = ("flat", "send")
    targets: tuple[str, ...] = ()
    in_process: bool = True

    def normalize(self, given: Given) -> NormalizerAnswer:
        """Answer with what was given."""
        if given.contract == "flat":
            return FlatAnswer(given.history["messages"], 0)
        body = raw_body(given)
        return body if isinstance(body, NotExpressible) else BodyAnswer(body)

    def close(self) -> bool:
        """Nothing runs beside this process."""
        return True


def raw_body(given: Given) -> JsonObject | NotExpressible:
    """Return the body of a history and its coming turn, with nothing repaired and nothing shaped.

    Tools that the history names and does not offer are defined, for that they are missing is another fault.
    """
    brought = project(given, ("messages", "items"))
    if isinstance(brought, NotExpressible):
        return brought
    entries = _entries(brought)
    tools = brought.history.get("tools") or definitions(entries)
    return wire.to_body(entries, Target(**given.target), tools)


def shaped_body(given: Given) -> JsonObject:
    """Return the body that a run makes of flat messages that nobody repaired."""
    target = Target(**given.target)
    shaped = shape(flat.entries([*given.history["messages"], *given.next]), target)
    return wire.to_body(shaped.entries, target, shaped.tools)


def _entries(given: Given) -> list[Entry]:
    if "messages" in given.history:
        return list(flat.entries([*given.history["messages"], *given.next]))
    return [*entries_of(given.history["items"]), *_turn(given.next)]


def _turn(turn: list[Json]) -> list[Entry]:
    """Read a coming turn, in items or in flat messages."""
    in_items = any(isinstance(each, dict) and "type" in each for each in turn)
    return list(entries_of(turn) if in_items else flat.entries(turn))
