"""Flat messages to entries and back: one stored message is one entry."""

from collections.abc import Sequence

from sendable.model.entry import Entry
from sendable.model.json import Json, JsonObject
from sendable.wire.calls import flat_call
from sendable.wire.copying import fresh
from sendable.wire.stored import read_message, write_messages


def entries(messages: Sequence[Json]) -> list[Entry]:
    """Read whatever a normalizer emitted; nothing raises, nothing is repaired, nothing is lost or shared."""
    return [read_message(fresh(message)) for message in messages]


def messages(entries: Sequence[Entry]) -> list[JsonObject]:
    """Write entries as flat messages, calls in the flat form; what was no message comes back as it was."""
    return [fresh(each) for each in write_messages(entries, flat_call, lambda part: part)]
