"""All mutators: named, documented, one fault at a time, over every shape that they say they break."""

import json
import re
from copy import deepcopy

import msgspec
import pytest
from corpus.conversations import ONE_CALL, PARALLEL, gives, says, system, user
from corpus.stored import BASES, TOOLS, answers, asks, calls, returns, thinks, tree
from hypothesis import given, settings
from hypothesis import strategies as st

from sendable.corpus import MUTATORS, realize
from sendable.corpus.casefile import load_cases
from sendable.corpus.mutator import SHAPES
from sendable.corpus.mutators._table import _table
from sendable.model.case import Case
from sendable.oracle.book import load, record_of

FLAT = [{"messages": ONE_CALL}, {"messages": PARALLEL}]
ITEMS = [{"items": each, "tools": TOOLS} for each in BASES.values()]
NODES = [
    tree(BASES["plain"]),
    tree(BASES["openai"]),
    tree(BASES["anthropic"], "anthropic", "claude-opus-5-5"),
    tree(BASES["bound"], "anthropic", "claude-opus-5-5"),
    tree(BASES["google"], "google", "gemini-3-pro-preview"),
]
OF_SHAPE = {"messages": FLAT, "items": ITEMS, "nodes": NODES}
PLACES = [(mutator, shape) for mutator in MUTATORS for shape in SHAPES if shape in mutator.shapes]
NAMES = [f"{mutator.name}-{shape}" for mutator, shape in PLACES]


def test_at_least_forty_mutators():
    """There are more than seventy mutators, of distinct names that are slugs, each with a reason in one sentence."""
    assert len({each.name for each in MUTATORS}) == len(MUTATORS) >= 70
    assert [each.name for each in MUTATORS] == sorted(each.name for each in MUTATORS)
    slug = re.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*")
    assert all(slug.fullmatch(each.name) and slug.fullmatch(each.family) for each in MUTATORS)
    assert all(re.fullmatch(r"[A-Z].*\.", each.why) for each in MUTATORS)
    assert all(each.shapes for each in MUTATORS)


@pytest.mark.parametrize(("mutator", "shape"), PLACES, ids=NAMES)
def test_each_break_is_another_history_of_its_shape(mutator, shape):
    """Every mutator breaks some base of each shape it names: each break differs from the base and from the others."""
    found = 0
    for base in OF_SHAPE[shape]:
        before = deepcopy(base)
        broken = [each.history for each in mutator.broken(base)]
        written = [json.dumps(each) for each in broken]
        assert len(set(written)) == len(written)
        assert json.dumps(base) not in written
        assert all(set(each) == set(base) for each in broken)
        assert base == before
        found += len(broken)
    assert found


@pytest.mark.parametrize("mutator", MUTATORS, ids=lambda each: each.name)
def test_a_mutator_breaks_no_other_shape(mutator):
    """A shape that a mutator does not name is not broken by it."""
    other = [base for shape in SHAPES if shape not in mutator.shapes for base in OF_SHAPE[shape]]
    assert [each for base in other for each in mutator.broken(base)] == []


@pytest.mark.parametrize(("mutator", "shape"), PLACES, ids=NAMES)
def test_each_break_can_be_a_case_file(mutator, shape, tmp_path):
    """What a mutator makes is a history that a case file can hold, recipes and tagged values included."""
    cases = [
        Case(id=f"x-{at}-{nth}", title="t", contract=each.contract, family=mutator.family, history=each.history)
        for at, base in enumerate(OF_SHAPE[shape])
        for nth, each in enumerate(mutator.broken(base))
    ]
    file = tmp_path / "cases.jsonl"
    file.write_bytes(b"\n".join(map(msgspec.json.encode, cases)))
    assert load_cases([file]) == cases
    assert {each.contract for each in cases} == {"flat" if shape == "messages" else "send"}
    for each in cases:
        realize(each.history)


