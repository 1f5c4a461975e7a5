"""From rows to the record that both reports are written from."""

import shlex
from collections import Counter
from collections.abc import Iterable

import msgspec

from league.judge import BECAME, DAMAGES, Row
from league.peers import Entry
from sendable import oracle

# Worth a look: what a provider refuses, what broke, and every damage but the one that the contract allows.
_RED = frozenset({"refused", "crashed", "not judged"})
PAIRS = "two faults"


class Red(msgspec.Struct, frozen=True, omit_defaults=True):
    """A red cell: one kind of outcome or damage in one family.

    of: how many cases of the family were asked. why: the rule or the error of the example. grade: of the rule's
    evidence. case: the example, the shortest id of the most frequent cause. command: runs it again.
    """

    family: str
    kind: str
    count: int
    of: int
    why: str
    case: str
    command: str
    grade: str = ""


class Standing(msgspec.Struct, frozen=True):
    """One entry for one target. became and damages: how many cases; families: the same in each family."""

    target: str
    cases: int
    became: dict[str, int]
    damages: dict[str, int]
    families: dict[str, dict[str, int]]
    red: tuple[Red, ...]


class Peer(msgspec.Struct, frozen=True):
    """One entry with its standings. broken: what its control found; such an entry is not judged."""

    entry: Entry
    standings: tuple[Standing, ...]
    broken: tuple[str, ...] = ()


class League(msgspec.Struct, frozen=True, kw_only=True):
    """The whole table. date: of the run; as_of: of the verdicts. words: of `sendable run`, which name the cases."""

    date: str
    as_of: str
    sendable: str
    digests: dict[str, str]
    words: tuple[str, ...]
    peers: tuple[Peer, ...]
    schema: int = 1


def standing(entry: Entry, target: str, rows: list[Row], words: tuple[str, ...]) -> Standing:
    """Count the rows of one entry for one target."""
    families: dict[str, list[Row]] = {}
    for row in rows:
        families.setdefault(_family(row.family), []).append(row)
    ordered = sorted(families, key=lambda family: (family == PAIRS, family))
    red = [each for family in ordered for each in _reds(entry, target, family, families[family], words)]
    return Standing(
        target=target,
        cases=len(rows),
        became=_became(rows),
        damages=_damages(rows),
        families={family: _of_family(families[family]) for family in ordered},
        red=tuple(red),
    )


def _family(family: str) -> str:
    return PAIRS if "+" in family else family


def _became(rows: list[Row]) -> dict[str, int]:
    counts = Counter(row.became for row in rows)
    return {name: counts[name] for name in BECAME}


def _damages(rows: list[Row]) -> dict[str, int]:
    counts = Counter(damage for row in rows for damage in row.damages)
    return {name: counts[name] for name in DAMAGES}


def _of_family(rows: list[Row]) -> dict[str, int]:
    return {"cases": len(rows)} | {name: n for name, n in {**_became(rows), **_damages(rows)}.items() if n}


def _reds(entry: Entry, target: str, family: str, rows: list[Row], words: tuple[str, ...]) -> Iterable[Red]:
    kinds: dict[str, list[tuple[str, Row]]] = {}
    for row in rows:
        if row.became in _RED:
            kinds.setdefault(row.became, []).append((row.why, row))
        for damage, detail in row.damages.items():
            if damage == "dropped":
                continue
            kinds.setdefault(damage, []).append((detail, row))
    for kind, found in kinds.items():
        why, row = _example(kind, found)
        yield Red(
            family=family,
            kind=kind,
            count=len(found),
            of=len(rows),
            why=why,
            case=row.case,
            command=_command(entry, target, row.case, words),
            grade=_grade(target, why) if kind == "refused" else "",
        )


def _example(kind: str, found: list[tuple[str, Row]]) -> tuple[str, Row]:
    """Take the shortest of the most frequent rule; damages differ in every detail, so any of them will do."""
    counts = Counter(why for why, _ in found)
    most = counts.most_common(1)[0][0] if kind == "refused" else None
    return min((each for each in found if most in (None, each[0])), key=lambda each: (len(each[1].case), each[1].case))


def _command(entry: Entry, target: str, case: str, words: tuple[str, ...]) -> str:
    run = ("sendable", "run", "--normalizer", entry.address, "--target", target, "--timeout", "120")
    return shlex.join((*run, *words, "--case", case))


def _grade(target: str, rule: str) -> str:
    api = target.partition(":")[0].partition("@")[0]
    return next((each.grade for each in oracle.rules(api) if each.id == rule), "")
