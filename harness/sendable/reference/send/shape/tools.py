"""One definition for each tool that the history names: some APIs refuse calls of tools that the request lacks."""

from collections.abc import Sequence

from sendable.model.entry import Entry
from sendable.model.json import JsonObject
from sendable.reference.send.shape.names import usable
from sendable.wire.items import CALL, kind


def definitions(entries: Sequence[Entry]) -> tuple[JsonObject, ...]:
    """Return neutral definitions in the order of first appearance, each taking any object.

    Bedrock still asks for them (rule bedrock-toolconfig-missing), as Anthropic did
    (anthropic-tools-missing-with-tool-history).
    """
    calls = (item for entry in entries for item in entry.items if kind(item) == CALL)
    named = dict.fromkeys(item["name"] for item in calls if usable(item.get("name")))
    return tuple(
        {"name": name, "description": "A tool of this conversation.", "parameters": {"type": "object"}}
        for name in named
    )
