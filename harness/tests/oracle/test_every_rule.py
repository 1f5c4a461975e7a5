"""Each rule against a body that trips it alone and the nearest body that does not.

The bodies ship in ``cases/oracle/<api>.<topic>.json``, for `sendable selftest` asks about them too; `corpus.bodies`
describes them.
"""

import re

import pytest
from msgspec import UNSET

from sendable import oracle
from sendable.corpus.bodies import RuleBody, rule_bodies
from sendable.model.evidence import grade_of
from sendable.model.outcome import Verdict
from sendable.oracle.book import load
from sendable.oracle.rule import RuleRecord, checks_of

EXAMPLES = rule_bodies()
RECORDS = [(api, record) for api in oracle.apis() for record in oracle.rules(api)]
REFUSALS = [each for each in EXAMPLES if each.trips]
ACCEPTANCES = [each for each in EXAMPLES if each.accepted]
UNFILLED = re.compile(r"\{\w+\}")


def _warned(verdict: Verdict) -> set[str]:
    return {warning.rule for warning in verdict.warnings}


def _record(api: str, rule: str) -> RuleRecord:
    return next(record for record in oracle.rules(api) if record.id == rule)


def _id(each: RuleBody) -> str:
    return f"{each.api}-{each.rule}"


@pytest.mark.parametrize("example", REFUSALS, ids=map(_id, REFUSALS))
def test_a_rule_refuses_its_body_alone(example: RuleBody) -> None:
    """The body is refused by this rule (an unconfirmed one warns), and by nothing else when the rule is left out."""
    api, rule, trips = example.api, example.rule, example.trips
    assert trips is not None
    verdict, relieved = trips.judged(api), trips.judged(api, frozenset({rule}))
    assert (relieved.rule, relieved.accepted) == (None, True)
    assert rule not in _warned(relieved)
    if _record(api, rule).grade == "unconfirmed":
        assert (verdict.accepted, _warned(verdict)) == (True, {rule})
        return
    assert (verdict.rule, verdict.status) == (rule, _record(api, rule).status)
    assert verdict.error is not None
    assert trips.message in (UNSET, verdict.error.message)
    assert trips.param is UNSET or trips.param == verdict.error.param
    assert UNFILLED.search(f"{verdict.error.message} {verdict.error.param} {verdict.error.code}") is None


@pytest.mark.parametrize("example", REFUSALS, ids=map(_id, REFUSALS))
def test_its_nearest_neighbour_is_accepted(example: RuleBody) -> None:
    """The nearest body without the fault trips nothing."""
    assert example.neighbour is not None
    verdict = example.neighbour.judged(example.api)
    assert (verdict.rule, verdict.accepted, _warned(verdict)) == (None, True, set())


@pytest.mark.parametrize("example", ACCEPTANCES, ids=map(_id, ACCEPTANCES))
def test_a_known_acceptance_is_accepted(example: RuleBody) -> None:
    """What a provider was seen to accept, the oracle accepts."""
    assert example.accepted is not None
    verdict = example.accepted.judged(example.api)
    assert (verdict.rule, verdict.status) == (None, 200)


@pytest.mark.parametrize(("api", "record"), RECORDS, ids=[f"{api}-{record.id}" for api, record in RECORDS])
def test_a_record_is_whole(api: str, record: RuleRecord) -> None:
    """A record has dated sources, the grade they give, and a refusal has a function and an example."""
    load(api)
    assert record.sources, "no evidence, no rule"
    assert all(source.date and source.where for source in record.sources)
    assert record.grade == grade_of(record.sources)
    assert record.message_basis in {"quoted", "unknown"}
    named = {example.rule for example in EXAMPLES if example.api == api}
    assert record.id in named, "no example"
    assert (record.id in checks_of(api)) == record.refuses, "refusals have a function, acceptances have none"


@pytest.mark.parametrize("api", oracle.apis())
def test_no_function_lacks_a_record(api: str) -> None:
    """Every registered function has its table of evidence."""
    load(api)
    assert set(checks_of(api)) <= {record.id for record in oracle.rules(api)}


@pytest.mark.parametrize("api", oracle.apis())
def test_every_example_names_a_rule(api: str) -> None:
    """No example outlives its rule."""
    named = {example.rule for example in EXAMPLES if example.api == api}
    assert named <= {record.id for record in oracle.rules(api)}
