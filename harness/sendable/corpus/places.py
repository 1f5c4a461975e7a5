"""Where cases lie: in the wheel's data, or in the source tree."""

import os
from collections.abc import Iterator
from pathlib import Path

import sendable
from sendable.model.errors import UnreadableInput

_RECORDED = "recorded"
_BODIES = "oracle"
_PROFILES = "profiles"
_NO_CASES = frozenset({_RECORDED, _BODIES, _PROFILES})
_SUFFIXES = (".json", ".jsonl")
_PACKAGE = Path(sendable.__file__).parent


def shipped_cases() -> Path:
    """Return the folder of cases: ``sendable/_data/cases`` of an installed wheel, else the source tree's ``cases``.

    Raises:
        UnreadableInput: neither is there.
    """
    for folder in (_PACKAGE / "_data" / "cases", _PACKAGE.parents[1] / "cases"):
        if folder.is_dir():
            return folder
    raise UnreadableInput("no folder of cases was installed", where=str(_PACKAGE), hint="reinstall sendable")


def case_files(folder: Path | None = None) -> list[Path]:
    """Return the case files of a folder, sorted: no schemas, recorded histories, bodies of rules or profiles.

    Raises:
        UnreadableInput: a folder below cannot be read.
    """
    return sorted(_json_files(folder or shipped_cases(), without=_NO_CASES))


def recorded_files(folder: Path | None = None) -> list[Path]:
    """Return the files of recorded base histories, ``recorded/<vendor>/<api>.jsonl``, sorted.

    Raises:
        UnreadableInput: a folder below cannot be read.
    """
    root = (folder or shipped_cases()) / _RECORDED
    return sorted(_json_files(root)) if root.is_dir() else []


def body_files(folder: Path | None = None) -> list[Path]:
    """Return the files of bodies that a rule of the oracle refuses alone, ``oracle/<api>.<topic>.json``, sorted."""
    return sorted(((folder or shipped_cases()) / _BODIES).glob("*.json"))


def profile_folder(folder: Path | None = None) -> Path:
    """Return the folder of frozen profiles."""
    return (folder or shipped_cases()) / _PROFILES


def is_folder(path: Path) -> bool:
    """Tell whether there is a folder.

    Raises:
        UnreadableInput: that cannot be told.
    """
    try:
        return path.is_dir()
    except OSError as error:
        raise _unreadable(error, path.parent) from error


def _json_files(root: Path, without: frozenset[str] = frozenset()) -> Iterator[Path]:
    for folder, inner, names in os.walk(root, onerror=_refuse):
        inner[:] = [each for each in inner if each not in without]
        for name in names:
            file = Path(folder, name)
            if file.suffix in _SUFFIXES and not name.endswith(".schema.json") and _is_file(file):
                yield file


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError as error:
        raise _unreadable(error, path.parent) from error


def _refuse(error: OSError) -> None:
    raise _unreadable(error, Path(error.filename)) from error


def _unreadable(error: OSError, folder: Path) -> UnreadableInput:
    hint = "make it readable, or name the files and folders to read"
    return UnreadableInput(f"cannot read the folder: {error.strerror}", where=str(folder), hint=hint)
