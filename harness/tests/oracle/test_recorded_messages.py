"""Anthropic Messages against what Anthropic, Bedrock and Vertex really answered."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

import pytest

from sendable import oracle
from sendable.model.outcome import Verdict

VENDORS = {"anthropic": None, "bedrock": "bedrock", "vertex": "vertex"}
NOT_ON_FILE = ({"_"}, {"mock"})  # what stands in place of a body that nobody recorded


@pytest.fixture(scope="module")
def rows(shared: Path) -> list[dict]:
    with gzip.open(shared / "recordings" / "round-trips.jsonl.gz", "rt", encoding="utf-8") as lines:
        every = [json.loads(line) for line in lines]
    asked = [row for row in every if row["api"] == "anthropic-messages" and row["provider"] in VENDORS]
    return [row for row in asked if row["request"].keys() not in NOT_ON_FILE]


def _model(row: dict) -> str | None:
    """Bedrock and Vertex name the model in the path."""
    place = unquote(row["url_path"])
    if "/model/" in place:
        return place.partition("/model/")[2].partition("/")[0]
    return place.rpartition("/models/")[2].partition(":")[0] or None if "/models/" in place else None


def _judged(rows: list[dict]) -> Iterator[tuple[dict, Verdict]]:
    for row in rows:
        yield (
            row,
            oracle.judge(
                "anthropic-messages",
                row["request"],
                model=_model(row),
                vendor=VENDORS[row["provider"]],
                headers=row["headers"],
                as_of=row["date"] or "2026-11-30",
            ),
        )


def test_no_request_that_was_taken_is_refused(rows: list[dict]) -> None:
    """Every recorded 2xx is accepted on its day, without a warning."""
    taken = [(row, verdict) for row, verdict in _judged(rows) if row["status"] < 300]
    assert len(taken) > 2_500
    assert [(row["source"]["path"], verdict.rule) for row, verdict in taken if not verdict.accepted] == []
    assert {warning.rule for _, verdict in taken for warning in verdict.warnings} == set()


def test_today_only_one_of_them_is_refused(rows: list[dict]) -> None:
    """In June 2024 a result with a foreign id was taken; everything else would still be."""
    taken = [row for row in rows if row["status"] < 300 and row["provider"] == "anthropic"]
    verdicts = [oracle.judge("anthropic-messages", row["request"], headers=row["headers"]) for row in taken]
    assert [verdict.rule for verdict in verdicts if verdict.rule] == ["anthropic-tool-use-without-result"]


def test_refused_histories_are_refused_in_the_same_words(rows: list[dict]) -> None:
    """Of Anthropic's refused histories only the one about a file's content is accepted; Vertex's wording is older."""
    refused = [(row, verdict) for row, verdict in _judged(rows) if row["scope"] == "history"]
    other = [
        (row["provider"], row["error"]["message"], verdict.rule)
        for row, verdict in refused
        if verdict.error is None or verdict.error.message != row["error"]["message"]
    ]
    assert len(refused) == 11
    assert other == [
        (
            "anthropic",
            "messages.0.content.1.image.source.base64.data: The file format is invalid or unsupported",
            None,
        ),
        (
            "vertex",
            "messages.1: `tool_result` block(s) provided when previous message does not contain any `tool_use` blocks",
            "anthropic-tool-result-orphan",
        ),
    ]
