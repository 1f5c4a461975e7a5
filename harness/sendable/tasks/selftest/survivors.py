"""Why some of what is left out is not noticed: ``survivors.toml``, each entry with its evidence."""

import tomllib
from collections.abc import Iterable
from fnmatch import fnmatchcase
from functools import cache
from importlib.resources import files

import msgspec

from sendable import oracle
from sendable.model.selftest import Tried


class Survivor(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One entry. what: as in `Tried`, or a glob. rules: known acceptances that say so. evidence: anything else."""

    what: str
    reason: str
    rules: tuple[str, ...] = ()
    evidence: tuple[str, ...] = ()


def explained(tried: Iterable[Tried]) -> list[Tried]:
    """Return the same with the reasons of the survivors."""
    return [each if each.killed or each.reason else _explained(each) for each in tried]


def stale(tried: Iterable[Tried], kind: tuple[str, ...]) -> tuple[str, ...]:
    """Return the entries of these kinds that explain no survivor: it is noticed now, or is no longer there."""
    left = [each.what for each in tried if not each.killed]
    told = [each.what for each in survivors() if each.what.partition(" ")[0] in kind]
    return tuple(entry for entry in told if not any(fnmatchcase(what, entry) for what in left))


@cache
def survivors() -> tuple[Survivor, ...]:
    """Return the file's entries.

    Raises:
        ValueError: an entry names a rule that is no known acceptance: a defect of ours.
    """
    text = files(__package__).joinpath("survivors.toml").read_text("utf-8")
    entries = msgspec.convert(tomllib.loads(text)["survivor"], tuple[Survivor, ...])
    unknown = sorted({rule for each in entries for rule in each.rules} - _acceptances().keys())
    if unknown:
        raise ValueError(f"no known acceptance: {unknown}")
    return entries


def _explained(tried: Tried) -> Tried:
    entry = next((each for each in survivors() if fnmatchcase(tried.what, each.what)), None)
    if entry is None:
        return tried
    evidence = (*(f"{rule}: {_acceptances()[rule]}" for rule in entry.rules), *entry.evidence)
    return msgspec.structs.replace(tried, reason=entry.reason, evidence=evidence)


@cache
def _acceptances() -> dict[str, str]:
    """Return place and date of the best source of each record with a 2xx status."""
    found = {}
    for record in (record for api in oracle.apis() for record in oracle.rules(api) if not record.refuses):
        newest = max(record.sources, key=lambda source: (not source.secondhand, source.date))
        found[record.id] = f"{newest.where} ({newest.date})"
    return found
