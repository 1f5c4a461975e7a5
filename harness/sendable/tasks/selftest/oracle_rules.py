"""Part c: the oracle without one of its rules: what it refused must turn green.

First the cases of the corpus, written by hand, broken and frozen, sent as they are stored; for a rule that none of them
trips, the body that ships with it in ``cases/oracle/``. A rule that only warns must stop to warn.
"""

from collections.abc import Iterator
from functools import cache
from typing import Final

import msgspec

from sendable import oracle
from sendable.corpus import broken_cases, case_files, load_cases, realize, shipped_bases
from sendable.corpus.bodies import RuleBody, rule_bodies
from sendable.corpus.profile import load_profile
from sendable.corpus.recipe import has_recipes
from sendable.model.case import Case
from sendable.model.errors import UnreadableInput
from sendable.model.json import JsonObject
from sendable.model.outcome import Verdict
from sendable.model.selftest import Tried
from sendable.model.target import Target
from sendable.normalizers import Given
from sendable.oracle.rule import RuleRecord
from sendable.tasks.selftest.identity import raw_body
from sendable.tasks.selftest.targets import concerned, targets_of

_BROKEN: Final = 120
_FROZEN: Final = "smoke"
_MADE: Final = "--"
"""Stands in the ids of cases that no hand wrote."""
_TRIED: Final = 6
"""How many cases that a rule refuses are asked again without it."""


class _Refused(msgspec.Struct, frozen=True):
    """A case, sent as it is stored, that a rule refuses or warns of."""

    case: Case
    target: Target
    body: JsonObject


def rules_of(api: str) -> list[str]:
    """Return the ids of the rules that refuse or warn, those of overlays included."""
    return [record.id for record in oracle.rules(api) if record.refuses]


def leave_out_rules(api: str) -> list[Tried]:
    """Leave out one rule of the API after the other."""
    return [leave_out_rule(api, rule) for rule in rules_of(api)]


def leave_out_rule(api: str, rule: str) -> Tried:
    """Look for a case, then for a body, that is green without the rule."""
    what = f"oracle {api} {rule}"
    record = next(each for each in oracle.rules(api) if each.id == rule)
    for found in _noticed(api).get(rule, ())[:_TRIED]:
        if _turns_green(_judged(found), _judged(found, frozenset({rule})), record):
            return Tried(what=what, by=found.case.id, how=f"{found.target}: {_said(record)}")
    for body in _bodies(api, rule):
        assert body.trips is not None
        if _turns_green(body.trips.judged(api), body.trips.judged(api, frozenset({rule})), record):
            return Tried(what=what, by=rule, body=True, how=_said(record))
    return Tried(what=what)


def tripped_by(api: str) -> dict[str, tuple[str, ...]]:
    """Return, for each rule, the hand-written cases that it refuses or warns of when they are sent as stored."""
    return {
        rule: tuple(dict.fromkeys(each.case.id for each in found if _MADE not in each.case.id))
        for rule, found in _noticed(api).items()
    }


def _said(record: RuleRecord) -> str:
    return "warns no more" if _only_warns(record) else f"{record.status} turns into 200"


def _only_warns(record: RuleRecord) -> bool:
    return record.grade == "unconfirmed"


def _turns_green(before: Verdict, after: Verdict, record: RuleRecord) -> bool:
    if _only_warns(record):
        return record.id in _warned(before) - _warned(after)
    return before.rule == record.id and after.accepted


def _warned(verdict: Verdict) -> set[str]:
    return {each.rule for each in verdict.warnings}


def _bodies(api: str, rule: str) -> list[RuleBody]:
    return [each for each in _all_bodies() if (each.api, each.rule) == (api, rule) and each.trips]


@cache
def _all_bodies() -> list[RuleBody]:
    return rule_bodies()


@cache
def _noticed(api: str) -> dict[str, list[_Refused]]:
    """Send every case as it is stored to every target of the API; return those that each rule notices."""
    noticed: dict[str, list[_Refused]] = {}
    for found in _raw(api):
        verdict = _judged(found)
        for rule in {verdict.rule, *_warned(verdict)} - {None}:
            assert rule is not None
            noticed.setdefault(rule, []).append(found)
    return noticed


def _raw(api: str) -> Iterator[_Refused]:
    for case in _cases():
        for target in concerned(case.targets, targets_of(api)):
            body = _body(case, target)
            if body is not None:
                yield _Refused(case, target, body)


@cache
def _cases() -> list[Case]:
    written = [case for case in load_cases(case_files()) if case.contract != "write" and "budget" not in case.family]
    frozen = (case for case in load_profile(_FROZEN) if not has_recipes(case.history))
    return [*written, *broken_cases(shipped_bases(), limit=_BROKEN), *frozen]


def _body(case: Case, target: Target) -> JsonObject | None:
    to = {"api": target.api, "model": target.model}
    given = Given(contract=case.contract, target=to, history=realize(case.history), next=list(case.next))
    try:
        body = raw_body(given)
    except UnreadableInput:
        return None
    return body if isinstance(body, dict) and _is_json(body) else None


def _is_json(body: JsonObject) -> bool:
    """Whether the body could be sent at all: some cases hold what JSON cannot."""
    try:
        msgspec.json.encode(body)
    except (TypeError, ValueError, RecursionError):
        return False
    return True


def _judged(found: _Refused, without: frozenset[str] = frozenset()) -> Verdict:
    target = found.target
    return oracle.judge(target.api, found.body, model=target.model, vendor=target.vendor, without=without)
