"""Finding the files of recordings in what a command was given."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from sendable.model.errors import UnreadableInput

_SUFFIXES = (".yaml", ".yml", ".json", ".jsonl", ".har", ".gz")


def recording_files(paths: Iterable[Path]) -> Iterator[Path]:
    """Yield each file as it was named, and of each folder, in order, the files that may hold recordings.

    Raises:
        UnreadableInput: there is no such file or folder.
    """
    for path in paths:
        if not path.exists():
            raise UnreadableInput("no such file or folder", where=str(path))
        yield from sorted(each for each in path.rglob("*") if each.suffix in _SUFFIXES) if path.is_dir() else [path]
