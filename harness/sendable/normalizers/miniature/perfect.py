"""The right one: the reference, answering as a callable does."""

import msgspec

from sendable.model.json import Json, JsonObject
from sendable.model.script import read_script
from sendable.model.target import Target
from sendable.reference.flat import normalize_flat
from sendable.reference.send import assemble as assemble_request
from sendable.reference.write.play import play


def normalize(history: JsonObject, target: dict[str, str], next: list[Json]) -> JsonObject:  # noqa: A002, ARG001
    """Answer the contract `flat`: messages in, messages and the drop count out; the coming turn is not ours to add."""
    result = normalize_flat(history["messages"])
    return {"messages": result.messages, "dropped": result.dropped}


def assemble(history: JsonObject, target: dict[str, str], next: list[Json]) -> JsonObject:  # noqa: A002
    """Answer the contract `send`: a history and the coming turn in, the body of the request out."""
    request = assemble_request(history, Target(**target), next)
    return {"body": request.body, "warnings": list(msgspec.to_builtins(request.warnings))}


def loop(history: JsonObject, target: dict[str, str], next: list[Json]) -> JsonObject:  # noqa: A002, ARG001
    """Answer the contract `write`: a loop's script in, what it stored out."""
    return play(read_script(history))


normalize.accepts = ("messages",)  # type: ignore[attr-defined]  # how a callable says which shapes it takes
assemble.accepts = ("items", "nodes")  # type: ignore[attr-defined]  # which shapes it takes
assemble.contracts = ("send",)  # type: ignore[attr-defined]  # how a callable says what it is held to
loop.contracts = ("write",)  # type: ignore[attr-defined]  # see above
