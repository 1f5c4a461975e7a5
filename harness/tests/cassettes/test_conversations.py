"""The committed recordings are whole conversations, told alike on every API, and hold nothing private."""

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml

from sendable.recordings import read
from servers.cassette import KEPT_HEADERS
from servers.conversations import CONVERSATIONS
from servers.talks import TALKS

ROOT = Path(__file__).resolve().parents[3]
FILES = sorted((ROOT / "cassettes").glob("*/*/conversations/*.yaml"))
URL_PATHS = {"chat": "/v1/chat/completions", "responses": "/v1/responses", "messages": "/v1/messages"}
# Keys by their makers' prefixes; the ids that llama.cpp makes (32 letters and digits) fit none of them.
PRIVATE = re.compile(
    r"\b(sk|pk|rk|gsk|xai|hf|ghp|glpat)[-_][A-Za-z0-9_-]{16,}|\bAKIA[A-Z0-9]{16}\b|\bAIza[A-Za-z0-9_-]{35}\b"
    r"|\b(?i:bearer |api[-_]?key\b|authorization\b|password\b|cookie\b|x-stainless)"
    r"|/home/|/Users/|/root/|/tmp/|[a-z0-9.]@[a-z0-9-]+\.[a-z]{2,}"
)

every_cassette = pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parts[-3]}-{file.stem}")


def interactions(file: Path) -> list[dict[str, Any]]:
    return yaml.load(file.read_text("utf-8"), Loader=yaml.CSafeLoader)["interactions"]


def kind(file: Path) -> str:
    return file.parts[-3].rpartition("-")[2]


def history(file: Path, request: dict[str, Any]) -> list[Any]:
    return request["parsed_body"]["input" if kind(file) == "responses" else "messages"]


def answered(file: Path, response: dict[str, Any]) -> list[Any]:
    """What the server answered, as the next request has to hold it."""
    body = response["parsed_body"]
    if kind(file) == "chat":
        return [body["choices"][0]["message"]]
    return body["output"] if kind(file) == "responses" else [{"role": "assistant", "content": body["content"]}]


def events(file: Path, entries: list[Any]) -> Iterator[tuple[str, str]]:
    """Tell a history as (call, id), (result, id) and (user, "") in its order."""
    for entry in entries:
        if entry.get("role") == "tool":
            yield "result", entry["tool_call_id"]
        elif entry.get("type") == "function_call_output":
            yield "result", entry["call_id"]
        elif entry.get("type") == "function_call":
            yield "call", entry["call_id"]
        elif entry.get("tool_calls"):
            yield from (("call", call["id"]) for call in entry["tool_calls"])
        elif isinstance(entry.get("content"), list) and kind(file) == "messages":
            yield from block_events(entry["content"])
        elif entry.get("role") == "user":
            yield "user", ""


def block_events(blocks: list[Any]) -> Iterator[tuple[str, str]]:
    for block in blocks:
        if block["type"] == "tool_use":
            yield "call", block["id"]
        elif block["type"] == "tool_result":
            yield "result", block["tool_use_id"]


def scripted_events(slug: str) -> list[str]:
    conversation = next(each for each in CONVERSATIONS if each.slug == slug)
    told: list[str] = []
    for turn in conversation.turns:
        told.append("user")
        for answer in turn.answers:
            told += ["call"] * len(answer.calls) + ["result"] * len(answer.calls)
    return told


def test_every_api_has_the_same_conversations() -> None:
    """Each API has one cassette for each scripted conversation, at least twelve of them."""
    slugs = sorted(conversation.slug for conversation in CONVERSATIONS)
    assert len(slugs) >= 12
    folder = ROOT / "cassettes/llamacpp"
    found = {api: sorted(path.stem for path in (folder / api / "conversations").glob("*.yaml")) for api in TALKS}
    assert found == dict.fromkeys(TALKS, slugs)


@every_cassette
def test_every_round_was_accepted_by_the_api_of_its_folder(file: Path) -> None:
    """A cassette has two rounds or more, all sent to its API's path and answered with 200."""
    rounds = [
        (one["request"]["method"], one["request"]["uri"], one["response"]["status"]["code"])
        for one in interactions(file)
    ]
    assert len(rounds) >= 2
    assert set(rounds) == {("POST", f"http://127.0.0.1:8080{URL_PATHS[kind(file)]}", 200)}


@every_cassette
def test_every_round_resends_the_whole_history(file: Path) -> None:
    """A request starts with the history of the one before, followed by exactly what the server answered."""
    rounds = interactions(file)
    for before, after in pairwise(rounds):
        expected = history(file, before["request"]) + answered(file, before["response"])
        assert history(file, after["request"])[: len(expected)] == expected


@every_cassette
def test_calls_are_answered_at_once_and_in_order(file: Path) -> None:
    """The last history tells users, calls and results as scripted; results follow their calls in the calls' order."""
    told = list(events(file, history(file, interactions(file)[-1]["request"])))
    assert [what for what, _ in told] == scripted_events(file.stem)
    calls = [key for what, key in told if what == "call"]
    assert calls
    assert len(set(calls)) == len(calls)
    assert [key for what, key in told if what == "result"] == calls


@every_cassette
def test_no_header_beside_the_kept_ones(file: Path) -> None:
    """Requests and responses hold no header that the recorder does not keep on purpose."""
    headers = {
        name for one in interactions(file) for side in ("request", "response") for name in one[side].get("headers", {})
    }
    assert headers <= KEPT_HEADERS


@every_cassette
def test_nothing_private_is_in_it(file: Path) -> None:
    """A cassette holds no key, no header of a client, no mail address and no path of a machine."""
    assert [found[0] for found in PRIVATE.finditer(file.read_text("utf-8"))] == []


@pytest.mark.parametrize(
    "text",
    [
        "sk-abcdefghijklmnopqrst",
        "key: AKIAABCDEFGHIJKLMNOP",
        "AIza" + "x" * 35,
        "Authorization: x",
        "bearer x",
        "x-api-key: y",
        "/home/ada/x",
        "ada@example.org",
    ],
)
def test_what_is_private_is_found(text: str) -> None:
    """The search for private texts finds each kind of them."""
    assert PRIVATE.search(text)


@every_cassette
def test_the_reader_takes_every_round(file: Path) -> None:
    """The recordings reader yields each round as an accepted one of the folder's API and vendor, with its day."""
    trips = list(read(file))
    assert [trip.request for trip in trips] == [one["request"]["parsed_body"] for one in interactions(file)]
    assert {(trip.api, trip.provider, trip.status) for trip in trips} == {(file.parts[-3], file.parts[-4], 200)}
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\d", trip.date) for trip in trips)
