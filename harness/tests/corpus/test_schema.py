"""The JSON Schema of case files is generated from the records and shipped beside the cases."""

import json

import pytest
from corpus.conversations import PARALLEL, base

from sendable.corpus import broken_cases, case_files, shipped_cases
from sendable.corpus.schema import SCHEMA_FILE, case_schema, schema_text


def test_the_shipped_schema_is_the_generated_one():
    """The file says what the records say; after a change of a record it is written anew."""
    assert (shipped_cases() / SCHEMA_FILE).read_text("utf-8") == schema_text()


def test_the_schema_names_every_field():
    """The schema describes all fields of a case, demands the five required ones and refuses unknown ones."""
    case = case_schema()["$defs"]["Case"]
    assert sorted(case["properties"]) == sorted(
        ["id", "title", "contract", "family", "history", "why", "features", "next", "targets", "expect", "evidence"]
    )
    assert case["required"] == ["id", "title", "contract", "family", "history"]
    assert case["additionalProperties"] is False


def test_cases_obey_the_schema():
    """Shipped and generated cases obey the schema, and a faulty one does not."""
    jsonschema = pytest.importorskip("jsonschema")
    import msgspec

    validator = jsonschema.Draft202012Validator(case_schema())
    written = [json.loads(each.read_text("utf-8")) for each in case_files() if each.suffix == ".json"]
    made = [json.loads(msgspec.json.encode(each)) for each in broken_cases([base(PARALLEL)], limit=20)]
    assert [list(validator.iter_errors(each)) for each in [*written, made]] == [[]] * (len(written) + 1)
    assert list(validator.iter_errors([{**made[0], "expects": {}}]))
