"""The index says what is on file for a pair of digests, and nothing else."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from sendable.model.outcome import ProviderError
from sendable.model.roundtrip import RoundTrip, Source
from sendable.recordings import index, read
from sendable.recordings.digest import history_digest, settings_digest
from sendable.recordings.scope import judges_history, model_of

ROOT = Path(__file__).resolve().parents[3]
BODY = {"model": "gpt-5.4", "input": [{"role": "user", "content": "Hello"}]}
NO_OUTPUT = ProviderError(message="No tool output found for function call call_1.", param="input")


def _round_trip(n=1, **changes):
    whole = {"api": "openai-responses", "provider": "openai", "status": 200, "request": BODY, "date": "2026-11-02"}
    return RoundTrip(**whole | {"source": Source(path="a.yaml", repo="me/mine", n=n)} | changes)


def _by_vendor(round_trips):
    return index.merged(index.Index(), round_trips).pairs


def test_counts_dates_models_and_sources():
    """Recordings of one shape are counted together; the newest sources stand first."""
    older = _round_trip(1, date="2026-10-01", count=3)
    newest = _round_trip(2, date="2026-11-02", request=BODY | {"temperature": 0.5})
    middle = _round_trip(
        3, date="2026-10-20", request={"model": "gpt-5.4", "input": [{"role": "user", "content": "Hi!"}]}
    )
    (pair,) = _by_vendor([older, newest, middle]).values()
    assert pair == index.Recorded(
        statuses={200: 5},
        latest="2026-11-02",
        models=("gpt-5.4",),
        sources=("me/mine a.yaml#2", "me/mine a.yaml#1"),
    )
    assert (pair.accepted, pair.conflicting) == (True, False)


def test_a_conflict_is_never_a_verdict():
    """A pair that was both accepted and refused is conflicting, whatever came last."""
    refusal = _round_trip(2, status=400, error=NO_OUTPUT)
    (pair,) = _by_vendor([_round_trip(1), refusal]).values()
    assert (pair.statuses, pair.accepted, pair.conflicting) == ({200: 1, 400: 1}, False, True)


def test_a_refusal_keeps_its_error():
    """What was only ever refused has the provider's error."""
    (pair,) = _by_vendor([_round_trip(status=400, error=NO_OUTPUT)]).values()
    assert (pair.accepted, pair.conflicting, pair.error) == (False, False, NO_OUTPUT)


@pytest.mark.parametrize(
    "changes",
    [
        {"provider": "local"},
        {"provider": "unknown"},
        {"provider": "host:llm.example.org"},
        {"url_path": "/v1/responses/input_tokens"},
        {"status": 429, "error": ProviderError(message="Slow down")},
        {"status": 400, "error": ProviderError(message="Unsupported value", param="temperature")},
        {"request": [1]},
    ],
)
def test_what_stays_out(changes):
    """Answers of nobody, of counting endpoints, and refusals of something else are no entries."""
    assert _by_vendor([_round_trip(**changes)]) == {}


def test_vendors_are_kept_apart():
    """A vendor's answer is on file for that vendor alone."""
    pairs = _by_vendor([_round_trip(), _round_trip(provider="azure", status=400, error=NO_OUTPUT)])
    assert {key.split(" ")[1]: pair.statuses for key, pair in pairs.items()} == {"": {200: 1}, "azure": {400: 1}}


def test_nothing_is_counted_twice():
    """A second ingest of the same recordings changes nothing; only new ones are fresh."""
    first = index.merged(index.Index(), [_round_trip(1)])
    assert index.merged(first, [_round_trip(1)]) == first
    assert list(first.fresh([_round_trip(1), _round_trip(2)])) == [_round_trip(2)]


def test_bytes_are_stable():
    """An index is read back as it was, and writes the same bytes again."""
    trips = [_round_trip(n, provider=who, date=f"2026-11-0{n}") for n, who in enumerate(("openai", "azure", "xai"), 1)]
    whole = index.merged(index.Index(), trips)
    assert index.decoded(index.encoded(whole)) == whole
    assert index.encoded(index.decoded(index.encoded(whole))) == index.encoded(whole)


def test_headers_that_a_recorder_dropped():
    """A recording without the version header counts for the version of its time, and says that betas are unknown."""
    body = {"model": "claude-haiku-4-5", "messages": []}
    trip = _round_trip(api="anthropic-messages", provider="anthropic", request=body, date="2026-05-01")
    known = index.merged(index.Index(), [trip])
    settings = settings_digest(body, "anthropic-messages", {"anthropic-version": "2023-06-01"})
    key = f"anthropic-messages  {history_digest(body, 'anthropic-messages')}{settings}"
    assert {name: pair.headers_known for name, pair in known.pairs.items()} == {key: False}


def test_lookup_of_what_nobody_recorded():
    """A shape that is not on file is None."""
    assert index.lookup("openai-responses", None, "0" * 32, "0" * 32) is None


def test_the_shipped_index_is_small():
    """The shipped file stays under 3 MB, and holds pairs."""
    path = Path(index.__file__).with_name(index.FILE)
    assert path.stat().st_size < 3_000_000
    assert index.decoded(path.read_bytes()).pairs


@pytest.mark.speed
def test_the_shipped_index_is_quick():
    """Reading it takes under 150 ms of this process's time."""
    content = Path(index.__file__).with_name(index.FILE).read_bytes()
    start = time.process_time()
    index.decoded(content)
    assert time.process_time() - start < 0.15


def test_the_index_is_read_on_the_first_question_only():
    """Importing the module reads no data."""
    code = "from sendable.recordings import index; assert index.shipped.cache_info().currsize == 0"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT / "harness")


def test_the_shipped_index_says_what_the_recordings_say(shared):
    """Derived anew from the team's recordings, the index is the shipped one."""
    derived = index.merged(index.Index(), read(shared / "recordings" / "round-trips.jsonl.gz"))
    assert {key: index.shipped().pairs.get(key) for key in derived.pairs} == derived.pairs
    assert derived.seen <= index.shipped().seen
    assert len(derived.seen) == 15_174


def test_every_recording_is_found_by_its_live_body(shared):
    """Each recorded verdict on a history is found by the digests of its own body."""
    for row in read(shared / "recordings" / "round-trips.jsonl.gz"):
        if not (row.first_party and judges_history(row)) or row.api == "anthropic-messages":
            continue
        history = history_digest(row.request, row.api)
        settings = settings_digest(row.request, row.api, row.headers, model=model_of(row))
        found = index.lookup(row.api, None, history, settings)
        assert found is not None
        assert row.status in found.statuses


def test_own_cassettes_are_on_file():
    """Every conversation in the project's folder of cassettes is in the shipped index."""
    missing = [
        f"{trip.source.path}#{trip.source.n}"
        for path in sorted((ROOT / "cassettes").glob("*/*/conversations/*.yaml"))
        for trip in read(path)
        if judges_history(trip)
        and index.lookup(
            trip.api,
            None if trip.first_party else trip.provider,
            history_digest(trip.request, trip.api),
            settings_digest(trip.request, trip.api, trip.headers, model=model_of(trip)),
        )
        is None
    ]
    assert missing == []
