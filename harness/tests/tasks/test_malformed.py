"""Malformed input never crashes `check`: whatever is asked gets a verdict, or an error that says what is wrong."""

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sendable import oracle
from sendable.model.errors import UnreadableInput
from sendable.model.json import JsonObject, encode_json, parse_json
from sendable.recordings import read
from sendable.tasks.check import Question, check, check_line
from sendable.tasks.explain import explain
from sendable.tasks.places import at, places

ROOT = Path(__file__).resolve().parents[3]
APIS = oracle.apis()
KEYS = st.sampled_from(
    [
        "model",
        "messages",
        "input",
        "contents",
        "system",
        "role",
        "content",
        "type",
        "id",
        "call_id",
        "tool_calls",
        "tool_call_id",
        "function",
        "name",
        "arguments",
        "output",
        "text",
        "thinking",
        "signature",
        "parts",
        "functionCall",
        "toolUse",
        "toolResult",
        "store",
        "tools",
        "item",
        "reasoning",
        "summary",
    ]
)
WORDS = st.sampled_from(
    ["user", "assistant", "tool", "system", "text", "image_url", "function_call", "tool_use", "thinking", "reasoning"]
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=6) | WORDS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS | st.text(max_size=3), inner, max_size=5),
    max_leaves=25,
)
JUNK = (None, True, 0, -1, 1.5, 10**30, "", " ", "\ud800", "x" * 10_000, [], {}, [[]], [None], {"": ""}, {"type": 7})


def _judged(api: str, body: object, vendor: str | None = None) -> None:
    found = check(body, Question(api=api, vendor=vendor, headers={"anthropic-beta": "a,b"}))
    assert found.verdict.accepted == (found.verdict.status < 300)
    assert (found.verdict.error is None) == found.verdict.accepted
    assert encode_json(found.as_json()).startswith(b'{"outcome":"verdict"')


@pytest.mark.parametrize("api", APIS)
@given(body=JSON)
def test_any_json_gets_a_verdict(api: str, body: object) -> None:
    """Objects, lists, texts and numbers, nested at random, with the words of the APIs in all wrong places."""
    _judged(api, body)


def _deep(levels: int) -> object:
    value: object = "x"
    for _ in range(levels):
        value = [value]
    return value


@pytest.mark.parametrize("api", APIS)
@pytest.mark.parametrize(
    "make",
    [
        lambda key: {"model": "m", key: _deep(10_000)},
        lambda key: {"model": "m", key: [{"role": "user", "content": _deep(10_000)}]},
        lambda key: {"model": "m", key: [{"role": "user", "content": "x" * 50_000_000}]},
        lambda key: {"model": "m", key: [{"role": "user", "content": "\ud800"}], "\udfff": 1},
        lambda key: {"model": "\ud800", key: [{"role": "user", "content": "hi"}]},
        lambda key: {"model": "m", key: [{"role": "user", "content": "hi"}] * 3_000},
    ],
    ids=["deep history", "deep content", "50 MB", "lone surrogates", "surrogate model", "3,000 messages"],
)
def test_extreme_bodies_get_a_verdict(api: str, make: Callable[[str], JsonObject]) -> None:
    """10,000 levels, 50 MB, half a character: judged like anything else."""
    key = {"contents": "contents", "input": "input"}.get(oracle_key(api), "messages")
    _judged(api, make(key))


def oracle_key(api: str) -> str:
    from sendable.oracle.book import load

    return load(api).history_key


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (b"", "not JSON"),
        (b"{", "not JSON"),
        (b"\xff\xfe", "not UTF-8"),
        (b"NaN", "not JSON"),
        (b"[" * 100_000, "nested too deeply|not JSON"),
        (b'{"api": "openai-chat"}', 'no "body"'),
        (b'{"api": 7, "body": {}}', "no API named"),
        (b'{"api": "openai-chat", "body": {}, "headers": []}', None),
        (b'{"api": "openai-chat", "body": {}, "headers": [1]}', "not an object"),
        (b"[]", "not an object"),
    ],
)
def test_a_line_that_cannot_be_read_gives_an_error_row(line: bytes, says: str | None) -> None:
    """Each line of JSONL has its row: a verdict, or the line's number with what is wrong."""
    row, readable = check_line(line, 7, Question())
    parsed = parse_json(row, "row")
    assert readable is (says is None)
    if says is not None:
        assert parsed["line"] == 7
        assert any(part in parsed["error"] for part in says.split("|"))


