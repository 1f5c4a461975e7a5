"""Hold the oracle against real round trips. The digest index is never asked: the oracle must know by itself."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from pathlib import Path

import msgspec

from sendable import oracle
from sendable.model.agreement import FINDINGS, Agreement, Counted, Disagreement, Finding
from sendable.model.errors import NothingJudged
from sendable.model.json import JsonObject
from sendable.model.outcome import Verdict
from sendable.model.roundtrip import RoundTrip
from sendable.oracle.book import record_of
from sendable.oracle.judge import EVIDENCE_DATE
from sendable.recordings import read
from sendable.recordings.digest import history_digest, settings_digest
from sendable.recordings.endpoint import is_named
from sendable.recordings.folders import recording_files
from sendable.recordings.scope import is_verdict, judges_history, model_of
from sendable.recordings.words import same_words
from sendable.tasks.vendors import overlay_of

UNNAMED = "(unknown host)"
_BOTH_WAYS = "the provider gave both answers to this shape"
_KNOWN = "a contradiction that the rule's own evidence names"
_NOT_HISTORY = "about something else than the history"


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
        why_not = _no_verdict(trip)
        if why_not:
            self.no_verdict[why_not] += 1
            return
        verdict = _ask(trip, self._as_of)
        finding, reason = _finding(trip, verdict)
        if not trip.accepted:
            self._refused.add(_shape(trip))
        party = self._party(trip)
        party.accepted += trip.accepted
        party.refused += not trip.accepted
        self._count(party, finding, reason, trip)
        if finding not in ("agreed", "not-judgeable"):
            if finding == "falsely-refused":
                self._taken[len(self._disagreements)] = _shape(trip)
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
        if not trip.accepted and trip.scope != "other" and reason != _NOT_HISTORY:
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


def _no_verdict(trip: RoundTrip) -> str:
    """Say why an answer is no verdict on a body that the oracle knows, ``""`` when it is one."""
    if trip.api not in oracle.apis():
        return f"of an API without rules: {trip.api}"
    if trip.counting or trip.url_path.endswith("/compact"):
        return "answer of a counting or compacting endpoint"
    if not is_verdict(trip):
        return f"no verdict on the request: status {trip.status}"
    return next((each["why"] for each in _spoilt().get(_source(trip), ()) if _is(trip, each)), "")


def _ask(trip: RoundTrip, as_of: str | None) -> Verdict:
    return oracle.judge(
        trip.api,
        trip.request,
        model=model_of(trip) or None,
        vendor=None if trip.first_party else overlay_of(trip.api, trip.provider),
        headers=trip.headers,
        as_of=as_of or trip.date or EVIDENCE_DATE,
    )


def _finding(trip: RoundTrip, verdict: Verdict) -> tuple[Finding, str]:
    """Compare one answer with one verdict; of what is not judgeable, say why."""
    if trip.accepted and verdict.accepted:
        return "agreed", ""
    if trip.accepted:
        return ("not-judgeable", _KNOWN) if _names(verdict, trip) else ("falsely-refused", "")
    if _same(trip, verdict):
        return "agreed", ""
    if trip.scope == "other":
        return "not-judgeable", _NOT_HISTORY
    reason = _beyond(trip.error.message if trip.error else "")
    if reason:
        return "not-judgeable", reason
    if trip.scope is None and not judges_history(trip):
        return "not-judgeable", _NOT_HISTORY
    return ("missed" if verdict.accepted else "other-words"), ""


def _same(trip: RoundTrip, verdict: Verdict) -> bool:
    """Tell whether both refuse with the same status and the same words, apart from ids and indexes."""
    if verdict.error is None or trip.status != verdict.status:
        return False
    return trip.error is not None and same_words(verdict.error.message, trip.error.message)


def _names(verdict: Verdict, trip: RoundTrip) -> bool:
    """Tell whether the rule's evidence holds this very recording as one that contradicts it."""
    sources = record_of(trip.api, verdict.rule).sources if verdict.rule else ()
    return any(each.says == "accepted" and _source(trip).startswith(each.where) for each in sources)


def _beyond(message: str) -> str:
    return next((reason for reason, words in _kinds() if words.search(message)), "")


@cache
def _kinds() -> tuple[tuple[str, re.Pattern[str]], ...]:
    kinds = _table("unjudgeable.toml")["kind"]
    return tuple((each["reason"], re.compile("|".join(each["words"]), re.IGNORECASE)) for each in kinds)


@cache
def _spoilt() -> dict[str, list[JsonObject]]:
    """Return the tables of recordings that are no evidence, by source."""
    found: dict[str, list[JsonObject]] = {}
    for each in _table("spoilt.toml")["spoilt"]:
        for source in each["sources"]:
            found.setdefault(source, []).append(each)
    return found


def _is(trip: RoundTrip, spoilt: JsonObject) -> bool:
    return bool(trip.api == spoilt["api"] and isinstance(trip.request, dict) and spoilt["key"] in trip.request)


def _table(name: str) -> JsonObject:
    return tomllib.loads(files("sendable.tasks").joinpath(name).read_text(encoding="utf-8"))


def _source(trip: RoundTrip) -> str:
    return f"{trip.source.repo} {trip.source.path}#{trip.source.n}".strip()


def _shape(trip: RoundTrip) -> tuple[str, ...]:
    body = trip.request if isinstance(trip.request, dict) else {}
    settings = settings_digest(body, trip.api, trip.headers, model=model_of(trip))
    return trip.api, trip.provider, history_digest(body, trip.api), settings


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
        source=_source(trip),
        date=trip.date,
        status=trip.status,
        first_party=trip.first_party,
        said=trip.error.message if trip.error else "",
        rule=verdict.rule or "",
        path=verdict.path or "",
        ours=verdict.error.message if verdict.error else "",
    )
