"""The gate: which declared request fields nobody has decided on."""

from collections.abc import Iterator, Mapping

import msgspec

from sendable.ledger.declared import Declared
from sendable.ledger.release import release_key
from sendable.ledger.row import FieldVerdict, Ledger, Row
from sendable.ledger.surface.record import ApiSurface
from sendable.model.drift import FieldKind, Undecided


class Held(msgspec.Struct, frozen=True):
    """What a ledger holds.

    verdicts: by path. since: the release of a field, where it is known. settled: the release whose undecided fields
    are the dated pending set; a field that is pending since a later one is not of it. apart: fields that somebody
    parked and the set does not have, of whichever release. answered: fields that an answer had and nobody has decided
    on, with the ISO day of the answer.
    """

    verdicts: Mapping[str, FieldVerdict]
    since: Mapping[str, str]
    settled: str
    apart: frozenset[str] = frozenset()
    answered: Mapping[str, str] = {}

    def parked(self, path: str) -> bool:
        """Tell whether a field is pending and not of the dated set."""
        later = release_key(self.since.get(path, "")) > release_key(self.settled)
        return self.verdicts.get(path) == "pending" and (later or path in self.apart)

    def in_dated_set(self, path: str) -> bool:
        """Tell whether a field is of the dated pending set."""
        return self.verdicts.get(path) == "pending" and not self.parked(path)


def held(ledger: Ledger, dated: Declared) -> Held:
    """Return what a ledger holds, beside the declarations that its pending set was dated with."""
    return Held(
        {row.path: row.verdict for row in ledger.row},
        {row.path: row.since for row in ledger.row if row.since},
        dated.release,
        frozenset(row.path for row in ledger.row if row.by == "drift" and not dated.declares(row.path)),
        {row.path: _day(row) for row in ledger.row if row.by == "response" and row.verdict == "pending"},
    )


def undecided(surface: ApiSurface, release: str, holds: Held) -> Iterator[Undecided]:
    """Yield every declared request field that the ledger does not hold, or holds as parked.

    Removed fields keep their decision: one that comes back is held. Types and names of Python do not count. Fields that
    an answer had are yielded too, whatever the SDK declares.

    Args:
        surface: what the SDK declares for one API.
        release: of the SDK.
        holds: the ledger.
    """
    known = _places(holds)
    for place, position in surface.request.positions.items():
        for field in position.fields:
            path = f"{place}.{field}"
            parked = holds.parked(path)
            if path not in holds.verdicts or parked:
                yield Undecided(
                    api=surface.name,
                    path=path,
                    kind=_kind(place, known),
                    since=holds.since.get(path, release),
                    where=position.where,
                    parked=parked,
                    sent=False,
                    measure=f"sendable measure {surface.api}:{path}",
                )
    for each in of_answers(surface.api, holds):
        yield msgspec.structs.replace(each, api=surface.name)


def of_answers(api: str, holds: Held) -> Iterator[Undecided]:
    """Yield the fields that answers had and nobody has decided on, whatever an SDK declares."""
    known = _places(holds)
    for path, day in holds.answered.items():
        yield Undecided(
            api=api,
            path=path,
            kind=_kind(path.rpartition(".")[0], known),
            since=f"a recording of {day}",
            where="an answer",
            parked=True,
            sent=False,
            measure=f"sendable measure {api}:{path}",
        )


def _places(holds: Held) -> frozenset[str]:
    """Return the places of which something was decided."""
    return frozenset(path.rpartition(".")[0] for path in holds.verdicts if not holds.parked(path))


def _kind(place: str, known: frozenset[str]) -> FieldKind:
    if place in known:
        return "field"
    item = place.partition(".")[0]
    return "variant" if item in known else "item"


def _day(row: Row) -> str:
    return row.sources[0].date if row.sources else "unknown date"
