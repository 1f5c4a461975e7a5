"""The drift gate: what an SDK declares, held against what the ledger has decided."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from sendable.ledger import apis
from sendable.ledger.allow import allowed, sends
from sendable.ledger.declared import declared
from sendable.ledger.gate import Held, held, of_answers, undecided
from sendable.ledger.release import release_key
from sendable.ledger.surface import SDKS, ApiSurface, changes
from sendable.model.drift import NO_SDK, DeclaredRefused, Difference, Drift, SdkDrift, Stripped, Undecided
from sendable.model.errors import BadUsage
from sendable.tasks.dated import dated_reading
from sendable.tasks.drift_park import ledger_over, write_parked
from sendable.tasks.drift_sending import serialized, settings
from sendable.tasks.readings import installed_reading, kept_between, reading_of
from sendable.tasks.sdk_reading import Reading
from sendable.tasks.strip_proof import goes_out, stripped


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What to hold against what.

    sdks: ``NAME`` or ``NAME==VERSION``; the installed ones when empty. beta: the beta surfaces too. folder: of ledgers
    whose rows stand over the package's own, and where rows are parked. cache: where readings are kept.
    """

    sdks: tuple[str, ...] = ()
    beta: bool = False
    folder: Path | None = None
    park: bool = False
    allow_pending: bool = False
    cache: Path | None = None


def drift(plan: Plan) -> Drift:
    """Hold SDK releases against the ledger.

    Raises:
        BadUsage: an SDK is not known or not installed, uv is missing, the folder is not there, or a ledger cannot be
            written.
        ProviderNotAsked: a release cannot be read.
    """
    if plan.folder is not None and not plan.folder.is_dir() and not plan.park:
        raise BadUsage("no such folder of ledgers", where=str(plan.folder), hint="write --ledger DIR")
    found = tuple(_of_sdk(_reading(name, plan.cache), plan) for name in plan.sdks or SDKS)
    found += () if plan.sdks else tuple(_without_sdk(plan))
    files = tuple(write_parked(found, plan.folder)) if plan.park else ()
    return Drift(
        passed=not any(_fails(each, allow_pending=plan.allow_pending) for each in found),
        allow_pending=plan.allow_pending,
        sdks=found,
        parked=files,
    )


def _without_sdk(plan: Plan) -> Iterator[SdkDrift]:
    """Yield what answers of APIs without an SDK brought, as one; nothing when that is nothing."""
    ledgers = {api: ledger_over(api, plan.folder) for api in apis() if not declared(api).sdk}
    fields = [each for api, rows in ledgers.items() for each in of_answers(api, held(rows, declared(api)))]
    if fields:
        yield SdkDrift(
            sdk=NO_SDK,
            version="",
            against="",
            dated="",
            fields={},
            pending={},
            undecided=tuple(fields),
            strip=(),
            refused=(),
            changed=(),
            tools=(),
            headers={},
            settings=(),
            serialized=(),
            unread={},
        )


def exit_code(found: Drift) -> int:
    """Return 0 when all passed, 1 for a drift, 3 when nothing failed but a declaration was not understood."""
    if found.passed:
        return 0
    return 1 if any(each.undecided or each.blocking for each in found.sdks) else 3


def _fails(each: SdkDrift, *, allow_pending: bool) -> bool:
    return each.blocking or (not allow_pending and bool(each.undecided or each.unread))


def _reading(name: str, cache: Path | None) -> Reading:
    sdk, equals, release = name.partition("==")
    return reading_of(sdk, release, cache) if equals else installed_reading(sdk, cache)


def _of_sdk(reading: Reading, plan: Plan) -> SdkDrift:
    surface, dated = reading.surface, dated_reading(reading.surface.sdk)
    gated = [_Gated(each, surface.version, plan) for each in surface.apis if plan.beta or not each.beta]
    facts = declared(gated[0].surface.api)
    return SdkDrift(
        sdk=surface.sdk,
        version=surface.version,
        against=facts.release,
        dated=facts.dated,
        fields={each.surface.name: len(list(each.surface.request.paths())) for each in gated},
        pending={each.surface.name: each.in_dated_set() for each in gated},
        undecided=tuple(_first_known(_once(each.undecided() for each in gated), reading, facts.release, plan)),
        strip=tuple(field for each in gated for field in each.stripped()),
        refused=tuple(field for each in gated for field in each.refused()),
        changed=tuple(one for each in gated for one in each.changed(dated)),
        tools=tuple(one for each in gated for one in each.changed(dated, tools=True)),
        headers=reading.headers,
        settings=tuple(settings(reading, dated, {v for each in gated for v in each.versions()})),
        serialized=tuple(serialized(reading, dated)),
        unread=dict(_unread(gated)),
    )


