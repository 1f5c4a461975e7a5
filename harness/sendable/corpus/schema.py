"""The JSON Schema of a case file, generated from the records."""

import json
from inspect import cleandoc

import msgspec

from sendable.model.case import Case
from sendable.model.json import Json, JsonObject

SCHEMA_FILE = "case.schema.json"
"""Its name in the folder of cases; a test holds the file to what `case_schema` returns."""


def case_schema() -> JsonObject:
    """Return the JSON Schema (2020-12) of a case file: one case, or a list of cases."""
    (one, many), definitions = msgspec.json.schema_components([Case, list[Case]], ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Case file",
        "anyOf": [one, many],
        "$defs": {name: _canonical(definitions[name]) for name in sorted(definitions)},
    }


def _canonical(schema: Json) -> Json:
    """Even out what releases of msgspec differ in: the indentation of descriptions, and the order of alternatives."""
    if isinstance(schema, list):
        return [_canonical(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    evened = {key: _canonical(each) for key, each in schema.items()}
    if "anyOf" in evened:
        evened["anyOf"] = sorted(evened["anyOf"], key=json.dumps)
    if isinstance(evened.get("description"), str):
        evened["description"] = cleandoc(evened["description"])
    return evened


def schema_text() -> str:
    """Return the schema as its file is written."""
    return json.dumps(case_schema(), indent=2, ensure_ascii=False) + "\n"
