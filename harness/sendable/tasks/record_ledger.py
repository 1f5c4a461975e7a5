"""What new recordings say to the ledger: rows that grow, and fields of answers that nobody knows."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import msgspec

import sendable
import sendable.ledger as ledger_room
import sendable.recordings as recordings_room
from sendable import ledger
from sendable.ledger import Ledger, Row
from sendable.ledger.declared import declared
from sendable.ledger.walk import fields, items
from sendable.model.errors import BadUsage
from sendable.model.evidence import Evidence
from sendable.model.json import Json, JsonObject
from sendable.model.roundtrip import RoundTrip
from sendable.recordings import index
from sendable.recordings.scope import model_of
from sendable.tasks.dated import dated_reading
from sendable.tasks.drift_park import ledger_over
from sendable.tasks.record_plan import LOCAL, Asking, Questions


class Grown(msgspec.Struct, frozen=True):
    """What became of the ledger. moved: fields with another verdict than before, as ``API:path: before -> after``."""

    moved: tuple[str, ...] = ()
    written: tuple[str, ...] = ()


def may_write(folder: Path | None, out: Path) -> bool:
    """Tell whether ledgers and index are written: a folder of one's own always, the package's own only in its checkout.

    Args:
        folder: of one's own rows.
        out: the recordings; rows of the package cite those that lie beside it, and no others.
    """
    if folder is not None:
        return True
    checkout = Path(sendable.__path__[0]).resolve().parents[1]
    return (checkout / "pyproject.toml").is_file() and out.resolve() == checkout / "cassettes"


def is_evidence(trip: RoundTrip) -> bool:
    """Tell whether it is known who answered: a server of one's own may be anybody."""
    return trip.provider != LOCAL


def may_change(found: Questions, asking: Asking, folder: Path | None, *, counted: bool) -> tuple[str, ...]:
    """Return the files, other than recordings, that the answers to questions may change.

    Args:
        found: the questions.
        asking: how they were made.
        folder: of one's own rows.
        counted: answers are counted in the index: those to a question asked again, or of a field that is measured.
    """
    answerers = [asking.server.answerer(each.target) for each in found.to_send]
    known = [each for each in answerers if each.vendor != LOCAL]
    if asking.counting or not known or not may_write(folder, asking.out):
        return ()
    own, beside = folder or Path(ledger_room.__path__[0]), folder or Path(recordings_room.__path__[0])
    named = sorted({each.api for each in known if not each.vendor and each.api in ledger.apis()})
    files = [own / ledger.file_name(api) for api in named]
    return tuple(map(str, (*files, beside / index.FILE) if counted else files))


def grow(trips: Iterable[RoundTrip], folder: Path | None) -> Grown:
    """Add round trips to the ledgers and to the index of digests, so that no later ingest counts them again.

    Args:
        trips: that were recorded just now; those of nobody that is known are passed over.
        folder: of one's own rows, which stand over the package's; the package's own files by default.

    Raises:
        BadUsage: a file cannot be written. UnreadableInput: the folder's file is not a ledger.
    """
    before = _index_of(folder)
    fresh = list(before.fresh(each for each in trips if is_evidence(each)))
    moved: list[str] = []
    written: list[str] = []
    for api in sorted({each.api for each in fresh if each.first_party}):
        known = ledger_over(api, folder)
        grown = ledger.ingest(fresh, known)
        moved += [f"{api}:{each}" for each in _moved(known, grown)]
        written.append(save(grown, folder))
    if fresh:
        written.append(_saved_index(index.merged(before, fresh), folder))
    return Grown(tuple(moved), tuple(written))


def save(grown: Ledger, folder: Path | None) -> str:
    """Write a ledger: whole into the package, or into one's own folder the rows that the package's has otherwise."""
    own = folder or Path(ledger_room.__path__[0])
    if folder is not None:
        shipped = {row.path: row for row in ledger.load(grown.api).row}
        grown = msgspec.structs.replace(grown, row=tuple(row for row in grown.row if shipped.get(row.path) != row))
    return _written(own / ledger.file_name(grown.api), ledger.write(grown).encode())


