"""Chat, Mistral and Converse against what their providers really answered."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

import pytest

from sendable import oracle
from sendable.model.outcome import Verdict


@pytest.fixture(scope="module")
def rows(shared: Path) -> list[dict]:
    with gzip.open(shared / "recordings" / "round-trips.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def _judged(rows: list[dict], api: str, provider: str) -> Iterator[tuple[dict, Verdict]]:
    for row in rows:
        if (row["api"], row["provider"]) == (api, provider):
            place = row["url_path"].partition("/model/")[2]
            model = unquote(place.rpartition("/")[0]) if place else None
            as_of = row["date"] or "2026-11-30"
            yield row, oracle.judge(api, row["request"], model=model, headers=row["headers"] or {}, as_of=as_of)


def test_no_request_that_openai_took_is_refused(rows: list[dict]) -> None:
    """Every recorded 2xx of api.openai.com is accepted, today and on its day."""
    taken = [row for row in rows if (row["api"], row["provider"]) == ("openai-chat", "openai") and row["status"] < 300]
    today = [row["source"]["path"] for row in taken if not oracle.judge("openai-chat", row["request"]).accepted]
    then = [row["source"]["path"] for row, verdict in _judged(taken, "openai-chat", "openai") if not verdict.accepted]
    assert (len(taken) > 3_000, today, then) == (True, [], [])


def test_what_openai_refused_is_refused_in_its_words(rows: list[dict]) -> None:
    """Of the refused histories two turn on a file's content, and one recording counts a message that is not in it."""
    other = [
        (row["error"]["message"], verdict.rule)
        for row, verdict in _judged(rows, "openai-chat", "openai")
        if row["scope"] == "history" and (verdict.error is None or verdict.error.message != row["error"]["message"])
    ]
    wrong_file = "Invalid file data: 'file_id'. Expected a file with an application/pdf MIME type, but got unsupported"
    assert [(message.partition(" MIME type 'image")[0], rule) for message, rule in other] == [
        (wrong_file, None),
        (wrong_file, None),
        ("Unknown parameter: 'messages[1].content[1].file.data'.", "chat-file-unknown-key"),
    ]


def test_mistral_is_told_apart_as_recorded(rows: list[dict]) -> None:
    """Every recorded 2xx is accepted, every refused history refused with its status."""
    judged = list(_judged(rows, "mistral", "mistral"))
    assert [row["source"]["path"] for row, verdict in judged if row["status"] < 300 and not verdict.accepted] == []
    refused = [(row["status"], verdict.status) for row, verdict in judged if row["scope"] == "history"]
    assert sorted(refused) == [(400, 400)] * 2 + [(422, 422)] * 3


def test_converse_is_told_apart_as_recorded(rows: list[dict]) -> None:
    """Of 675 accepted requests one is refused: its file holds the same shape with a 400; refusals agree to the word."""
    judged = list(_judged(rows, "bedrock-converse", "bedrock"))
    refused = [verdict.rule for row, verdict in judged if row["status"] < 300 and not verdict.accepted]
    assert refused == ["bedrock-prefill-with-tools"]
    words = [(row["error"]["message"], verdict.error) for row, verdict in judged if row["scope"] == "history"]
    assert len(words) == 30
    assert all(error is not None and error.message == message for message, error in words)


VENDORS = [
    ("azure", "azure"),
    ("cerebras", "cerebras"),
    ("deepseek", "deepseek"),
    ("host:api.z.ai", "zai"),
    ("host:ollama.com", "ollama"),
    ("openrouter", "openrouter"),
    ("xai", "xai"),
]


@pytest.mark.parametrize(("provider", "vendor"), VENDORS)
def test_no_request_that_a_vendor_took_is_refused(rows: list[dict], provider: str, vendor: str) -> None:
    """Every recorded 2xx of a vendor is accepted for that vendor, without a warning."""
    taken = [row for row in rows if (row["api"], row["provider"]) == ("openai-chat", provider) and row["status"] < 300]
    verdicts = [oracle.judge("openai-chat", row["request"], vendor=vendor) for row in taken]
    assert len(taken) > 20
    assert {(each.rule, each.warnings) for each in verdicts} == {(None, ())}
