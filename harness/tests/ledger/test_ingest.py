"""A ledger is built from recordings, and keeps what people decided."""

import msgspec
import pytest

from sendable.ledger import Counts, Ledger, Row, hand_only, ingest
from sendable.ledger.declared import declared
from sendable.ledger.refusal import named_fields, unplaced
from sendable.ledger.verdict import decide
from sendable.model.evidence import Evidence
from sendable.model.outcome import ProviderError
from sendable.model.roundtrip import RoundTrip, Source

EMPTY = Ledger("some-chat")


def _trip(message, n=1, **changes):
    whole = {
        "api": "some-chat",
        "provider": "some",
        "status": 200,
        "request": {"model": "m-1", "messages": [{"role": "user", **message}]},
        "date": f"2026-11-0{n}",
        "source": Source(path="a.yaml", repo="me/mine", n=n),
    }
    return RoundTrip(**whole | changes)


def _source(n, says="accepted", model="m-1"):
    return Evidence(kind="recording", where=f"me/mine a.yaml#{n}", date=f"2026-11-0{n}", model=model, says=says)


def _refused(message, error, n=1, **changes):
    return _trip(message, n, status=400, error=ProviderError(message=error), **changes)


def test_an_accepted_field():
    """A field that a 2xx carried is accepted, with counts, dates, models, versions and the newest sources."""
    trips = [
        _trip({"content": "a"}, 1, count=4, headers={"anthropic-version": "2023-06-01"}),
        _trip({"content": "b"}, 3, request={"model": "m-3", "messages": [{"role": "user", "content": "c"}]}),
        _trip({"content": [{"type": "text"}]}, 2),
    ]
    row = next(row for row in ingest(trips, EMPTY).row if row.path == "user.content")
    assert row == Row(
        path="user.content",
        verdict="accepted",
        counts=Counts(accepted=6),
        first="2026-11-01",
        last="2026-11-03",
        models=("m-3", "m-1"),
        api_versions=("2023-06-01",),
        sources=(_source(3, model="m-3"), _source(2)),
    )


def test_an_unknown_field():
    """An unknown-field error rejects the field that it names and says nothing of the others."""
    trip = _refused({"content": "a", "mood": "gay"}, "Unknown parameter: 'messages[0].mood'.")
    assert ingest([trip], EMPTY) == Ledger(
        "some-chat",
        (
            Row(
                path="user.mood",
                verdict="rejected",
                counts=Counts(rejected=1),
                first="2026-11-01",
                last="2026-11-01",
                models=("m-1",),
                sources=(_source(1, "rejected"),),
            ),
        ),
    )


@pytest.mark.parametrize(
    "error",
    [
        "Invalid type for 'messages[0].mood': expected an object, but got a string instead.",
        "messages.0.mood: Input should be a valid string",
        "Missing required parameter: 'messages[0].mood'.",
        "Unknown parameter: 'temperature'.",
        "Unknown parameter: 'messages[4].mood'.",
    ],
)
def test_an_error_about_a_value_marks_nothing(error):
    """A 400 that is not about an unknown field of an item of the body leaves no row."""
    assert ingest([_refused({"mood": "gay"}, error)], EMPTY) == EMPTY


@pytest.mark.parametrize(
    "trip",
    [
        _trip({"content": "a"}, provider="azure"),
        _trip({"content": "a"}, api="other-chat", provider="other"),
        _trip({"content": "a"}, url_path="/v1/messages/count_tokens"),
        _trip({"content": "a"}, status=429),
        _trip({"content": "a"}, request="text"),
    ],
)
def test_what_is_no_evidence(trip):
    """Other vendors, other APIs, counting endpoints and quota errors say nothing about the API."""
    assert ingest([trip], EMPTY) == EMPTY


def test_counts_add_up_over_ingests():
    """What is ingested in two steps is what is ingested in one."""
    trips = [_trip({"content": "a"}, n) for n in (1, 2, 3)] + [
        _refused({"x": 1}, "x.y: Extra inputs are not permitted", 4)
    ]
    assert ingest(trips[2:], ingest(trips[:2], EMPTY)) == ingest(trips, EMPTY)


HAND = Row(
    path="user.mood",
    verdict="rejected",
    sources=(Evidence(kind="report", where="https://example.org/1", date="2026-10-01", says="rejected"),),
    by="hand",
    why="Refused.",
)


def test_a_persons_decision_stays():
    """A decision by hand, its evidence and its reason survive a new ingest."""
    assert ingest([_trip({"content": "a"})], Ledger("some-chat", (HAND,))).row[-2:] == (
        HAND,
        Row(
            path="user.role",
            verdict="accepted",
            counts=Counts(accepted=1),
            first="2026-11-01",
            last="2026-11-01",
            models=("m-1",),
            sources=(_source(1),),
        ),
    )


