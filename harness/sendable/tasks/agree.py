"""Hold the oracle against real round trips. The digest index is never asked: the oracle must know by itself."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import msgspec

from sendable import oracle
from sendable.model.agreement import FINDINGS, Agreement, Counted, Disagreement, Finding
from sendable.model.errors import NothingJudged
from sendable.model.outcome import Verdict
from sendable.model.roundtrip import RoundTrip
from sendable.recordings import read
from sendable.recordings.endpoint import is_named
from sendable.recordings.folders import recording_files
from sendable.tasks.compare import NOT_HISTORY, ask, finding_of, no_verdict, shape_of, source_of
from sendable.tasks.vendors import overlay_of

UNNAMED = "(unknown host)"
_BOTH_WAYS = "the provider gave both answers to this shape"


def agree(paths: Iterable[Path], as_of: str | None = None) -> Agreement:
    """Compare what providers answered with what the oracle says of the same bodies.

    Args:
        paths: files of recordings, or folders of them.
        as_of: ISO date of the oracle's verdicts; each recording's own by default.

    Raises:
        UnreadableInput: a file is missing, or is no recording.
        NothingJudged: not one round trip could be compared.
    """
    comparing = _Comparing(as_of)
    for file in recording_files(paths):
        for trip in read(file, skipped=comparing.no_verdict):
            comparing.add(trip)
    return comparing.result()


class _Party(msgspec.Struct):
    """Counts of one API and one answerer."""

    accepted: int = 0
    refused: int = 0
    by_finding: Counter[str] = msgspec.field(default_factory=Counter)
    of_history: Counter[str] = msgspec.field(default_factory=Counter)


class _Comparing:
    """The comparison as it grows."""

    def __init__(self, as_of: str | None) -> None:
        self.no_verdict: Counter[str] = Counter()
        self._as_of = as_of
        self._parties: dict[tuple[str, str, bool, bool], _Party] = {}
        self._reasons: Counter[str] = Counter()
        self._disagreements: list[Disagreement] = []
        # Digests of what was really refused, and which disagreement is a taken request of the same digests.
        self._refused: set[tuple[str, ...]] = set()
        self._taken: dict[int, tuple[str, ...]] = {}

    def add(self, trip: RoundTrip) -> None:
        """Compare one round trip."""
        why_not = no_verdict(trip)
        if why_not:
            self.no_verdict[why_not] += 1
            return
        verdict = ask(trip, self._as_of)
        finding, reason = finding_of(trip, verdict)
        if not trip.accepted:
            self._refused.add(shape_of(trip))
        party = self._party(trip)
        party.accepted += trip.accepted
        party.refused += not trip.accepted
        self._count(party, finding, reason, trip)
        if finding not in ("agreed", "not-judgeable"):
            if finding == "falsely-refused":
                self._taken[len(self._disagreements)] = shape_of(trip)
            self._disagreements.append(_disagreement(trip, verdict, finding))

    def result(self) -> Agreement:
        """Return what was found.

        Raises:
            NothingJudged: nothing was compared.
        """
        if not self._parties:
            reasons = "; ".join(f"{count} {why}" for why, count in self.no_verdict.most_common())
            raise NothingJudged(f"no round trip to compare: {reasons or 'the files hold none of a model API'}")
        both = {at for at, shape in self._taken.items() if shape in self._refused}
        for at in both:
            self._excuse(self._disagreements[at])
        return Agreement(
            compared=sum(each.accepted + each.refused for each in self._parties.values()),
            counted=tuple(_counted(key, each) for key, each in sorted(self._parties.items(), key=_by_size)),
            reasons=dict(self._reasons.most_common()),
            no_verdict=dict(self.no_verdict.most_common()),
            disagreements=tuple(each for at, each in enumerate(self._disagreements) if at not in both),
            oracle=oracle.digest(),
        )

    def _party(self, trip: RoundTrip) -> _Party:
        return self._parties.setdefault(_party_key(trip), _Party())

    def _count(self, party: _Party, finding: Finding, reason: str, trip: RoundTrip) -> None:
        party.by_finding[finding] += 1
        if not trip.accepted and trip.scope != "other" and reason != NOT_HISTORY:
            party.of_history[finding] += 1
        if reason:
            self._reasons[f"{trip.api}: {reason}"] += 1

    def _excuse(self, one: Disagreement) -> None:
        """Count a refusal of a shape that the provider itself has refused as not judgeable."""
        for (api, answered_by, *_), party in self._parties.items():
            if (api, answered_by) == (one.api, one.answered_by):
                party.by_finding["falsely-refused"] -= 1
                party.by_finding["not-judgeable"] += 1
                self._reasons[f"{api}: {_BOTH_WAYS}"] += 1


def _party_key(trip: RoundTrip) -> tuple[str, str, bool, bool]:
    has_rules = trip.first_party or overlay_of(trip.api, trip.provider) is not None
    name = trip.provider if has_rules or is_named(trip.provider) else UNNAMED
    return trip.api, name, trip.first_party, has_rules


def _by_size(one: tuple[tuple[str, str, bool, bool], _Party]) -> tuple[bool, bool, str, int]:
    (api, _, first_party, has_rules), party = one
    return not first_party, not has_rules, api, -party.accepted - party.refused


def _counted(key: tuple[str, str, bool, bool], party: _Party) -> Counted:
    api, answered_by, first_party, has_rules = key
    return Counted(
        api=api,
        answered_by=answered_by,
        first_party=first_party,
        overlay=has_rules,
        accepted=party.accepted,
        refused=party.refused,
        by_finding={each: party.by_finding[each] for each in FINDINGS},
        of_history={each: party.of_history[each] for each in FINDINGS},
    )


def _disagreement(trip: RoundTrip, verdict: Verdict, finding: Finding) -> Disagreement:
    return Disagreement(
        finding=finding,
        api=trip.api,
        vendor=None if trip.first_party else overlay_of(trip.api, trip.provider),
        answered_by=_party_key(trip)[1],
        source=source_of(trip),
        date=trip.date,
        status=trip.status,
        first_party=trip.first_party,
        said=trip.error.message if trip.error else "",
        rule=verdict.rule or "",
        path=verdict.path or "",
        ours=verdict.error.message if verdict.error else "",
    )