def test_the_nodes_off_the_path_stay():
    """A branch that the leaf does not stand on is not touched, and what is added goes behind the leaf."""
    base = tree(BASES["plain"])
    branch = {"id": "branch", "parent": "n0", "sent": [asks("Else?")], "received": [answers("Else.")]}
    history = {**base, "nodes": [*base["nodes"], branch]}
    by_name = {each.name: each for each in MUTATORS}
    for broken in by_name["drop-result"].broken(history):
        assert broken.history["nodes"][-1] == branch
        assert len(broken.history["nodes"]) == len(history["nodes"])
    *_, last = by_name["repeat-id-later"].broken(history)
    added = [each["id"] for each in last.history["nodes"][len(history["nodes"]) :]]
    assert added == ["added0", "added1"]
    assert (last.history["leaf"], last.history["nodes"][-1]["parent"]) == ("added1", "added0")


@pytest.mark.parametrize("mutator", sorted(_table("refused")))
def test_what_is_refused_names_a_rule_that_refuses(mutator):
    """The blobs that no normalizer can know to be wrong are refused by rules with first-hand evidence."""
    rows = [rules for places in _table("refused")[mutator].values() for rules in places.values()]
    for glob, rule in ((glob, rule) for rules in rows for glob, rule in rules.items()):
        api = glob.partition(":")[0]
        load(api)
        assert record_of(api, rule).refuses
        assert record_of(api, rule).grade != "unconfirmed"
    made = {each.name: each for each in MUTATORS}[mutator]
    expected = [each.expect.by_target for base in ITEMS for each in made.broken(base)]
    assert {each.rule for globs in expected for each in globs.values()} == {
        rule for rules in rows for rule in rules.values()
    }


ids = st.sampled_from(["call_1", "call_2", "", "0", 0, None])
odd = st.sampled_from([None, "x", 7, [], {}, {"role": ["user"], "content": None}, {"type": [], "id": 1}])
any_message = st.one_of(
    st.builds(user, st.text(max_size=2)),
    st.builds(lambda text, made: says(text, *made), st.text(max_size=2), st.lists(ids, max_size=3)),
    st.builds(gives, ids, st.text(max_size=2)),
    st.just(system()),
    st.just({"role": "assistant", "content": None, "tool_calls": ["x", {"tool_call_id": "call_1"}]}),
    odd,
)
any_item = st.one_of(
    st.just(asks("Go.")),
    st.just(answers("Done.")),
    st.builds(calls, ids),
    st.builds(returns, ids, st.text(max_size=2)),
    st.builds(thinks, st.sampled_from("ab")),
    odd.filter(lambda each: isinstance(each, dict)),
    st.sampled_from([item for each in BASES.values() for item in each]),
)


@given(st.lists(any_message, max_size=6))
@settings(max_examples=60, deadline=None)
def test_any_messages_can_be_broken(messages):
    """On any messages, broken ones too, every mutator gives the same results twice and changes nothing it was given."""
    before = deepcopy(messages)
    for mutator in MUTATORS:
        assert list(mutator.broken({"messages": messages})) == list(mutator.broken({"messages": messages}))
    assert messages == before


@given(st.lists(any_item, max_size=6), st.booleans())
@settings(max_examples=60, deadline=None)
def test_any_items_can_be_broken(items, in_nodes):
    """On any items, bare or in nodes, every mutator gives the same results twice and changes nothing it was given."""
    node = {"id": "n", "parent": None, "sent": items[:2], "received": items[2:]}
    history = {"nodes": [node], "leaf": "n"} if in_nodes else {"items": items}
    before = deepcopy(history)
    for mutator in MUTATORS:
        assert list(mutator.broken(history)) == list(mutator.broken(history))
    assert history == before


def test_two_mutators_in_a_row():
    """What one mutator made can be broken by any other."""
    for first, shape in PLACES:
        base = next(each for each in OF_SHAPE[shape] if next(first.broken(each), None))
        once = next(first.broken(base)).history
        for second in MUTATORS:
            next(second.broken(once), None)
