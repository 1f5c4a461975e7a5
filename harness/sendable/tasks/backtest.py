"""What the gate would have said of past upgrades, had the ledger decided on everything that was declared before."""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path

import msgspec

from sendable.ledger.gate import Held, undecided
from sendable.ledger.strip import strip_list
from sendable.ledger.surface import ApiSurface, Change, Side, changes
from sendable.model.drift import Serialized, Undecided
from sendable.tasks.drift_sending import serialized, settings
from sendable.tasks.readings import reading_of
from sendable.tasks.sdk_reading import Reading


class Upgrade(msgspec.Struct, frozen=True, kw_only=True):
    """One upgrade of one SDK on one of its surfaces, stable or beta.

    undecided: what fails. again: declared once more; the decision of then stands. changed: what never fails. strip: new
    on the strip list. renamed: Python types that moved while nothing changed on the wire. bodies: that go out otherwise
    than before. settings: headers and beta names.
    """

    sdk: str
    before: str
    after: str
    beta: bool
    undecided: tuple[Undecided, ...]
    again: tuple[str, ...]
    changed: tuple[Change, ...]
    strip: tuple[str, ...]
    renamed: int
    bodies: tuple[Serialized, ...]
    settings: tuple[str, ...]

    @property
    def fails(self) -> bool:
        """Whether the gate would have stopped it."""
        return bool(self.undecided) or any(each.kind == "body" for each in self.bodies)


def backtest(sdk: str, releases: Iterable[str], *, beta: bool = False, cache: Path | None = None) -> Iterator[Upgrade]:
    """Yield the upgrades from each release to the next.

    Args:
        sdk: its name.
        releases: in their order.
        beta: judge the beta surfaces and not the stable ones.
        cache: where readings are kept.

    Raises:
        ProviderNotAsked: a release cannot be read.
    """
    known: dict[str, set[str]] = {}
    for before, after in pairwise(reading_of(sdk, each, cache) for each in releases):
        yield _upgrade(before, after, known, beta=beta)


def _upgrade(before: Reading, after: Reading, known: dict[str, set[str]], *, beta: bool) -> Upgrade:
    old = {each.name: each for each in before.surface.apis if each.beta == beta}
    new = {each.name: each for each in after.surface.apis if each.beta == beta}
    for name, surface in old.items():
        known.setdefault(name, set()).update(surface.request.paths())
    found = [one for name, surface in new.items() for one in _undecided(surface, after, known.get(name, set()))]
    failing = {(each.api, each.path) for each in found}
    differing = {name: changes(_side(old.get(name)), surface.request) for name, surface in new.items()}
    came = [(name, each.path) for name, all_ in differing.items() for each in all_ if each.what == "added"]
    return Upgrade(
        sdk=after.surface.sdk,
        before=before.surface.version,
        after=after.surface.version,
        beta=beta,
        undecided=tuple(found),
        again=tuple(f"{name}:{path}" for name, path in came if (name, path) not in failing),
        changed=tuple(each for all_ in differing.values() for each in all_ if each.what != "added"),
        strip=tuple(sorted(_strip(new) - _strip(old))),
        renamed=sum(_renamed(_side(old.get(name)), surface.request) for name, surface in new.items()),
        bodies=tuple(_bodies(before, after)),
        settings=tuple(settings(after, before, set(before.headers.values()) | set(after.headers.values()))),
    )


def _bodies(before: Reading, after: Reading) -> Iterator[Serialized]:
    """Yield what goes out otherwise, but for the faults that the release before had too."""
    had = {(each.name, each.api, each.differences()) for each in (*before.sent, *before.echoed)}
    return (each for each in serialized(after, before) if (each.name, each.api, each.says) not in had)


def _undecided(surface: ApiSurface, after: Reading, known: set[str]) -> Iterator[Undecided]:
    holds = Held(dict.fromkeys(known, "accepted"), {}, after.surface.version)
    return undecided(surface, after.surface.version, holds)


def _side(surface: ApiSurface | None) -> Side:
    return surface.request if surface else Side()


def _strip(surfaces: dict[str, ApiSurface]) -> set[str]:
    return {f"{name}:{path}" for name, surface in surfaces.items() for path in strip_list(surface)}


def _renamed(old: Side, new: Side) -> int:
    shared = old.positions.keys() & new.positions.keys()
    return sum(old.positions[place].where != new.positions[place].where for place in shared)
