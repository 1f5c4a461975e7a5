"""Turn recorded round trips into base histories on disk."""

from collections.abc import Iterable
from pathlib import Path

import msgspec

from sendable.corpus import Base, import_histories, write_bases
from sendable.model.errors import BadUsage, NothingJudged
from sendable.model.json import JsonObject


def import_recordings(files: Iterable[Path], out: Path) -> JsonObject:
    """Import the histories of recordings into one ``.jsonl`` file or a folder of them.

    Returns:
        Counts: ``histories`` written, ``round_trips`` read, ``left_out`` by reason, ``passed_over`` by reason.

    Raises:
        UnreadableInput: a recording cannot be read. BadUsage: `out` cannot be written.
        NothingJudged: not one history was found.
    """
    importing = import_histories(files)
    bases = list(importing)
    if not bases:
        reasons = "; ".join(f"{count} {why}" for why, count in importing.left_out.most_common())
        raise NothingJudged(f"no history to import: {importing.seen} round trips, {reasons or 'none of a model'}")
    try:
        _write(bases, out)
    except OSError as error:
        raise BadUsage(f"cannot write the histories: {error.strerror}", where=str(out)) from error
    return {
        "histories": len(bases),
        "round_trips": importing.seen,
        "left_out": dict(importing.left_out.most_common()),
        "passed_over": dict(importing.passed_over.most_common()),
        "out": str(out),
    }


def _write(bases: list[Base], out: Path) -> None:
    if out.suffix == ".jsonl":
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_bytes(b"".join(msgspec.json.encode(each) + b"\n" for each in bases))
    else:
        write_bases(bases, out)
