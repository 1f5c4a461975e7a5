"""What holds each statement of the two seeds, and what shows each rule of the oracle."""

import re
import tomllib
from collections.abc import Iterable

import msgspec

from sendable import oracle
from sendable.corpus import case_files, load_cases, shipped_cases
from sendable.corpus.bodies import RuleBody, rule_bodies
from sendable.model.case import Case, Expect
from sendable.model.errors import UnreadableInput
from sendable.tasks.selftest.oracle_rules import tripped_by

STATEMENTS = "statements.toml"
_NUMBER = re.compile(r"[12]\.\d+[a-z]?")


class Statement(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"as_": "as"}):
    """One numbered statement, as ``cases/statements.toml`` has it.

    says: in a few words of ours. held_by: what holds it where no case can. background: it asks nothing of a normalizer.
    as_: the statements that a decision is about.
    """

    says: str
    held_by: tuple[str, ...] = ()
    background: bool = False
    as_: tuple[str, ...] = ()


class Traced(msgspec.Struct, frozen=True):
    """A statement with the ids of the cases that cite it."""

    number: str
    statement: Statement
    cases: tuple[str, ...]


class TracedRule(msgspec.Struct, frozen=True):
    """A rule of the oracle, with the cases and the bodies that show it.

    cases: those whose expectation names it, and those that it refuses when they are sent as they are stored.
    bodies: how many it refuses alone. accepted: how many show a known acceptance.
    """

    api: str
    rule: str
    refuses: bool
    cases: tuple[str, ...]
    bodies: int
    accepted: int


def statements() -> dict[str, Statement]:
    """Read the statements.

    Raises:
        UnreadableInput: the file is not what it should be.
    """
    file = shipped_cases() / STATEMENTS
    try:
        return msgspec.convert(tomllib.loads(file.read_text("utf-8"))["statement"], dict[str, Statement])
    except (OSError, tomllib.TOMLDecodeError, KeyError, msgspec.ValidationError) as error:
        raise UnreadableInput(f"not the statements: {error}", where=str(file)) from error


def traced_statements() -> list[Traced]:
    """Return every statement with the hand-written cases that cite it; a decision has those of its statements."""
    cited = _cited(load_cases(case_files()))
    return [
        Traced(number, each, tuple(sorted({case for of in each.as_ or (number,) for case in cited.get(of, ())})))
        for number, each in statements().items()
    ]


def cited_and_unknown() -> list[str]:
    """Return the numbers that cases cite and no statement has."""
    return sorted(_cited(load_cases(case_files())).keys() - statements().keys())


def traced_rules() -> list[TracedRule]:
    """Return every record of the oracle with what shows it."""
    named = _named(load_cases(case_files()))
    tripped = {api: tripped_by(api) for api in oracle.apis()}
    bodies = rule_bodies()
    return [
        TracedRule(
            api=api,
            rule=record.id,
            refuses=record.refuses,
            cases=tuple(dict.fromkeys([*named.get(record.id, ()), *tripped[api].get(record.id, ())])),
            bodies=_count(bodies, api, record.id, "trips"),
            accepted=_count(bodies, api, record.id, "accepted"),
        )
        for api in oracle.apis()
        for record in oracle.rules(api)
    ]


def _cited(cases: Iterable[Case]) -> dict[str, list[str]]:
    cited: dict[str, list[str]] = {}
    for case in cases:
        for feature in case.features:
            if _NUMBER.fullmatch(feature):
                cited.setdefault(feature, []).append(case.id)
    return cited


def _named(cases: Iterable[Case]) -> dict[str, list[str]]:
    named: dict[str, list[str]] = {}
    for case in cases:
        for rule in dict.fromkeys(_rules(case.expect)):
            named.setdefault(rule, []).append(case.id)
    return named


def _rules(expect: Expect) -> Iterable[str]:
    if expect.rule:
        yield expect.rule
    for each in (*expect.by_target.values(), *([expect.letter] if expect.letter else [])):
        yield from _rules(each)


def _count(bodies: list[RuleBody], api: str, rule: str, kind: str) -> int:
    return sum((each.api, each.rule) == (api, rule) and getattr(each, kind) is not None for each in bodies)
