"""Add what recordings show to the ledgers and to the index of digests."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import msgspec

import sendable.ledger as ledger_room
import sendable.recordings as recordings_room
from sendable import ledger
from sendable.model.errors import BadUsage, NothingJudged
from sendable.model.roundtrip import RoundTrip
from sendable.recordings import index, read
from sendable.recordings.folders import recording_files


class Ingested(msgspec.Struct, frozen=True):
    """What an ingest did.

    read: round trips in the files. fresh: those that no ledger and no index had seen. moved: fields whose verdict
    changed, by API, as ``path: before -> after``; a field nobody knew was ``unknown``. pairs: of digests on file, now.
    added: how many of them are new. passed_over: what the files hold beside round trips, by reason. written: the files.
    """

    read: int
    fresh: int
    moved: dict[str, tuple[str, ...]]
    pairs: int
    added: int
    passed_over: dict[str, int]
    written: tuple[str, ...]


def ingest(paths: Iterable[Path], out: Path | None = None) -> Ingested:
    """Read recordings into the ledgers and the index; what was ingested before is not counted again.

    Decisions by hand stay, unless a recording contradicts them: then the field is disputed.

    Args:
        paths: files of recordings, or folders of them.
        out: folder to write to; the package's own files by default.

    Raises:
        UnreadableInput: a file is missing, or is no recording.
        NothingJudged: the files hold no round trip. BadUsage: `out` cannot be written.
    """
    passed_over: Counter[str] = Counter()
    trips = [trip for file in recording_files(paths) for trip in read(file, skipped=passed_over)]
    if not trips:
        reasons = "; ".join(f"{count} {why}" for why, count in passed_over.most_common())
        raise NothingJudged(f"no round trip to ingest: {reasons or 'the files hold none of a model API'}")
    before = _index_in(out)
    fresh = list(before.fresh(trips))
    after = index.merged(before, fresh)
    files: dict[str, bytes] = {}
    moved: dict[str, tuple[str, ...]] = {}
    for api in sorted({trip.api for trip in fresh if trip.first_party}):
        files[ledger.file_name(api)], moved[api] = _ledger_with(api, fresh, out)
    if fresh:
        files[index.FILE] = index.encoded(after)
    return Ingested(
        read=len(trips),
        fresh=len(fresh),
        moved={api: fields for api, fields in moved.items() if fields},
        pairs=len(after.pairs),
        added=len(after.pairs) - len(before.pairs),
        passed_over=dict(passed_over.most_common()),
        written=tuple(_written(files, out)),
    )


def _index_in(out: Path | None) -> index.Index:
    file = out / index.FILE if out else None
    return index.decoded(file.read_bytes()) if file and file.is_file() else index.shipped()


def _ledger_with(api: str, fresh: list[RoundTrip], out: Path | None) -> tuple[bytes, tuple[str, ...]]:
    file = out / ledger.file_name(api) if out else None
    known = ledger.parse(file.read_text("utf-8"), str(file)) if file and file.is_file() else ledger.load(api)
    grown = ledger.ingest(fresh, known)
    verdicts = {row.path: row.verdict for row in known.row}
    moved = tuple(
        f"{row.path}: {verdicts.get(row.path, 'unknown')} -> {row.verdict}"
        for row in grown.row
        if verdicts.get(row.path) != row.verdict
    )
    return ledger.write(grown).encode(), moved


def _written(files: dict[str, bytes], out: Path | None) -> list[str]:
    written = []
    for name, content in files.items():
        folder = out or Path((recordings_room if name == index.FILE else ledger_room).__path__[0])
        try:
            folder.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(content)
        except OSError as error:
            hint = "choose a folder with --out"
            raise BadUsage(f"cannot write: {error.strerror}", where=str(folder / name), hint=hint) from error
        written.append(str(folder / name))
    return written
