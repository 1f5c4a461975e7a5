"""The gate: a declared field that nobody has decided on is found; one that was decided on stays so."""

import pytest

from sendable.ledger import Counts, Ledger, Row, hand_only, ingest, parse, write
from sendable.ledger.declared import Declared
from sendable.ledger.declared import Position as Declaration
from sendable.ledger.gate import Held, held, undecided
from sendable.ledger.park import overlaid, parked
from sendable.ledger.release import release_key
from sendable.ledger.surface import ApiSurface, Field, Position, Side
from sendable.model.drift import Undecided
from sendable.model.roundtrip import RoundTrip

SURFACE = ApiSurface(
    api="some-chat",
    request=Side(
        {
            "assistant": Position("m.Assistant", {"role": Field(), "mood": Field()}),
            "assistant.caller:new": Position("m.New", {"type": Field()}),
            "poet": Position("m.Poet", {"role": Field()}),
        }
    ),
    response=Side(),
    tools=Side(),
)
HELD = Held({"assistant.role": "accepted"}, {}, "3.0.0")


def _undecided(path, kind, where, **more):
    whole = {"since": "3.1.0", "parked": False, "sent": False, "measure": f"sendable measure some-chat:{path}"}
    return Undecided(api="some-chat", path=path, kind=kind, where=where, **whole | more)


def test_what_is_undecided():
    """A new field, a new object and a new item are told apart, with release, type and command."""
    assert list(undecided(SURFACE, "3.1.0", HELD)) == [
        _undecided("assistant.mood", "field", "m.Assistant"),
        _undecided("assistant.caller:new.type", "variant", "m.New"),
        _undecided("poet.role", "item", "m.Poet"),
    ]


@pytest.mark.parametrize("verdict", ["accepted", "tolerated", "rejected", "disputed"])
def test_a_decision_stands(verdict):
    """Whatever was decided is held, in whichever release the field comes back."""
    decided = Held(dict.fromkeys(SURFACE.request.paths(), verdict), {"assistant.mood": "9.0.0"}, "3.0.0")
    assert list(undecided(SURFACE, "9.1.0", decided)) == []


def test_the_dated_set_and_what_is_parked():
    """Pending since the dated release or before passes; pending since a later one fails on."""
    pending = dict.fromkeys(SURFACE.request.paths(), "pending")
    holds = Held(pending, {"assistant.mood": "3.0.1", "poet.role": "2.9.0"}, "3.0.0")
    assert list(undecided(SURFACE, "3.1.0", holds)) == [
        _undecided("assistant.mood", "field", "m.Assistant", since="3.0.1", parked=True)
    ]


@pytest.mark.parametrize(
    ("older", "newer"),
    [("3.9.0", "3.10.0"), ("", "0.1"), ("4.0.0rc1", "4.0.0"), ("4.0.0b2", "4.0.0rc3"), ("3", "3.0.1")],
)
def test_releases_are_ordered_as_numbers(older, newer):
    """Numbers count as numbers, and what comes before a release is older than it."""
    assert release_key(older) < release_key(newer)


DATED = Declared(release="3.0.0")
EMPTY = Ledger("some-chat", (Row(path="assistant.role", verdict="accepted", counts=Counts(accepted=1)),))


def test_parking_writes_pending_rows():
    """Each undecided field gets a pending row with release, type and day; a second time nothing is added."""
    once = parked(EMPTY, undecided(SURFACE, "3.1.0", HELD), "some", "2026-12-01")
    assert [(row.path, row.verdict, row.since, row.by) for row in once.row] == [
        ("assistant.caller:new.type", "pending", "3.1.0", "drift"),
        ("assistant.mood", "pending", "3.1.0", "drift"),
        ("assistant.role", "accepted", "", "ingest"),
        ("poet.role", "pending", "3.1.0", "drift"),
    ]
    assert once.row[1].why == "Declared by some 3.1.0 in m.Assistant; parked on 2026-12-01."
    assert parked(once, undecided(SURFACE, "3.1.0", HELD), "some", "2026-12-02") == once
    assert parse(write(once), "x.toml") == once


def test_parked_rows_go_on_failing():
    """What was parked is undecided until a recording or a person decides."""
    once = parked(EMPTY, undecided(SURFACE, "3.1.0", HELD), "some", "2026-12-01")
    found = list(undecided(SURFACE, "3.2.0", held(once, DATED)))
    assert {(each.path, each.since, each.parked) for each in found} == {
        (path, "3.1.0", True) for path in ("assistant.mood", "assistant.caller:new.type", "poet.role")
    }


def test_parked_from_an_old_release():
    """A field of an older release than the dated set fails on too when it is parked, until a new set has it."""
    once = parked(EMPTY, undecided(SURFACE, "2.0.0", HELD), "some", "2026-12-01")
    assert [each.path for each in undecided(SURFACE, "2.0.0", held(once, DATED)) if each.parked] == [
        "assistant.mood",
        "assistant.caller:new.type",
        "poet.role",
    ]
    positions = {"assistant": Declaration((), ("mood",)), "poet": Declaration((), ("role",))}
    anew = Declared(release="3.2.0", positions=positions)
    assert [each.path for each in undecided(SURFACE, "2.0.0", held(once, anew))] == ["assistant.caller:new.type"]


def test_a_recording_decides_on_a_parked_row():
    """A 2xx that carries the field makes it accepted; derived anew, the row is as it was parked."""
    once = parked(EMPTY, undecided(SURFACE, "3.1.0", HELD), "some", "2026-12-01")
    body = {"model": "m", "messages": [{"role": "assistant", "mood": "gay"}]}
    trip = RoundTrip(api="some-chat", provider="some", status=200, request=body, date="2026-12-02")
    grown = ingest([trip], once)
    verdicts = {row.path: row.verdict for row in grown.row}
    assert (verdicts["assistant.mood"], verdicts["poet.role"]) == ("accepted", "pending")
    assert hand_only(grown) == Ledger("some-chat", tuple(row for row in once.row if row.by == "drift"))
    assert ingest([trip], hand_only(grown)).row[1] == grown.row[1]


def test_rows_of_ones_own_stand_over():
    """A folder's row replaces the package's of the same path, and the others stay."""
    own = Row(path="assistant.role", verdict="rejected", by="hand")
    more = Row(path="assistant.mood", verdict="pending", by="drift")
    assert overlaid(EMPTY, Ledger("some-chat", (own, more))).row == (more, own)
