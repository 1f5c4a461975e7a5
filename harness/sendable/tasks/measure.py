"""Measure one field: the same valid request with and without it, both really asked, and what the ledger learns."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Literal

import msgspec

from sendable import oracle
from sendable.ledger import Row, ingest
from sendable.ledger.declared import declared
from sendable.ledger.refusal import named_fields
from sendable.model.errors import BadUsage
from sendable.model.evidence import Evidence
from sendable.model.json import Json, JsonObject
from sendable.model.roundtrip import RoundTrip
from sendable.model.target import Target, parse_target
from sendable.recordings import read
from sendable.recordings.scope import model_of
from sendable.tasks.drift import Plan as DriftPlan
from sendable.tasks.drift import drift
from sendable.tasks.drift_park import ledger_over
from sendable.tasks.measure_pair import Pair, pair_in, pair_of
from sendable.tasks.readings import installed_reading
from sendable.tasks.record_bodies import Wanted
from sendable.tasks.record_ledger import grow, save
from sendable.tasks.record_plan import Questions
from sendable.tasks.run import DEFAULT_TARGETS

Finding = Literal["accepted", "tolerated", "rejected", "disputed", "pending", "could-not-measure", "marks-nothing"]
_WITHOUT, _WITH = "without", "with"
_BETA = "anthropic-beta"
_MODEL_IN_ADDRESS = ("gemini", "bedrock-converse")
_DEFAULT_MODELS = {target.api: target.model for target in map(parse_target, DEFAULT_TARGETS)}


class Wish(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be measured of one field.

    path: of the ledger. value: of the field, instead of one that the SDK's types tell. body: a whole request to put it
    into, instead of one that is built. headers: of both requests, such as a beta.
    """

    target: Target
    path: str
    value: Json | msgspec.UnsetType = msgspec.UNSET
    body: JsonObject | None = None
    headers: dict[str, str] = {}

    @property
    def name(self) -> str:
        """How it is called: ``API:item.field``."""
        return f"{self.target.api_name}:{self.path}"


class Measured(msgspec.Struct, frozen=True, kw_only=True):
    """What was found of one field.

    found: the ledger's verdict now; ``could-not-measure`` where the request without the field is not taken either,
    ``marks-nothing`` where the one with it is refused for something else than being unknown, or where somebody else
    than the API's own provider answered. before: the ledger's verdict until now. said: the provider's words, or why.
    without, with_: the recordings.
    """

    field: str
    found: Finding
    before: str
    said: str = ""
    without: str = ""
    with_: str = msgspec.field(default="", name="with")


def wishes(
    words: Iterable[str],
    model: str | None,
    value: Json | msgspec.UnsetType = msgspec.UNSET,
    body: JsonObject | None = None,
    headers: Mapping[str, str] | None = None,
) -> list[Wish]:
    """Read ``API[@vendor]:item.field`` words, as `drift` prints them.

    Raises:
        BadUsage: a word has another form, or no model is named for the API.
    """
    named = model or (body.get("model") if body else None)
    found = []
    for word in dict.fromkeys(words):
        target, path = _target_and_path(word, named)
        found.append(Wish(target=target, path=path, value=value, body=body, headers=dict(headers or {})))
    return found


def pending(folder: Path | None = None) -> list[str]:
    """Return the words for every field that the drift gate reports.

    Raises:
        BadUsage: an SDK is not installed.
    """
    found = drift(DriftPlan(folder=folder if folder and folder.is_dir() else None))
    words = (each.measure.rpartition(" ")[2] for sdk in found.sdks for each in sdk.undecided)
    return list(dict.fromkeys(words))


def bodies(wished: Iterable[Wish], failed: dict[str, str]) -> Iterator[Wanted]:
    """Yield both requests of every wish.

    Args:
        wished: fields to measure.
        failed: is told, by name, of which field no pair can be built, and why.
    """
    for each in wished:
        try:
            pair = _pair(each)
        except BadUsage as error:
            failed[each.name] = f"{error.what}; {error.hint}" if error.hint else error.what
            continue
        for which, body in ((_WITHOUT, pair.base), (_WITH, pair.field)):
            own = each.body is None
            origin = f"{each.name} {which}"
            yield Wanted(body=body, target=each.target, origin=origin, headers=each.headers, verbatim=own)


def judge(
    wished: Iterable[Wish],
    questions: Questions,
    not_asked: dict[str, str],
    failed: dict[str, str],
    folder: Path | None,
    *,
    writes: bool = True,
) -> tuple[list[Measured], tuple[str, ...]]:
    """Say what the recordings show of each field, and write the ledger's rows.

    Args:
        wished: what was to be measured.
        questions: as they were asked; names the recordings.
        not_asked: by origin and target, why a request has no answer.
        failed: by name, why there is no pair.
        folder: of one's own ledger rows; the package's own by default.
        writes: False only says what was found.

    Raises:
        BadUsage: a ledger cannot be written.

    Returns:
        What was found, and the files that were written.
    """
    found: list[Measured] = []
    written: dict[str, None] = {}
    for each in wished:
        before = _verdict(each, folder)
        if each.name in failed:
            found.append(_could_not(each, before, failed[each.name]))
            continue
        measured, trips = _judged(each, before, questions, not_asked)
        if trips:
            known = ingest(trips, ledger_over(each.target.api, folder))
            written |= dict.fromkeys(_write(each, *trips, folder) if writes else ())
            now = next((row.verdict for row in known.row if row.path == each.path), "pending")
            measured = msgspec.structs.replace(measured, found=_verdict(each, folder) if writes else now)
        found.append(measured)
    return found, tuple(written)


