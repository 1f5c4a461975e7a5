"""What the table says the reference does with each family is what it does."""

import json
from functools import cache

import pytest
from corpus.test_mutators_all import FLAT, ITEMS, NODES

from sendable.corpus import MUTATORS, load_cases, realize, shipped_cases
from sendable.corpus.families import families
from sendable.corpus.line import answered_at, answers, called, is_answer, line_of
from sendable.model.script import read_script
from sendable.model.target import Target
from sendable.oracle import judge
from sendable.reference.flat import normalize_flat
from sendable.reference.send import assemble
from sendable.reference.write.play import play

TARGETS = [
    Target("openai-chat", "gpt-5.4"),
    Target("openai-responses", "gpt-5.4"),
    Target("anthropic-messages", "claude-opus-5-5"),
    Target("gemini", "gemini-3-pro-preview"),
]
FAMILIES = {each.name: each for each in families()}
OF_FAMILY = {name: [each for each in MUTATORS if each.family == name] for name in FAMILIES}
EACH = 12


def doing(contract, word):
    """Name the families with which the reference does this under a contract."""
    return [each.name for each in families() if word in getattr(each, contract)]


def some(broken):
    """Take a few of many, spread evenly."""
    every = list(broken)
    return every[:: max(1, len(every) // EACH)]


@cache
def flat(family):
    """Normalize what the mutators of a family make: pairs of given and result."""
    made = [each.history for mutator in OF_FAMILY[family] for base in FLAT for each in mutator.broken(base)]
    return [(realize(each)["messages"], normalize_flat(realize(each)["messages"])) for each in made]


@cache
def sent(family):
    """Assemble what the mutators of a family make: the new warnings' codes, and whether the request is accepted."""
    found = []
    for base in [*ITEMS, *NODES]:
        usual = [{each.code for each in assemble(base, target).warnings} for target in TARGETS]
        for broken in [each for mutator in OF_FAMILY[family] for each in some(mutator.broken(base))]:
            for target, known in zip(TARGETS, usual, strict=True):
                request = assemble(realize(broken.history), target, broken.next)
                taken = judge(target.api, request.body, model=target.model).accepted
                found.append(({each.code for each in request.warnings} - known, taken))
    return found


def test_every_family_has_a_row():
    """The table names the families of the mutators and no others, and a contract that has a place for each."""
    assert set(FAMILIES) == {each.family for each in MUTATORS}
    for name, row in FAMILIES.items():
        shapes = {shape for each in OF_FAMILY[name] for shape in each.shapes}
        assert (bool(row.flat), bool(row.send)) == ("messages" in shapes, bool(shapes - {"messages"})), name


@pytest.mark.parametrize("family", doing("flat", "repairs"))
def test_the_closing_repair_repairs(family):
    """What comes out is not what went in, for some history of the family."""
    assert any(result.messages != given for given, result in flat(family))


@pytest.mark.parametrize("family", doing("flat", "reports"))
def test_the_closing_repair_reports(family):
    """Something is counted as dropped, for some history of the family."""
    assert any(result.dropped for _, result in flat(family))


@pytest.mark.parametrize("family", [name for name in doing("flat", "keeps") if name != "empty-text"])
def test_the_closing_repair_keeps(family):
    """What comes out is what went in, for every history of the family."""
    for given, result in flat(family)[:40]:
        assert (_sorted(result.messages), result.dropped) == (_sorted(given), 0)


def _sorted(messages):
    """Write messages so that false and 0 differ, and the order of keys does not count."""
    return json.dumps(messages, sort_keys=True)


@pytest.mark.parametrize("family", doing("send", "reports"))
def test_assembling_reports(family):
    """A warning of the code in the table is given for some history of the family."""
    codes = set().union(*(codes for codes, _ in sent(family)))
    assert codes & set(FAMILIES[family].codes), codes


def test_nothing_is_prevented_but_by_the_recorder():
    """Only what a loop writes can be prevented; what is stored already is repaired, reported or kept."""
    assert doing("flat", "prevents") == doing("send", "prevents") == []
    assert doing("write", "prevents") == [
        "duplicate-result",
        "orphan-result",
        "result-before-call",
        "separated-result",
        "unanswered-call",
    ]


def test_the_recorder_prevents():
    """Nothing that the recorder stores while its worker lives holds a fault of these families."""
    scripts = [read_script(each.history) for each in load_cases([shipped_cases() / "write"])]
    alive = [each for each in scripts if all(round_.die_at is None for round_ in each.rounds)]
    assert len(alive) > 20
    for script in alive:
        line = line_of(play(script)["stored"])
        ids = [call.id for call in called(line)]
        assert all(answered_at(line, call) is not None for call in called(line))
        assert len(answers(line)) == len(ids)
        assert all(line[at].item["call_id"] in ids for at in answers(line))
        for call in called(line):
            between = line[call.at + 1 : answered_at(line, call)]
            assert all(is_answer(spot.item) or "call_id" in spot.item for spot in between)