def test_a_persons_decision_is_disputed_by_recordings():
    """A recording that contradicts a person's decision makes it disputed; the evidence of both is kept."""
    (row,) = [each for each in ingest([_trip({"mood": "gay"})], Ledger("some-chat", (HAND,))).row if each.by == "hand"]
    assert (row.verdict, row.counts, row.sources) == ("disputed", Counts(accepted=1), (_source(1), *HAND.sources))


def test_hand_only():
    """Without the recordings, a decision is left as the person made it."""
    ledger = ingest([_trip({"mood": "gay"})], Ledger("some-chat", (HAND,)))
    disputed = msgspec.structs.replace(HAND, verdict="disputed")
    assert hand_only(ledger) == Ledger("some-chat", (disputed,))


def _evidence(says, date, kind="report"):
    return Evidence(kind=kind, where="x", date=date, says=says)


def _row(*sources, path="assistant.mood", **changes):
    return Row(path=path, verdict="pending", sources=sources, **changes)


VERDICTS = {
    "nothing is known": (_row(), "pending"),
    "a source that says neither": (_row(_evidence("", "2026")), "pending"),
    "accepted, declared": (_row(path="assistant.content", counts=Counts(accepted=1)), "accepted"),
    "accepted, undeclared, passed over": (_row(counts=Counts(accepted=1)), "tolerated"),
    "accepted, undeclared, not passed over": (
        _row(path="user.content[]:text.mood", counts=Counts(accepted=1)),
        "accepted",
    ),
    "rejected": (_row(counts=Counts(rejected=1)), "rejected"),
    "both on one day": (
        _row(_evidence("rejected", "2026-11-01"), counts=Counts(accepted=1), first="2026-11-01"),
        "disputed",
    ),
    "rejected, then accepted": (
        _row(_evidence("rejected", "2025-12"), counts=Counts(accepted=1), first="2026-01-01"),
        "accepted",
    ),
    "accepted, then rejected": (
        _row(_evidence("rejected", "2026-11-02"), counts=Counts(accepted=1), first="2026-01-01"),
        "disputed",
    ),
    "rejected some time in the year": (
        _row(_evidence("rejected", "2026"), counts=Counts(accepted=1), first="2026-05-01"),
        "disputed",
    ),
    "rejected nobody knows when": (
        _row(_evidence("rejected", ""), counts=Counts(accepted=1), first="2026-05-01"),
        "disputed",
    ),
}


@pytest.mark.parametrize("name", VERDICTS)
def test_verdict(name):
    """The verdict follows from the evidence alone."""
    row, verdict = VERDICTS[name]
    assert decide(row.path, row, declared("openai-chat")) == verdict


ERRORS = {
    "openai": ("Unknown parameter: 'messages[0].mood'.", ["user.mood"]),
    "openai nested": ("Unknown parameter: 'messages[0].content[0].tone'.", ["user.content[]:text.tone"]),
    "anthropic": ("messages.0.content.0.text.tone: Extra inputs are not permitted", ["user.content[]:text.tone"]),
    "gemini": (
        (
            "Invalid JSON payload received. Unknown name \"mood\" at 'messages[0]': Cannot find field.\n"
            "Invalid JSON payload received. Unknown name \"x\" at 'generation_config': Cannot find field."
        ),
        ["user.mood"],
    ),
    "mistral": ("body.messages.0.mood: Extra inputs are not permitted; body.messages: other", ["user.mood"]),
    "bedrock": ("Malformed input request: #/messages/0: extraneous key [mood] is not permitted", ["user.mood"]),
    "a model behind bedrock": (
        (
            "The model returned the following errors: Malformed input request: #/messages/0: extraneous key [mood] is "
            "not permitted, please reformat your input and try again."
        ),
        [],
    ),
}


@pytest.mark.parametrize("name", ERRORS)
def test_unknown_field_errors(name):
    """Each provider's way of calling a field unknown is understood."""
    error, named = ERRORS[name]
    message = {"mood": 1, "content": [{"type": "text", "text": "a", "tone": 1}]}
    assert named_fields(_refused(message, error)) == named


def test_unplaced():
    """A place that the recorded body does not have is told, not guessed."""
    error = "Unknown parameter: 'messages[1].mood'."
    assert unplaced(_refused({"mood": 1}, error)) == ["messages.1.mood"]
    assert unplaced(_refused({"mood": 1}, "Unknown parameter: 'messages[0].mood'.")) == []
    assert unplaced(_trip({"mood": 1})) == []