def _target_and_path(word: str, model: Json) -> tuple[Target, str]:
    api, colon, path = word.partition(":")
    if not colon or "." not in path:
        raise BadUsage(f"not a field: {word!r}", hint="write API:item.field, as openai-responses:function_call.caller")
    if api.partition("@")[0] not in oracle.apis():
        raise BadUsage(f"unknown API: {api}", hint=f"one of {', '.join(sorted(oracle.apis()))}")
    model = model or _DEFAULT_MODELS.get(api.partition("@")[0])
    if not isinstance(model, str):
        raise BadUsage(f"no model is named for {api}", hint="name one with --model")
    return parse_target(f"{api}:{model}"), path


def _pair(wish: Wish) -> Pair:
    if wish.body is not None:
        if wish.value is msgspec.UNSET:
            raise BadUsage("no value is known for a field of a given request", hint="give one with --value JSON")
        body = {"model": wish.target.model, **wish.body} if wish.target.api not in _MODEL_IN_ADDRESS else wish.body
        return pair_in(body, wish.target.api, wish.path, wish.value)
    sdk = declared(wish.target.api).sdk
    if not sdk:
        raise BadUsage(f"no SDK declares {wish.target.api}", hint="give a request with --body, and --value JSON")
    surface = installed_reading(sdk).surface
    place = wish.path.rpartition(".")[0]
    apis = [each for each in surface.apis if each.api == wish.target.api]
    fitting = next((each for each in apis if place in each.request.positions), apis[0])
    if fitting.beta and _BETA not in wish.headers:
        raise BadUsage(f"{wish.path} stands in the beta form alone", hint=f"name the beta with --header '{_BETA}: …'")
    pair = pair_of(fitting, wish.path, wish.target, wish.value)
    if pair.base == pair.field:
        raise BadUsage(f"no request is valid with and without {wish.path}", hint="give a request with --body")
    return pair


def _judged(
    wish: Wish, before: str, questions: Questions, not_asked: dict[str, str]
) -> tuple[Measured, tuple[RoundTrip, RoundTrip] | None]:
    """Say what was found, and return both recordings where they are evidence, without the field first."""
    files = [questions.file_of.get(f"{wish.name} {which}") for which in (_WITHOUT, _WITH)]
    trips = [next(iter(read(file)), None) if file and file.is_file() else None for file in files]
    without, with_ = trips
    if without is None or not without.accepted:
        return _could_not(wish, before, _base_failed(wish, without, not_asked)), None
    if with_ is None:
        why = _why_not(wish, _WITH, not_asked)
        return _could_not(wish, before, f"the request with the field has no answer: {why}"), None
    told = Measured(
        field=wish.name,
        found="marks-nothing",
        before=before,
        said=f"{with_.status} {with_.error.message}" if with_.error else str(with_.status),
        without=str(files[0]),
        with_=str(files[1]),
    )
    if not with_.first_party:
        say = f"{told.said}; {with_.provider} answered, which is no evidence about the API's own provider"
        return msgspec.structs.replace(told, said=say), None
    if not with_.accepted and not _names(with_, wish.path):
        return told, None
    return told, (without, with_)


def _base_failed(wish: Wish, without: RoundTrip | None, not_asked: dict[str, str]) -> str:
    if without is None:
        return f"the request without the field has no answer: {_why_not(wish, _WITHOUT, not_asked)}"
    said = without.error.message if without.error else ""
    return f"the request without the field is refused: {without.status} {said}"


def _why_not(wish: Wish, which: str, not_asked: dict[str, str]) -> str:
    """Return why a request has no answer; what the SDK did not even send is told without a target."""
    origin = f"{wish.name} {which}"
    return not_asked.get(f"{origin}, {wish.target}") or not_asked.get(origin, "it was not asked")


def _could_not(wish: Wish, before: str, why: str) -> Measured:
    return Measured(field=wish.name, found="could-not-measure", before=before, said=why)


def _names(trip: RoundTrip, path: str) -> bool:
    """Tell whether a refusal calls the field, or something around it, unknown."""
    return any(path == each or path.startswith((f"{each}.", f"{each}:", f"{each}[")) for each in named_fields(trip))


def _verdict(wish: Wish, folder: Path | None) -> Finding:
    rows = ledger_over(wish.target.api, folder).row
    return next((row.verdict for row in rows if row.path == wish.path), "pending")


def _write(wish: Wish, without: RoundTrip, with_: RoundTrip, folder: Path | None) -> tuple[str, ...]:
    """Let the ledger grow by both recordings, and put the one without the field beside the field's own."""
    grown = grow([without, with_], folder)
    ledger = ledger_over(wish.target.api, folder)
    base = Evidence(
        kind="cassette",
        where=without.source.path,
        date=without.date,
        model=model_of(without),
        note=f"the same request without the field: {without.status}",
    )
    rows = tuple(_cited(row, base) if row.path == wish.path else row for row in ledger.row)
    return tuple(dict.fromkeys((*grown.written, save(msgspec.structs.replace(ledger, row=rows), folder))))


def _cited(row: Row, base: Evidence) -> Row:
    others = tuple(each for each in row.sources if each.where != base.where)
    return msgspec.structs.replace(row, sources=(*others, base))
