"""The JSON Schema of a case file, generated from the records."""

import json

import msgspec

from sendable.model.canonical_schema import canonical_schema
from sendable.model.case import Case
from sendable.model.json import JsonObject

SCHEMA_FILE = "case.schema.json"
"""Its name in the folder of cases; a test holds the file to what `case_schema` returns."""


def case_schema() -> JsonObject:
    """Return the JSON Schema (2020-12) of a case file: one case, or a list of cases."""
    (one, many), definitions = msgspec.json.schema_components([Case, list[Case]], ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Case file",
        "anyOf": [one, many],
        "$defs": {name: canonical_schema(definitions[name]) for name in sorted(definitions)},
    }


def schema_text() -> str:
    """Return the schema as its file is written."""
    return json.dumps(case_schema(), indent=2, ensure_ascii=False) + "\n"
