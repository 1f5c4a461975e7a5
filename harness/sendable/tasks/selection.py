"""Which cases a run takes."""

from collections.abc import Iterator
from fnmatch import fnmatchcase
from itertools import chain
from pathlib import Path

import msgspec

from sendable.corpus import broken_cases, case_files, load_bases, load_cases, shipped_bases
from sendable.corpus.profile import load_profile
from sendable.model.case import Case
from sendable.model.errors import NothingJudged


class Selection(msgspec.Struct, frozen=True):
    """What the command line says of the cases.

    cases: files or folders instead of the shipped ones; nothing is generated then. case_globs: on ids; empty takes
    all. contract: only this one. bases: histories to break instead of the shipped ones. broken: how many to make, at
    most. seed: which are drawn.
    """

    cases: tuple[Path, ...] = ()
    case_globs: tuple[str, ...] = ()
    contract: str | None = None
    bases: Path | None = None
    broken: int = 0
    seed: int = 0
    profile: str | None = None


def selected(selection: Selection) -> list[Case]:
    """Load and generate the cases of a selection.

    Raises:
        BadUsage: there is no such profile.
        UnreadableInput: a file is not what it should be.
        NothingJudged: no case is left.
    """
    cases = [case for case in _all_cases(selection) if _wanted(case, selection)]
    if not cases:
        raise NothingJudged("no case was selected", hint="see sendable run --help for --cases, --case and --contract")
    return cases


def _all_cases(selection: Selection) -> Iterator[Case]:
    if selection.cases:
        return iter(load_cases(selection.cases))
    if selection.profile:
        return iter(load_profile(selection.profile))
    bases = load_bases(selection.bases) if selection.bases else shipped_bases()
    written = [] if selection.bases else load_cases(case_files())
    return chain(written, broken_cases(bases, limit=selection.broken, seed=selection.seed))


def _wanted(case: Case, selection: Selection) -> bool:
    by_id = not selection.case_globs or any(fnmatchcase(case.id, glob) for glob in selection.case_globs)
    return by_id and selection.contract in (None, case.contract)
