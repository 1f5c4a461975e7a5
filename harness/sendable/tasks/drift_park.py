"""Ledgers of one's own: rows that stand over the package's, and where undecided fields are parked."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path

from sendable import ledger
from sendable.ledger import Ledger
from sendable.ledger.park import overlaid, parked
from sendable.model.drift import SdkDrift, Undecided
from sendable.model.errors import BadUsage


def ledger_over(api: str, folder: Path | None) -> Ledger:
    """Return an API's ledger with the rows of a folder's own put over it.

    Raises:
        UnreadableInput: the folder's file is not a ledger.
    """
    own = ledger.load(api)
    above = _in_folder(api, folder)
    return overlaid(own, above) if above else own


def write_parked(found: Iterable[SdkDrift], folder: Path | None) -> Iterator[str]:
    """Write a pending row for each undecided field, and yield the files.

    Args:
        found: what the gate said.
        folder: of one's own ledgers, which then hold the parked rows alone; the package's files by default.

    Raises:
        BadUsage: a file cannot be written.
    """
    today = datetime.now(UTC).date().isoformat()
    own = folder or Path(ledger.__path__[0])
    for each in found:
        by_api: dict[str, list[Undecided]] = {}
        for field in each.undecided:
            if not field.parked:
                by_api.setdefault(field.api.partition(" ")[0], []).append(field)
        for api, fields in by_api.items():
            base = _in_folder(api, folder) or (Ledger(api) if folder else ledger.load(api))
            yield _written(own / ledger.file_name(api), parked(base, fields, each.sdk, today))


def _written(file: Path, rows: Ledger) -> str:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(ledger.write(rows), encoding="utf-8")
    except OSError as error:
        raise BadUsage(
            f"cannot write: {error.strerror}", where=str(file), hint="choose a folder with --ledger"
        ) from error
    return str(file)


def _in_folder(api: str, folder: Path | None) -> Ledger | None:
    file = folder / ledger.file_name(api) if folder else None
    return ledger.parse(file.read_text("utf-8"), str(file)) if file and file.is_file() else None
