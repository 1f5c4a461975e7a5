"""What the drift gate found, for people, for GitHub and for programs."""

import json
from importlib.resources import files

import msgspec
import pytest

from sendable.model.drift import Drift, SdkDrift, Serialized, Stripped, Undecided
from sendable.report.annotations import drift_annotations
from sendable.report.drift import drift_text
from sendable.report.drift_schema import SCHEMA_FILE, drift_schema, schema_text


def _field(path: str, kind: str = "field", **more: object) -> Undecided:
    whole = {"since": "4.0.0", "where": "m.Call", "parked": False, "sent": False} | more
    return Undecided(
        api="openai-responses", path=path, kind=kind, measure=f"sendable measure openai-responses:{path}", **whole
    )


def _found(*fields: Undecided, passed: bool = False, **more: object) -> Drift:
    one = {
        "sdk": "openai",
        "version": "4.0.0",
        "against": "3.57.0",
        "dated": "2026-11-30",
        "fields": {"openai-responses": 9},
        "pending": {"openai-responses": 2},
        "undecided": fields,
        "strip": (),
        "refused": (),
        "changed": (),
        "tools": (),
        "headers": {},
        "settings": (),
        "serialized": (),
        "unread": {},
    }
    return Drift(passed=passed, allow_pending=passed, sdks=(SdkDrift(**one | more),))


def test_the_text_groups_one_decision() -> None:
    """One field of one type at two places is one group, with type, release and one command; a new item is another."""
    found = _found(_field("a.mood"), _field("b.mood", sent=True), _field("poem.type", "item"))
    assert drift_text(found).splitlines() == [
        "openai 4.0.0: 9 openai-responses request fields",
        "  pending    2 of them since openai 3.57.0 or earlier (2026-11-30): not on the allowlist",
        "  UNDECIDED  openai-responses: new field mood of Call (since 4.0.0)",
        "             a.mood, b.mood",
        "             declared in m.Call; GOES OUT where a response had it: b.mood",
        "             sendable measure openai-responses:a.mood openai-responses:b.mood",
        "  UNDECIDED  openai-responses: new item poem (since 4.0.0)",
        "             poem.type",
        "             declared in m.Call; not sent meanwhile",
        "             sendable measure openai-responses:poem.type",
        "",
        "failed: 3 undecided fields",
        "  measure them, or --park and go on with --allow-pending",
    ]


def test_a_leak_and_a_lost_body_are_told() -> None:
    """What is sent and must not be has a line of its own."""
    found = _found(
        strip=(Stripped(api="openai-chat", path="assistant.x", sent=True),),
        serialized=(Serialized(api="openai-chat", name="text", kind="body", says=("$: 'a' did not go out",)),),
    )
    assert drift_text(found).splitlines()[2:] == [
        "  SENT OTHERWISE openai-chat text: $: 'a' did not go out",
        "  LEAK       openai-chat assistant.x: responses have it, requests do not take it, and it is sent",
        "",
        "failed: something is sent that must not be",
    ]


@pytest.mark.parametrize("count", [1, 10, 11, 30])
def test_at_most_ten_annotations(count) -> None:
    """GitHub shows ten annotations a step: the tenth names what had no room."""
    found = _found(*(_field(f"a.mood{n}") for n in range(count)))
    lines = drift_annotations(found).splitlines()
    assert len(lines) == min(count, 10)
    assert sum(f"mood{n} " in "\n".join(lines).replace("%0A", " ") for n in range(count)) == count
    assert all(line.startswith("::error title=openai 4.0.0%3A") for line in lines[:9])


def test_what_is_let_pass_is_a_warning() -> None:
    """With ``--allow-pending`` annotations warn."""
    assert drift_annotations(_found(_field("a.mood"), passed=True)).startswith("::warning title=")


def test_the_shipped_schema_is_the_generated_one() -> None:
    """The schema file says what the records say."""
    assert files("sendable.report").joinpath(SCHEMA_FILE).read_text("utf-8") == schema_text()


def test_the_json_obeys_the_schema() -> None:
    """What is printed obeys the schema, and names each of its fields."""
    written = json.loads(msgspec.json.encode(_found(_field("a.mood"))))
    schema = drift_schema()
    assert set(schema["$defs"]["SdkDrift"]["properties"]) == set(written["sdks"][0])
    jsonschema = pytest.importorskip("jsonschema")
    assert list(jsonschema.Draft202012Validator(schema).iter_errors(written)) == []
