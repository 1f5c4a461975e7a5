"""The committed ledgers say what the recordings say, and every word has evidence."""

from pathlib import Path

import pytest

import sendable.ledger as room
from sendable.ledger import Counts, Ledger, Row, allowlist, apis, file_name, hand_only, ingest, load, parse, rows, write
from sendable.ledger.allow import allowed
from sendable.ledger.declared import Declared, Position, declared
from sendable.model.errors import UnreadableInput
from sendable.model.evidence import Evidence
from sendable.recordings import read

APIS = ("anthropic-messages", "bedrock-converse", "gemini", "mistral", "openai-chat", "openai-responses")
FOLDER = Path(room.__file__).parent


def test_apis():
    """There is one ledger a file."""
    assert set(APIS) <= set(apis())
    assert load("nobody-chat") == Ledger("nobody-chat")
    assert load("openai-chat@azure") == load("openai-chat")


@pytest.mark.parametrize("api", APIS)
def test_the_file_is_as_written(api):
    """A committed ledger is sorted and stable: writing it again changes no byte."""
    assert write(load(api)) == (FOLDER / file_name(api)).read_text(encoding="utf-8")


def test_size():
    """All ledgers together stay under 1.5 MB."""
    assert sum((FOLDER / file_name(api)).stat().st_size for api in APIS) < 1_500_000


@pytest.mark.parametrize("api", APIS)
def test_derived_anew(shared, api):
    """Derived anew from the team's recordings and the decisions by hand, a ledger is the committed one."""
    assert ingest(read(shared / "recordings" / "round-trips.jsonl.gz"), hand_only(load(api))) == load(api)


def _lacking(row):
    says = {each.says for each in row.sources}
    if row.verdict == "pending":
        return bool(says & {"accepted", "rejected"})
    if row.verdict in ("accepted", "tolerated"):
        return "accepted" not in says or row.counts.accepted == 0
    return "rejected" not in says and not any(each.kind == "source" for each in row.sources)


@pytest.mark.parametrize("api", APIS)
def test_every_verdict_has_evidence(api):
    """Accepted rows have recordings, rejected ones a refusal, pending ones neither."""
    assert [row.path for row in rows(api) if _lacking(row)] == []


def _paths(tree, prefix):
    for field, shapes in tree.items():
        yield f"{prefix}.{field}"
        for tag, inner in shapes.items():
            yield from _paths(inner, f"{prefix}.{field}:{tag}" if tag else f"{prefix}.{field}")


@pytest.mark.parametrize("api", APIS)
def test_every_field_to_be_sent_was_measured(api):
    """Behind each field of the allowlist stands a row with a recording of a 2xx."""
    measured = {row.path.replace("[]", "") for row in rows(api) if row.counts.accepted and row.sources}
    sent = {path for item, tree in allowlist(api).items() for path in _paths(tree, item)}
    assert sent
    assert sent <= measured


def test_a_row_without_evidence_is_not_sent():
    """An accepted row that names no source is no permission."""
    row = Row(path="user.content", verdict="accepted", counts=Counts(accepted=1))
    assert allowed(Ledger("x", (row,)), Declared()) == {}


SOURCE = (Evidence(kind="recording", where="x", date="2026", says="accepted"),)
DECLARED = Declared(positions={"call": Position(required=("status",), optional=("mood",))})


@pytest.mark.parametrize(
    ("row", "sent"),
    [
        (Row(path="call.x", verdict="accepted", sources=SOURCE), True),
        (Row(path="call.x", verdict="tolerated", sources=SOURCE), False),
        (Row(path="call.x", verdict="rejected", sources=SOURCE), False),
        (Row(path="call.x", verdict="pending", sources=SOURCE), False),
        (Row(path="call.mood", verdict="disputed", counts=Counts(accepted=9), sources=SOURCE), False),
        (Row(path="call.status", verdict="disputed", counts=Counts(accepted=9), sources=SOURCE), True),
        (Row(path="call.status", verdict="disputed", sources=SOURCE), False),
    ],
)
def test_what_is_sent(row, sent):
    """Only accepted fields are sent, and disputed ones that are required and were seen accepted."""
    assert bool(allowed(Ledger("x", (row,)), DECLARED)) is sent