def unknown_fields(trip: RoundTrip) -> tuple[str, ...]:
    """Return the fields of an answer that neither the ledger nor the SDK's types know; of nested ones the highest.

    An API without a ledger has none, and neither has an answer of anybody but the API's own provider.
    """
    if not (trip.accepted and trip.first_party and trip.api in ledger.apis()) or trip.counting:
        return ()
    seen = {path for item in items(trip.api, _as_request(trip)) for path in fields(item)}
    unknown = {path for path in seen - _known(trip.api) if not _inside(path, declared(trip.api).strip)}
    return tuple(sorted(path for path in unknown if not _inside(path, unknown)))


def add_pending(trips: Iterable[RoundTrip], folder: Path | None, *, writes: bool = True) -> Grown:
    """Add a pending row for each unknown field of the answers: the drift gate fails until somebody decides.

    Args:
        trips: that were recorded just now.
        folder: of one's own rows; the package's own files by default.
        writes: False only tells the fields.

    Raises:
        BadUsage: a file cannot be written.
    """
    new: dict[str, dict[str, Row]] = {}
    for trip in trips:
        for path in unknown_fields(trip):
            new.setdefault(trip.api, {}).setdefault(path, _pending(path, trip))
    told: list[str] = []
    written: list[str] = []
    for api, rows in sorted(new.items()):
        known = ledger_over(api, folder)
        fresh = [row for path, row in rows.items() if path not in {each.path for each in known.row}]
        if fresh:
            told += [f"{api}:{row.path}" for row in fresh]
            row = tuple(sorted((*known.row, *fresh), key=lambda each: each.path))
            if writes:
                written.append(save(msgspec.structs.replace(known, row=row), folder))
    return Grown(tuple(told), tuple(written))


def _pending(path: str, trip: RoundTrip) -> Row:
    day = trip.date or datetime.now(UTC).date().isoformat()
    source = Evidence(kind="cassette", where=trip.source.path, date=day, model=model_of(trip))
    return Row(
        path=path,
        verdict="pending",
        sources=(source,),
        by="response",
        why=f"Seen in an answer on {day}; no request carried it, and no SDK declares it.",
    )


def _as_request(trip: RoundTrip) -> JsonObject:
    """Return a body whose history is what was answered, for whoever reads histories."""
    answer = trip.response if isinstance(trip.response, dict) else {}
    family = trip.api.rpartition("-")[2]
    if family == "responses":
        return {"input": answer.get("output")}
    if family == "messages":
        return {"messages": [{"role": "assistant", "content": answer.get("content")}]}
    if family == "gemini":
        return {"contents": list(_inner(answer.get("candidates"), "content"))}
    if family == "converse":
        return {"messages": list(_inner([answer.get("output")], "message"))}
    return {"messages": list(_inner(answer.get("choices"), "message"))}


def _inner(values: Json, key: str) -> Iterator[Json]:
    for each in values if isinstance(values, list) else ():
        if isinstance(each, dict) and key in each:
            yield each[key]


def _known(api: str) -> frozenset[str]:
    facts = declared(api)
    paths = {row.path for row in ledger.rows(api)} | set(facts.paths())
    if facts.sdk:
        for surface in dated_reading(facts.sdk).surface.apis:
            if surface.api == api:
                paths |= {*surface.response.paths(), *surface.request.paths()}
    return frozenset(paths)


def _inside(path: str, around: Iterable[str]) -> bool:
    return any(path.startswith(each) and path[len(each) : len(each) + 1] in (".", ":", "[") for each in around)


def _moved(known: Ledger, grown: Ledger) -> Iterator[str]:
    verdicts = {row.path: row.verdict for row in known.row}
    for row in grown.row:
        before = verdicts.get(row.path)
        if before != row.verdict:
            yield f"{row.path}: {before or 'unknown'} -> {row.verdict}"


def _index_of(folder: Path | None) -> index.Index:
    file = folder / index.FILE if folder else None
    return index.decoded(file.read_bytes()) if file and file.is_file() else index.shipped()


def _saved_index(grown: index.Index, folder: Path | None) -> str:
    own = folder or Path(recordings_room.__path__[0])
    return _written(own / index.FILE, index.encoded(grown))


def _written(file: Path, content: bytes) -> str:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    except OSError as error:
        raise BadUsage(
            f"cannot write: {error.strerror}", where=str(file), hint="choose a folder with --ledger"
        ) from error
    return str(file)
