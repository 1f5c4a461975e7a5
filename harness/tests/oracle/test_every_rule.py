"""Each rule against a body that trips it alone and the nearest body that does not.

The data stand in ``rules/<api>*.json``: a list of
``{"rule", "trips": {"body", "headers"?, "vendor"?, "as_of"?, "message"?, "param"?}, "neighbour": {…}}`` for refusals,
and of ``{"rule", "accepted": {…}}`` for known acceptances (records with a 2xx status). Long things are recipes:
``{"$text": "x", "times": 5}`` is a text, and ``{"$each": item, "times": 3}`` in a list is three items, in whose texts
``{n}`` is 0, 1 and 2.
"""

import json
import re
from pathlib import Path

import pytest

from sendable import oracle
from sendable.model.evidence import grade_of
from sendable.model.outcome import Verdict
from sendable.oracle.book import load
from sendable.oracle.rule import RuleRecord, checks_of

DATA = Path(__file__).parent / "rules"
EXAMPLES = [
    (path.stem.partition(".")[0], example)
    for path in sorted(DATA.glob("*.json"))
    for example in json.loads(path.read_text(encoding="utf-8"))
]
RECORDS = [(api, record) for api in oracle.apis() for record in oracle.rules(api)]
REFUSALS = [each for each in EXAMPLES if "trips" in each[1]]
ACCEPTANCES = [each for each in EXAMPLES if "accepted" in each[1]]
UNFILLED = re.compile(r"\{\w+\}")


def _cooked(value: object) -> object:
    """Write out the recipes of a body."""
    if isinstance(value, dict):
        if value.keys() == {"$text", "times"}:
            return value["$text"] * value["times"]
        return {key: _cooked(each) for key, each in value.items()}
    if isinstance(value, list):
        return [cooked for each in value for cooked in _items(each)]
    return value


def _items(value: object) -> list[object]:
    if not isinstance(value, dict) or value.keys() != {"$each", "times"}:
        return [_cooked(value)]
    text = json.dumps(value["$each"])
    return [_cooked(json.loads(text.replace("{n}", str(n)))) for n in range(value["times"])]


def _judge(api: str, example: dict, without: frozenset[str] = frozenset()) -> Verdict:
    return oracle.judge(
        api,
        _cooked(example["body"]),
        vendor=example.get("vendor"),
        headers=example.get("headers", {}),
        as_of=example.get("as_of", "2026-11-30"),
        without=without,
    )


def _warned(verdict: Verdict) -> set[str]:
    return {warning.rule for warning in verdict.warnings}


def _record(api: str, rule: str) -> RuleRecord:
    return next(record for record in oracle.rules(api) if record.id == rule)


def _ids(each: tuple) -> str:
    return f"{each[0]}-{each[1]['rule']}"


@pytest.mark.parametrize(("api", "example"), REFUSALS, ids=map(_ids, REFUSALS))
def test_a_rule_refuses_its_body_alone(api: str, example: dict) -> None:
    """The body is refused by this rule (an unconfirmed one warns), and by nothing else when the rule is left out."""
    rule, trips = example["rule"], example["trips"]
    verdict, relieved = _judge(api, trips), _judge(api, trips, frozenset({rule}))
    assert (relieved.rule, relieved.accepted) == (None, True)
    assert rule not in _warned(relieved)
    if _record(api, rule).grade == "unconfirmed":
        assert (verdict.accepted, _warned(verdict)) == (True, {rule})
        return
    assert (verdict.rule, verdict.status) == (rule, _record(api, rule).status)
    assert verdict.error is not None
    assert verdict.error.message == trips.get("message", verdict.error.message)
    assert verdict.error.param == trips.get("param", verdict.error.param)
    assert UNFILLED.search(f"{verdict.error.message} {verdict.error.param} {verdict.error.code}") is None


@pytest.mark.parametrize(("api", "example"), REFUSALS, ids=map(_ids, REFUSALS))
def test_its_nearest_neighbour_is_accepted(api: str, example: dict) -> None:
    """The nearest body without the fault trips nothing."""
    verdict = _judge(api, example["neighbour"])
    assert (verdict.rule, verdict.accepted, _warned(verdict)) == (None, True, set())


@pytest.mark.parametrize(("api", "example"), ACCEPTANCES, ids=map(_ids, ACCEPTANCES))
def test_a_known_acceptance_is_accepted(api: str, example: dict) -> None:
    """What a provider was seen to accept, the oracle accepts."""
    verdict = _judge(api, example["accepted"])
    assert (verdict.rule, verdict.status) == (None, 200)


@pytest.mark.parametrize(("api", "record"), RECORDS, ids=[f"{api}-{record.id}" for api, record in RECORDS])
def test_a_record_is_whole(api: str, record: RuleRecord) -> None:
    """A record has dated sources, the grade they give, and a refusal has a function and an example."""
    load(api)
    assert record.sources, "no evidence, no rule"
    assert all(source.date and source.where for source in record.sources)
    assert record.grade == grade_of(record.sources)
    assert record.message_basis in {"quoted", "unknown"}
    named = {example["rule"] for name, example in EXAMPLES if name == api}
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
    named = {example["rule"] for name, example in EXAMPLES if name == api}
    assert named <= {record.id for record in oracle.rules(api)}
