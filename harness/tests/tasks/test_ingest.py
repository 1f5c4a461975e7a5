"""Recordings go into the ledgers and the index, once."""

import json
from pathlib import Path

import pytest

from sendable import ledger
from sendable.model.errors import BadUsage, NothingJudged
from sendable.recordings import index
from sendable.tasks.ingest import ingest

ROOT = Path(__file__).resolve().parents[3]
REASONING = {"type": "reasoning", "id": "rs_1", "summary": [], "made_up_key": 1}


def _row(n=1, **changes):
    request = {"model": "gpt-5.4", "input": [{"role": "user", "content": "hi"}, REASONING]}
    source = {"repo": "me/mine", "path": "new.yaml", "n": n}
    whole = {"api": "openai-responses", "provider": "openai", "status": 200, "request": request, "source": source}
    return whole | {"date": "2026-11-29"} | changes


@pytest.fixture
def rows(tmp_path):
    def write(*rows):
        file = tmp_path / "rows.jsonl"
        file.write_text("".join(json.dumps(row) + "\n" for row in rows))
        return [file]

    return write


def test_a_new_field_enters_the_ledger_and_the_shape_the_index(rows, tmp_path):
    """What was written is a ledger and an index that hold the new round trip beside all that was known."""
    out = tmp_path / "out"
    done = ingest(rows(_row()), out)
    assert (done.read, done.fresh, done.added) == (1, 1, 1)
    assert done.moved == {"openai-responses": ("reasoning.made_up_key: unknown -> accepted",)}
    assert done.written == (str(out / "openai_responses.toml"), str(out / index.FILE))
    grown = ledger.parse((out / "openai_responses.toml").read_text("utf-8"), "x")
    known = {row.path: row.verdict for row in ledger.load("openai-responses").row}
    assert {row.path: row.verdict for row in grown.row} == known | {"reasoning.made_up_key": "accepted"}
    assert len(index.decoded((out / index.FILE).read_bytes()).pairs) == len(index.shipped().pairs) + 1


def test_nothing_is_counted_twice(rows, tmp_path):
    """A second ingest into the same folder finds nothing new and writes nothing."""
    out = tmp_path / "out"
    ingest(rows(_row()), out)
    before = {path.name: path.read_bytes() for path in out.iterdir()}
    again = ingest(rows(_row(), _row()), out)
    assert (again.read, again.fresh, again.added, again.written) == (2, 0, 0, ())
    assert {path.name: path.read_bytes() for path in out.iterdir()} == before


def test_a_decision_by_hand_stays(rows, tmp_path):
    """A recorded acceptance of what a person rejected makes it disputed, never accepted."""
    item = {"type": "reasoning", "id": "rs_1", "summary": [], "status": "completed"}
    request = {"model": "gpt-5.4", "input": [{"role": "user", "content": "hi"}, item]}
    done = ingest(rows(_row(request=request)), tmp_path / "out")
    assert done.moved == {"openai-responses": ("reasoning.status: rejected -> disputed",)}


def test_another_vendor_is_no_evidence_of_the_apis_own(rows, tmp_path):
    """The shape is on file for the vendor; no ledger changes."""
    done = ingest(rows(_row(provider="azure")), tmp_path / "out")
    assert (done.fresh, done.added, done.moved) == (1, 1, {})
    assert done.written == (str(tmp_path / "out" / index.FILE),)


def test_what_is_in_the_package_is_not_new(tmp_path):
    """Our own conversations were ingested before they were shipped; single requests are read where they lie."""
    done = ingest(sorted((ROOT / "cassettes").glob("*/*/conversations")), tmp_path / "out")
    assert (done.read > 150, done.fresh, done.written) == (True, 0, ())


def test_nothing_to_ingest_and_no_place_to_write(rows, tmp_path):
    """Both end with an error that says what to do."""
    (tmp_path / "empty").mkdir()
    with pytest.raises(NothingJudged, match="no round trip to ingest"):
        ingest([tmp_path / "empty"], tmp_path / "out")
    (tmp_path / "file").write_text("")
    with pytest.raises(BadUsage, match="cannot write"):
        ingest(rows(_row()), tmp_path / "file")