def test_the_tree_follows_tags():
    """A field inside a field is allowed for the tag under which it was measured, and only when the outer one is."""
    names = ("call.caller", "call.caller:program.id", "call.parts", "call.parts[].text", "call.lost.inner")
    ledger = Ledger("x", tuple(Row(path=name, verdict="accepted", sources=SOURCE) for name in names))
    assert allowed(ledger, Declared()) == {
        "call": {"caller": {"program": {"id": {}}}, "parts": {"": {"text": {}}}},
    }


def test_the_disputed_status():
    """`status` is left out where it is optional, and sent where the API requires it and was seen to take it."""
    sent = {item for item, fields in allowlist("openai-responses").items() if "status" in fields}
    assert sent == {"apply_patch_call_output", "code_interpreter_call", "file_search_call", "web_search_call"}


NAMED = {
    ("openai-responses", "reasoning.status"): "rejected",
    ("openai-responses", "compaction.created_by"): "rejected",
    ("openai-responses", "code_interpreter_call.results"): "rejected",
    ("openai-responses", "custom_tool_call.status"): "rejected",
    ("openai-responses", "web_search_call.action:find_in_page.query"): "rejected",
    ("openai-responses", "image_generation_call.action"): "disputed",
    ("openai-responses", "mcp_call.status"): "disputed",
    ("openai-responses", "message.status"): "disputed",
    ("openai-responses", "function_call.status"): "disputed",
    ("openai-responses", "message.phase"): "accepted",
    ("openai-responses", "function_call.namespace"): "accepted",
    ("openai-responses", "function_call.async"): "accepted",
    ("openai-responses", "custom_tool_call.async"): "pending",
    ("openai-responses", "shell_call.environment"): "pending",
    ("openai-chat", "assistant.annotations"): "tolerated",
    ("openai-chat", "assistant.refusal"): "accepted",
    ("openai-chat", "user.content[]:file.file.data"): "rejected",
    ("anthropic-messages", "tool_use.caller"): "disputed",
    ("anthropic-messages", "compaction.encrypted_content"): "disputed",
    ("anthropic-messages", "text.citations[]:char_location.file_id"): "rejected",
    ("anthropic-messages", "thinking.signature"): "accepted",
    ("gemini", "content.parts[].mediaResolution"): "rejected",
    ("bedrock-converse", "message.content[].toolResult"): "accepted",
}


def test_the_known_cases():
    """The fields that the evidence names have the verdict that it supports."""
    verdicts = {(api, row.path): row.verdict for api in APIS for row in rows(api)}
    assert {key: verdicts.get(key) for key in NAMED} == NAMED


def test_rows_of_an_item():
    """Rows can be had by kind of item."""
    assert {row.item for row in rows("openai-responses", "reasoning")} == {"reasoning"}
    assert rows("openai-responses", "reasoning") != ()
    assert rows("openai-responses", "no_such_item") == ()


@pytest.mark.parametrize("api", APIS)
def test_nothing_declared_is_forgotten(api):
    """Every declared field has a row."""
    assert {row.path for row in rows(api)} >= set(declared(api).paths())


def test_what_is_declared():
    """The committed declarations are those of the SDKs' newest releases: positions and fields by API."""
    sizes = {
        api: (len(declared(api).positions), len(declared(api).paths())) for api in ("openai-responses", "openai-chat")
    }
    assert sizes == {"openai-responses": (126, 447), "openai-chat": (32, 84)}


@pytest.mark.parametrize(
    "text",
    [
        "api = ",
        'api = "x"\n[[row]]\nverdict = "accepted"',
        'api = "x"\n[[row]]\npath = "a.b"\nverdict = "fine"',
        'api = "x"\n[[row]]\npath = "a.b"\nverdict = "accepted"\nmood = 1',
    ],
)
def test_unreadable(text):
    """A file that is no ledger names itself and what is wrong."""
    with pytest.raises(UnreadableInput, match="not a ledger") as raised:
        parse(text, "x.toml")
    assert raised.value.where == "x.toml"


def test_odd_texts_survive():
    """Quotes, control characters and other scripts are written so that they are read back."""
    row = Row(path="a.b", verdict="pending", why='"quoted" \\ \x01 \n ü 漢 \U0001f600', models=("a", "b"))
    assert parse(write(Ledger("x", (row,))), "x") == Ledger("x", (row,))
