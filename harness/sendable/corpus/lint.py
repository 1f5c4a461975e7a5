"""What is wrong with a set of cases beyond their form: ids, evidence, expectations, contradictions."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from fnmatch import fnmatchcase

import msgspec

from sendable import oracle
from sendable.corpus.build import WELL_FORMED, content_digest
from sendable.corpus.mutators import MUTATORS
from sendable.model.case import Case, Expect
from sendable.model.json import encode_json

# Cases that a search or a run found, and made as short as they could be: what chance drew may be two faults.
_FOUND = ("fuzz--", "shortest--")


class Finding(msgspec.Struct, frozen=True):
    """One thing that is wrong with one case. case: its id. what: the finding. hint: what to do."""

    case: str
    what: str
    hint: str


def lint(cases: Sequence[Case]) -> list[Finding]:
    """Return every finding, in the order of the cases.

    Checked are: ids used once, and those that tell a content tell the right one; evidence with a kind, place and date;
    one fault each, of a known family where a mutator made it; an expectation, with rules that exist; no two cases of
    one content, and no two of one history that contradict each other.
    """
    return [*_each(cases), *_twice(cases), *_contradictions(cases)]


def _each(cases: Iterable[Case]) -> Iterator[Finding]:
    rules = {record.id for api in oracle.apis() for record in oracle.rules(api)}
    for case in cases:
        yield from _evidence(case)
        yield from _faults(case)
        yield from _expectation(case, rules)


def _evidence(case: Case) -> Iterator[Finding]:
    if not any(each.where.strip() and _is_date(each.date) for each in case.evidence):
        yield Finding(case.id, "no evidence with a place and a date", "cite a recording, a report or a document")


def _is_date(text: str) -> bool:
    """Tell whether a text is an ISO day, month or year."""
    try:
        return bool(text) and bool(date.fromisoformat(text + "2026-01-01"[len(text) :]))
    except ValueError:
        return False


def _faults(case: Case) -> Iterator[Finding]:
    if "+" in case.family and not case.id.startswith(_FOUND) and case.id.count("--") != 1:
        yield Finding(case.id, f"more than one fault: {case.family}", "one fault a case; split it")
    shape, _, rest = case.id.partition("--")
    name, _, digits = rest.partition("--")
    if shape not in ("messages", "items", "nodes") or not digits:
        return
    if not content_digest(case).startswith(digits):
        yield Finding(case.id, "the id tells another content", "an id never changes its meaning: give it a new one")
    families = {each.name: each.family for each in MUTATORS} | {WELL_FORMED: WELL_FORMED}
    if families.get(name) != case.family:
        yield Finding(case.id, f"no mutator {name!r} of the family {case.family!r}", "see docs/mutators.md")


def _expectation(case: Case, rules: set[str]) -> Iterator[Finding]:
    for glob in (*case.targets, *case.expect.by_target):
        api = glob.partition(":")[0].partition("@")[0]
        if not any(fnmatchcase(known, api) for known in oracle.apis()):
            yield Finding(case.id, f"no API fits the target {glob!r}", "known are " + ", ".join(oracle.apis()))
    for expect in _expectations(case.expect):
        if expect.rule and expect.outcome == "accepted":
            yield Finding(case.id, f"accepted, and yet refused by {expect.rule!r}", "say refused, or name no rule")
        if expect.outcome == "refused" and not expect.rule:
            yield Finding(case.id, "a refusal is expected, and no rule named", "name the oracle's rule in expect.rule")
        if expect.rule and expect.rule not in rules:
            yield Finding(case.id, f"no rule is named {expect.rule!r}", "see sendable rules")


def _expectations(expect: Expect) -> Iterator[Expect]:
    yield expect
    for each in (*expect.by_target.values(), *([expect.letter] if expect.letter else [])):
        yield from _expectations(each)


def _twice(cases: Sequence[Case]) -> Iterator[Finding]:
    ids: set[str] = set()
    contents: dict[str, str] = {}
    for case in cases:
        if case.id in ids:
            yield Finding(case.id, "the id is used twice", "ids are unique and never used again")
        ids.add(case.id)
        first = contents.setdefault(content_digest(case), case.id)
        if first != case.id:
            yield Finding(case.id, f"the same content as {first}", "leave one out")


def _contradictions(cases: Sequence[Case]) -> Iterator[Finding]:
    """Compare what is expected of one history, asked in one way."""
    expected: dict[tuple[str, bytes, bytes, tuple[str, ...]], Case] = {}
    for case in cases:
        key = (case.contract, encode_json(case.history), encode_json(list(case.next)), case.targets)
        first = expected.setdefault(key, case)
        if _outcomes(first.expect) != _outcomes(case.expect):
            yield Finding(case.id, f"contradicts {first.id}", "one history has one outcome; see the evidence of both")


def _outcomes(expect: Expect) -> tuple[object, ...]:
    """Return what is expected of the verdicts, whatever else is."""
    by_target = {glob: _outcomes(each) for glob, each in expect.by_target.items()}
    return expect.outcome, expect.rule, by_target, expect.letter and _outcomes(expect.letter)
