"""The JSON Schema of each message of the line protocol, generated from the records."""

import json
from typing import Any

import msgspec

from sendable.model.canonical_schema import canonical_schema
from sendable.model.json import JsonObject
from sendable.normalizers import protocol

_ANSWERS = (
    protocol.Messages,
    protocol.Body,
    protocol.Stored,
    protocol.RefusedAnswer,
    protocol.NotExpressibleAnswer,
    protocol.ErrorAnswer,
)
MESSAGES: dict[str, tuple[Any, ...]] = {
    "start": (protocol.Start,),
    "started": (protocol.Started,),
    "normalize": (protocol.Normalize,),
    "loop": (protocol.Loop,),
    "stop": (protocol.Stop,),
    "answer": _ANSWERS,
}
"""Each message of the protocol by name, with the records that it may be."""


def message_schema(name: str) -> JsonObject:
    """Return the JSON Schema (2020-12) of one message."""
    records = MESSAGES[name]
    shapes, definitions = msgspec.json.schema_components(records, ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"sendable line protocol {protocol.PROTOCOL}: {name}",
        **({"anyOf": list(shapes)} if len(records) > 1 else shapes[0]),
        "$defs": {each: canonical_schema(definitions[each]) for each in sorted(definitions)},
    }


def schema_text(name: str) -> str:
    """Return the schema as its file ``schemas/<name>.schema.json`` is written."""
    return json.dumps(message_schema(name), indent=2, ensure_ascii=False) + "\n"
