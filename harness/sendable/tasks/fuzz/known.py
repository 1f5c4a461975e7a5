"""Causes that are remembered from search to search: a folder of ordinary case files, one a cause."""

import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import msgspec

from sendable.corpus import load_cases
from sendable.model.case import Case
from sendable.model.json import JsonObject, encode_json
from sendable.model.outcome import Crashed
from sendable.model.report import Result
from sendable.model.target import Target, parse_target
from sendable.report.failures import cause_key
from sendable.report.fingerprint import fingerprint

_MARK = "fuzz"
_CHECK, _SIGN = "check:", "sign:"
_NOT_IN_NAMES = re.compile(r"[^a-z0-9]+")
_DIGITS = 12


class CauseKey(msgspec.Struct, frozen=True):
    """What tells one cause from another: the check, the rule or the way of breaking, and the target."""

    check: str
    sign: str
    target: str

    @property
    def slug(self) -> str:
        """The cause as a file's name."""
        words = "-".join(each for each in (self.target, self.check, self.sign) if each)
        return _NOT_IN_NAMES.sub("-", words.lower()).strip("-")


class Known(msgspec.Struct, frozen=True):
    """A cause on file."""

    key: CauseKey
    case: Case
    target: Target
    file: Path


def key_of(result: Result) -> CauseKey | None:
    """Return the cause of a failure, None where there is none; crashes are told apart by their words."""
    check, rule, target = cause_key(result)
    if not check:
        return None
    sign = fingerprint(result, check) if isinstance(result.outcome, Crashed) else rule
    return CauseKey(check, sign, target)


def read_known(folder: Path) -> list[Known]:
    """Read the causes that earlier searches wrote to a folder; other case files in it are left alone.

    Raises:
        UnreadableInput: a file is no case file.
    """
    return list(_known(sorted(folder.glob("*.json")))) if folder.is_dir() else []


def write_known(key: CauseKey, case: Case, history: JsonObject, folder: Path, file: Path | None = None) -> Path:
    """Write a history of a cause as a case of its own, for its target alone.

    Args:
        key: the cause.
        case: in which it was found.
        history: of the case to write.
        folder: of the causes on file; none of its files is written over.
        file: what an earlier call wrote, to be written again.
    """
    digest = sha256(encode_json(history)).hexdigest()[:_DIGITS]
    told = (_MARK, f"{_CHECK}{key.check}", *([f"{_SIGN}{key.sign}"] if key.sign else []))
    found = msgspec.structs.replace(
        case,
        id=f"{_MARK}--{key.slug[:120]}--{digest}",
        features=(*told, *(each for each in case.features if each not in told)),
        targets=(key.target,),
        history=history,
    )
    file = file or _free(folder, key.slug, digest)
    folder.mkdir(parents=True, exist_ok=True)
    file.write_bytes(encode_json(found) + b"\n")
    return file


def _free(folder: Path, slug: str, digest: str) -> Path:
    """Name a new file: a cause that is fixed, or cannot be judged now, keeps the one that it has."""
    file = folder / f"{slug}.json"
    return folder / f"{slug}-{digest}.json" if file.exists() else file


def _known(files: list[Path]) -> Iterator[Known]:
    for file in files:
        for case in load_cases([file]):
            if _MARK in case.features and len(case.targets) == 1:
                check, sign = (_after(prefix, case.features) for prefix in (_CHECK, _SIGN))
                yield Known(CauseKey(check, sign, case.targets[0]), case, parse_target(case.targets[0]), file)


def _after(prefix: str, features: tuple[str, ...]) -> str:
    return next((each.removeprefix(prefix) for each in features if each.startswith(prefix)), "")
