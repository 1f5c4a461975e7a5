"""Get base histories, from wherever the user says."""

from itertools import chain
from pathlib import Path

import msgspec

from sendable.corpus.base import Base, read_bases
from sendable.corpus.importing import import_histories
from sendable.corpus.places import recorded_files
from sendable.model.errors import UnreadableInput


def shipped_bases() -> list[Base]:
    """Return the project's own recorded conversations."""
    return list(read_bases(recorded_files()))


def load_bases(path: Path) -> list[Base]:
    """Return the bases of a file or folder: of base histories (one `Base` a line), or of recordings.

    Raises:
        UnreadableInput: there is nothing such, or it cannot be read.
    """
    files = sorted(path.rglob("*.jsonl")) if path.is_dir() else [path]
    written = [each for each in files if _holds_bases(each)]
    if written and len(written) == len(files):
        return list(read_bases(written))
    importing = import_histories([path])
    bases = list(importing)
    if not bases:
        why = "; ".join(f"{count} {reason}" for reason, count in importing.left_out.most_common())
        raise UnreadableInput(f"no history to break: {importing.seen} round trips: {why or 'none'}", where=str(path))
    return bases


def _holds_bases(file: Path) -> bool:
    if file.suffix != ".jsonl" or not file.is_file():
        return False
    with file.open("rb") as lines:
        first = next(chain(lines, [b""]))
    try:
        msgspec.json.decode(first, type=Base)
    except (msgspec.DecodeError, UnicodeError):
        return False
    return True
