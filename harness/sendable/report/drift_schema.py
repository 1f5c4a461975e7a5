"""The JSON Schema of ``sendable drift --json``: as source, shipped as ``drift.schema.json`` beside this file."""

import json
from inspect import cleandoc

import msgspec

from sendable.model.drift import Drift
from sendable.model.json import Json, JsonObject

SCHEMA_FILE = "drift.schema.json"
"""Its name in this folder; a test holds the file to what `drift_schema` returns."""


def drift_schema() -> JsonObject:
    """Return the schema of a `Drift`."""
    (one,), definitions = msgspec.json.schema_components([Drift], ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "What sendable drift found",
        **one,
        "$defs": {name: _canonical(definitions[name]) for name in sorted(definitions)},
    }


def schema_text() -> str:
    """Return the schema as its file is written."""
    return json.dumps(drift_schema(), indent=2, ensure_ascii=False) + "\n"


def _canonical(schema: Json) -> Json:
    """Even out the indentation of descriptions, in which releases of msgspec differ."""
    if isinstance(schema, list):
        return [_canonical(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    evened = {key: _canonical(each) for key, each in schema.items()}
    if isinstance(evened.get("description"), str):
        evened["description"] = cleandoc(evened["description"])
    return evened
