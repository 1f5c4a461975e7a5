"""One text of a generated JSON Schema for all releases of the library that generates it."""

import json
from inspect import cleandoc

from sendable.model.json import Json


def canonical_schema(schema: Json) -> Json:
    """Even out what releases of msgspec differ in: the indentation of descriptions, and the order of alternatives."""
    if isinstance(schema, list):
        return [canonical_schema(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    evened = {key: canonical_schema(each) for key, each in schema.items()}
    if "anyOf" in evened:
        evened["anyOf"] = sorted(evened["anyOf"], key=json.dumps)
    if isinstance(evened.get("description"), str):
        evened["description"] = cleandoc(evened["description"])
    return evened
