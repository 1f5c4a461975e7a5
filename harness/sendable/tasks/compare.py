"""Compare one recorded answer with what the oracle says of the same body."""

import re
import tomllib
from functools import cache
from importlib.resources import files

from sendable import oracle
from sendable.model.agreement import Finding
from sendable.model.errors import UnreadableInput
from sendable.model.json import JsonObject
from sendable.model.outcome import Verdict
from sendable.model.roundtrip import RoundTrip
from sendable.oracle.book import record_of
from sendable.oracle.judge import EVIDENCE_DATE
from sendable.recordings.digest import history_digest, settings_digest
from sendable.recordings.scope import is_verdict, judges_history, model_of
from sendable.recordings.words import same_words
from sendable.tasks.vendors import overlay_of

NOT_HISTORY = "about something else than the history"
_KNOWN = "a contradiction that the rule's own evidence names"


def no_verdict(trip: RoundTrip) -> str:
    """Say why an answer is no verdict on a body that the oracle knows, ``""`` when it is one."""
    if trip.api not in oracle.apis():
        return f"of an API without rules: {trip.api}"
    if trip.counting or trip.url_path.endswith("/compact"):
        return "answer of a counting or compacting endpoint"
    if not is_verdict(trip):
        return f"no verdict on the request: status {trip.status}"
    return next((each["why"] for each in _spoilt().get(source_of(trip), ()) if _is(trip, each)), "")


def ask(trip: RoundTrip, as_of: str | None) -> Verdict:
    """Return the oracle's verdict on the recorded body, for its model and answerer, as of its own day by default."""
    return oracle.judge(
        trip.api,
        trip.request,
        model=model_of(trip) or None,
        vendor=None if trip.first_party else overlay_of(trip.api, trip.provider),
        headers=trip.headers,
        as_of=as_of or trip.date or EVIDENCE_DATE,
    )


def finding_of(trip: RoundTrip, verdict: Verdict) -> tuple[Finding, str]:
    """Compare one answer with one verdict; of what is not judgeable, say why."""
    if _same(trip, verdict):
        return "agreed", ""
    if trip.accepted:
        return ("not-judgeable", _KNOWN) if _names(verdict, trip) else ("falsely-refused", "")
    reason = _why_not_judgeable(trip)
    if reason:
        return "not-judgeable", reason
    return ("missed" if verdict.accepted else "other-words"), ""


def _why_not_judgeable(trip: RoundTrip) -> str:
    """Say what a refusal turns on that the recorded history does not show, ``""`` when it shows all."""
    if trip.scope == "other":
        return NOT_HISTORY
    reason = _beyond(trip.error.message if trip.error else "")
    if reason or trip.scope is not None or judges_history(trip):
        return reason
    return NOT_HISTORY


def source_of(trip: RoundTrip) -> str:
    """Name a recording: repository, path, and which interaction of the file."""
    return f"{trip.source.repo} {trip.source.path}#{trip.source.n}".strip()


def shape_of(trip: RoundTrip) -> tuple[str, ...]:
    """Return what makes two round trips the same question: API, answerer and both digests."""
    body = trip.request if isinstance(trip.request, dict) else {}
    try:
        digests = history_digest(body, trip.api), settings_digest(body, trip.api, trip.headers, model=model_of(trip))
    except UnreadableInput:  # nested too deeply to have a shape: like no other
        return trip.api, trip.provider, source_of(trip)
    return trip.api, trip.provider, *digests


def _same(trip: RoundTrip, verdict: Verdict) -> bool:
    """Tell whether both accept, or refuse with the same status and the same words, apart from ids and indexes."""
    if trip.accepted:
        return verdict.accepted
    if verdict.error is None or trip.status != verdict.status:
        return False
    return trip.error is not None and same_words(verdict.error.message, trip.error.message)


def _names(verdict: Verdict, trip: RoundTrip) -> bool:
    """Tell whether the rule's evidence holds this very recording as one that contradicts it."""
    sources = record_of(trip.api, verdict.rule).sources if verdict.rule else ()
    return any(each.says == "accepted" and source_of(trip).startswith(each.where) for each in sources)


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