def test_of_duplicate_keys_the_last_one_counts() -> None:
    """As in every JSON parser of the providers' SDKs; never a crash."""
    body = parse_json(b'{"model": "m", "messages": 7, "messages": [{"role": "user", "content": "hi"}]}', "x")
    assert check(body, Question(api="openai-chat")).verdict.accepted


@pytest.mark.parametrize("text", ["[" * 10_000 + "]" * 10_000, '{"a":' * 10_000 + "1" + "}" * 10_000])
def test_what_nests_too_deeply_to_be_parsed_says_so(text: str) -> None:
    """An error of our own, with its place."""
    with pytest.raises(UnreadableInput, match="nested too deeply"):
        parse_json(text, "<stdin>")


def _mutated(bodies: list[tuple[str, JsonObject]], count: int, seed: int) -> Iterator[tuple[str, object]]:
    """Take real bodies and put junk, other parts of real bodies, or nothing in one to three of their places."""
    draw = random.Random(seed)
    for _ in range(count):
        api, body = draw.choice(bodies)
        for _ in range(draw.randint(1, 3)):
            body = _with_junk(body, draw, bodies)
        yield api, body


def _with_junk(body: JsonObject, draw: random.Random, bodies: list[tuple[str, JsonObject]]) -> JsonObject:
    known = places(body, 200)
    if not known:
        return body
    path = draw.choice(known).path
    other = draw.choice(bodies)[1]
    parts = places(other, 200)
    junk = at(other, draw.choice(parts).path) if parts and draw.random() < 0.4 else draw.choice(JUNK)
    return _put(body, path, junk, twice=draw.random() < 0.2)


def _put(body, path, value, *, twice):
    step, rest = path[0], path[1:]
    new = _put(body[step], rest, value, twice=twice) if rest else value
    if isinstance(body, list):
        return [*body[:step], new, *([body[step]] if twice and not rest else []), *body[step + 1 :]]
    return {**body, step: new}


def _own_bodies() -> list[tuple[str, JsonObject]]:
    files = sorted((ROOT / "cassettes").rglob("*.yaml"))
    return [(trip.api, trip.request) for file in files for trip in read(file) if trip.api in APIS]


def _all_apis(bodies: list[tuple[str, JsonObject]]) -> list[tuple[str, JsonObject]]:
    """Let each API be asked with the bodies of the others too: nothing says that they are for it."""
    return [(api, body) for _, body in bodies for api in APIS]


def _shared_bodies(shared: Path) -> list[tuple[str, JsonObject]]:
    rows = read(shared / "recordings" / "round-trips.jsonl.gz")
    return [(row.api, row.request) for row in rows if row.api in APIS and len(encode_json(row.request)) < 20_000]


def test_a_thousand_mutated_bodies_get_a_verdict() -> None:
    """Bodies of our own cassettes, with junk in them, for every API."""
    for api, body in _mutated(_all_apis(_own_bodies()), 1_000, seed=3):
        _judged(api, body)


def test_a_thousand_mutated_recordings_get_a_verdict(shared: Path) -> None:
    """The same over the real bodies of the team's recordings."""
    for api, body in _mutated(_shared_bodies(shared), 1_000, seed=4):
        _judged(api, body)


def test_mutated_bodies_are_explained_without_a_crash() -> None:
    """The search for a change bears any body too."""
    for api, body in _mutated(_all_apis(_own_bodies()), 40, seed=5):
        found = explain(body, Question(api=api))
        assert found.smallest is None or found.smallest.body != body


@pytest.mark.long
def test_a_hundred_thousand_mutated_recordings_get_a_verdict(shared: Path) -> None:
    """100,000 real bodies with junk in them, half of them asked of an API that they are not for."""
    bodies = _shared_bodies(shared)
    crossed = [(APIS[n % len(APIS)], body) for n, (_, body) in enumerate(bodies)]
    for api, body in _mutated(bodies + crossed, 100_000, seed=6):
        _judged(api, body)
