"""Building a ledger from round trips; what people decided, and their evidence, stays."""

from collections.abc import Iterable

import msgspec

from sendable.ledger.declared import Declared, declared
from sendable.ledger.refusal import named_fields
from sendable.ledger.row import Counts, Ledger, Row
from sendable.ledger.verdict import decide
from sendable.ledger.walk import fields, items
from sendable.model.evidence import Evidence
from sendable.model.roundtrip import RoundTrip
from sendable.recordings.scope import is_verdict, model_of

_MODELS_KEPT = 6
_SOURCES_KEPT = 2


def ingest(round_trips: Iterable[RoundTrip], existing: Ledger) -> Ledger:
    """Return the ledger that also holds what the round trips show.

    Only answers of the API's own provider are evidence about it; other vendors' are passed over, as are answers of
    counting and compacting endpoints, and refusals that name no unknown field. Counts of the existing rows and of the
    round trips are added, so give only round trips that are not in it (`recordings.index.Index.fresh`).

    Args:
        round_trips: of any API; those of other APIs are passed over.
        existing: the ledger so far; `hand_only` of it, to build it anew.
    """
    seen = _Seen()
    for each in round_trips:
        if each.api == existing.api and each.first_party and is_verdict(each) and isinstance(each.request, dict):
            seen.add(each)
    known = {row.path: row for row in existing.row}
    facts = declared(existing.api)
    paths = sorted({*known, *seen.by_path, *facts.paths()})
    return Ledger(existing.api, tuple(_row(path, known.get(path), seen.by_path.get(path), facts) for path in paths))


def hand_only(ledger: Ledger) -> Ledger:
    """Return only what people decided or parked, without what recordings added to it."""
    return Ledger(ledger.api, tuple(_without_recordings(row) for row in ledger.row if row.by != "ingest"))


class _Of:
    """What the round trips show of one field."""

    __slots__ = ("accepted", "first", "last", "models", "rejected", "sources", "versions")

    def __init__(self) -> None:
        self.accepted = self.rejected = 0
        self.first = self.last = ""
        self.models: dict[str, str] = {}
        self.versions: set[str] = set()
        self.sources: dict[str, list[Evidence]] = {"accepted": [], "rejected": []}


class _Seen:
    """All fields of all round trips so far."""

    def __init__(self) -> None:
        self.by_path: dict[str, _Of] = {}

    def add(self, each: RoundTrip) -> None:
        """Count a round trip once for every field that it is evidence of."""
        if each.accepted:
            paths = {path for item in items(each.api, each.request) for path in fields(item)}
        else:
            paths = set(named_fields(each))
        if paths:
            source = _source(each)
            for path in paths:
                _note(self.by_path.setdefault(path, _Of()), each, source)


def _source(each: RoundTrip) -> Evidence:
    at = each.source
    return Evidence(
        kind="recording",
        where=f"{at.repo} {at.path}#{at.n}".strip(),
        date=each.date,
        model=model_of(each),
        says="accepted" if each.accepted else "rejected",
    )


def _note(of: _Of, each: RoundTrip, source: Evidence) -> None:
    if each.accepted:
        of.accepted += each.count
    else:
        of.rejected += each.count
    if each.date:
        of.first = min(of.first or each.date, each.date)
        of.last = max(of.last, each.date)
    if source.model:
        of.models[source.model] = max(of.models.get(source.model, ""), each.date)
    version = each.headers.get("anthropic-version")
    if version:
        of.versions.add(version)
    kept = of.sources[source.says]
    kept.append(source)
    if len(kept) > _SOURCES_KEPT:
        kept.sort(key=_newest_first)
        kept.pop()


def _newest_first(source: Evidence) -> tuple[list[int], str]:
    return [-ord(character) for character in source.date], source.where


def _row(path: str, known: Row | None, of: _Of | None, facts: Declared) -> Row:
    base = known or Row(path=path, verdict="pending", since=facts.since.get(path, ""))
    if of is not None:
        base = _with(base, of)
    return msgspec.structs.replace(base, verdict=decide(path, base, facts))


def _with(row: Row, of: _Of) -> Row:
    recorded = [each for each in row.sources if each.kind == "recording"]
    by_hand = [each for each in row.sources if each.kind != "recording"]
    newest: list[Evidence] = []
    for says in ("accepted", "rejected"):
        found = [*of.sources[says], *(each for each in recorded if each.says == says)]
        newest += sorted(found, key=_newest_first)[:_SOURCES_KEPT]
    latest = sorted(of.models, key=lambda model: ([-ord(c) for c in of.models[model]], model))
    models = dict.fromkeys([*latest, *row.models])
    return msgspec.structs.replace(
        row,
        counts=row.counts + Counts(of.accepted, of.rejected),
        first=min(filter(None, (row.first, of.first)), default=""),
        last=max(row.last, of.last),
        models=tuple(models)[:_MODELS_KEPT],
        api_versions=tuple(sorted({*row.api_versions, *of.versions})),
        sources=(*newest, *by_hand),
    )


def _without_recordings(row: Row) -> Row:
    """Leave what a person cites: a public recording (kind ``cassette``) that is in no collection counts as one."""
    cited = [each for each in row.sources if each.kind == "cassette" and each.says == "accepted"]
    dates = [each.date for each in cited]
    return msgspec.structs.replace(
        row,
        verdict="pending" if row.by in ("drift", "response") else row.verdict,
        counts=Counts(accepted=len(cited)),
        first=min(dates, default=""),
        last=max(dates, default=""),
        models=tuple(dict.fromkeys(each.model for each in cited if each.model)),
        api_versions=(),
        sources=tuple(each for each in row.sources if each.kind != "recording"),
    )