class _Gated:
    """One API's surface beside its ledger."""

    def __init__(self, surface: ApiSurface, release: str, plan: Plan) -> None:
        self.surface = surface
        self._release = release
        facts = declared(surface.api)
        self._ledger = ledger_over(surface.api, plan.folder)
        self._tree = allowed(self._ledger, facts)
        self._held: Held = held(self._ledger, facts)

    def undecided(self) -> Iterator[Undecided]:
        for each in undecided(self.surface, self._release, self._held):
            yield msgspec.structs.replace(each, sent=self._sent(each.path))

    def _sent(self, path: str) -> bool:
        """Tell whether the reference sends a field: stored as the API returned it; if it never does, by the list."""
        place, _, field = path.rpartition(".")
        position = self.surface.response.positions.get(place)
        if position is not None and field in position.fields:
            return goes_out(self.surface, path)
        return sends(self._tree, path)

    def stripped(self) -> Iterator[Stripped]:
        for each in stripped(self.surface):
            yield msgspec.structs.replace(each, verdict=self._held.verdicts.get(each.path, ""))

    def in_dated_set(self) -> int:
        return sum(self._held.in_dated_set(path) for path in self.surface.request.paths())

    def versions(self) -> Iterator[str]:
        return (version for row in self._ledger.row for version in row.api_versions)

    def refused(self) -> Iterator[DeclaredRefused]:
        paths = frozenset(self.surface.request.paths())
        for row in self._ledger.row:
            if row.path in paths and row.verdict in ("rejected", "disputed"):
                against = [each for each in row.sources if each.says == "rejected"] or list(row.sources)
                yield DeclaredRefused(
                    api=self.surface.name,
                    path=row.path,
                    verdict="rejected" if row.verdict == "rejected" else "disputed",
                    sent=self._sent(row.path),
                    evidence=" ".join(filter(None, (against[0].date, against[0].where))) if against else "",
                )

    def changed(self, dated: Reading, *, tools: bool = False) -> Iterator[Difference]:
        if not tools and not self.surface.beta:
            yield from self._undeclared()
        before = dated.surface.of(self.surface.name)
        if before is None:
            return
        old, new = (before.tools, self.surface.tools) if tools else (before.request, self.surface.request)
        for each in changes(old, new):
            yield Difference(
                api=self.surface.name,
                path=each.path,
                what=each.what,
                detail=each.detail,
                verdict=self._held.verdicts.get(each.path, ""),
            )

    def _undeclared(self) -> Iterator[Difference]:
        """Yield pending rows of later fields that this release does not declare and no answer had."""
        paths = {*self.surface.request.paths(), *self._held.answered}
        for row in self._ledger.row:
            if self._held.parked(row.path) and row.path not in paths:
                what = f"pending since {row.since or 'nobody says when'} and not declared by this release"
                yield Difference(api=self.surface.name, path=row.path, what=what, verdict="pending")


def _once(groups: Iterable[Iterable[Undecided]]) -> Iterator[Undecided]:
    """Leave out what the beta form of an API declares like the stable one."""
    seen: set[str] = set()
    for group in groups:
        for each in group:
            if each.measure not in seen:
                seen.add(each.measure)
                yield each


def _first_known(fields: Iterable[Undecided], reading: Reading, settled: str, plan: Plan) -> Iterator[Undecided]:
    """Tell the earliest release that is known to declare a field: of those kept, and after the dated one."""
    surface = reading.surface
    earlier = [each.surface for each in kept_between(surface.sdk, settled, surface.version, plan.cache)]
    earlier.sort(key=lambda each: release_key(each.version))
    for field in fields:
        first = (each.version for each in earlier if _declares(each.of(field.api), field.path))
        yield field if field.parked else msgspec.structs.replace(field, since=next(first, field.since))


def _declares(surface: ApiSurface | None, path: str) -> bool:
    place, _, field = path.rpartition(".")
    return (
        surface is not None
        and place in surface.request.positions
        and (field in surface.request.positions[place].fields)
    )


def _unread(gated: Iterable[_Gated]) -> Iterator[tuple[str, str]]:
    for each in gated:
        for side in (each.surface.request, each.surface.response):
            yield from ((f"{each.surface.name} {place}", what) for place, what in side.unread.items())
