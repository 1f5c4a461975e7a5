"""Where cases lie: in the wheel's data, or in the source tree."""

from pathlib import Path

import sendable
from sendable.model.errors import UnreadableInput

_RECORDED = "recorded"
_BODIES = "oracle"
_PROFILES = "profiles"
_NO_CASES = {_RECORDED, _BODIES, _PROFILES}
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
    """Return the case files of a folder, sorted: no schemas, recorded histories, bodies of rules or profiles."""
    root = folder or shipped_cases()
    return sorted(each for each in _json_files(root) if not _NO_CASES.intersection(each.relative_to(root).parts[:-1]))


def recorded_files(folder: Path | None = None) -> list[Path]:
    """Return the files of recorded base histories, ``recorded/<vendor>/<api>.jsonl``, sorted."""
    root = (folder or shipped_cases()) / _RECORDED
    return sorted(_json_files(root)) if root.is_dir() else []


def body_files(folder: Path | None = None) -> list[Path]:
    """Return the files of bodies that a rule of the oracle refuses alone, ``oracle/<api>.<topic>.json``, sorted."""
    return sorted(((folder or shipped_cases()) / _BODIES).glob("*.json"))


def profile_folder(folder: Path | None = None) -> Path:
    """Return the folder of frozen profiles."""
    return (folder or shipped_cases()) / _PROFILES


def _json_files(root: Path) -> list[Path]:
    found = (each for each in root.rglob("*") if each.suffix in _SUFFIXES and each.is_file())
    return [each for each in found if not each.name.endswith(".schema.json")]
