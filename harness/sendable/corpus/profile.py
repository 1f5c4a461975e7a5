"""Profiles: frozen, dated sets of cases. What is frozen is the cases themselves, by id and by what they mean.

``cases/profiles/<name>.json`` names every case with the sha256 of its content; the cases stand beside it in
``<name>.jsonl.gz``, a case a line.
"""

import gzip
import zlib
from collections.abc import Sequence
from pathlib import Path

import msgspec

from sendable.corpus.build import content_digest
from sendable.corpus.places import profile_folder
from sendable.model.case import Case
from sendable.model.errors import BadUsage, UnreadableInput


class Frozen(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a profile's file says.

    date: ISO day on which it was frozen. seed: that `build` made it with, and the version of the package that did. of:
    the profile that it was drawn from, if any. cases: id to content digest, in order.
    """

    name: str
    date: str
    seed: int | None = None
    version: str = ""
    of: str = ""
    cases: dict[str, str] = {}


def profiles(folder: Path | None = None) -> list[str]:
    """Name the profiles that are there."""
    return sorted(each.stem for each in _folder(folder).glob("*.json"))


def load_profile(name: str, folder: Path | None = None) -> list[Case]:
    """Return the cases of a profile, in its order.

    Raises:
        BadUsage: there is none of that name.
        UnreadableInput: a file is damaged, or a case is not what was frozen.
    """
    frozen = read_frozen(name, folder)
    file = _folder(folder) / f"{name}.jsonl.gz"
    cases = _read(file)
    wrong = next((case.id for case in cases if frozen.cases.get(case.id) != content_digest(case)), None)
    if wrong or len(cases) != len(frozen.cases):
        what = f"{wrong} is not the case that was frozen" if wrong else f"{len(cases)} of {len(frozen.cases)} cases"
        raise UnreadableInput(what, where=str(file), hint="reinstall sendable, or take the files from the repository")
    return cases


def read_frozen(name: str, folder: Path | None = None) -> Frozen:
    """Return what a profile's file says."""
    known = profiles(folder)
    if name not in known:
        raise BadUsage(f"no profile is named {name!r}", hint=f"known are {', '.join(known) or 'none'}")
    file = _folder(folder) / f"{name}.json"
    try:
        return msgspec.json.decode(file.read_bytes(), type=Frozen)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise UnreadableInput(f"not a profile: {error}", where=str(file)) from error


def freeze(frozen: Frozen, cases: Sequence[Case], folder: Path) -> None:
    """Write a profile, its file and its cases; the same bytes each time."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{frozen.name}.jsonl.gz").write_bytes(gzip.compress(as_lines(cases), 9, mtime=0))
    named = msgspec.structs.replace(frozen, cases={case.id: content_digest(case) for case in cases})
    text = msgspec.json.format(msgspec.json.encode(named), indent=0)
    (folder / f"{frozen.name}.json").write_bytes(text + b"\n")


def as_lines(cases: Sequence[Case]) -> bytes:
    """Write cases as JSON Lines, for any language."""
    return b"".join(msgspec.json.encode(case) + b"\n" for case in cases)


def _read(file: Path) -> list[Case]:
    try:
        lines = gzip.decompress(file.read_bytes()).splitlines()
        return [msgspec.json.decode(line, type=Case) for line in lines]
    except OSError as error:
        raise UnreadableInput(f"cannot read the file: {error.strerror or error}", where=str(file)) from error
    except (EOFError, zlib.error, msgspec.DecodeError, UnicodeError) as error:
        raise UnreadableInput(f"not cases: {error}", where=str(file)) from error


def _folder(folder: Path | None) -> Path:
    return folder or profile_folder()
