"""Broken cases: distinct, stable, evenly spread, and enough of them."""

from collections import Counter
from copy import deepcopy
from itertools import islice

import msgspec
import pytest
from corpus.conversations import ONE_CALL, PARALLEL, base, gives, says, user

from sendable.corpus import broken_cases, corpus_digest, import_histories
from sendable.corpus.broken import RECORDED
from sendable.corpus.wellformed import fault_in
from sendable.recordings.digest import messages_digest

BASES = [base(ONE_CALL, "base-1"), base(PARALLEL, "base-2")]


def small(count):
    """Make so many small conversations of different shapes: one to three rounds, one or two calls each."""
    made = []
    for number in range(count):
        messages = [user("Go.")]
        for round_ in range(1 + number % 3):
            ids = [f"{'call' * (number + 1)}_{round_}{nth}" for nth in range(1 + (number + round_) % 2)]
            messages += [says("", *ids), *(gives(each, "r") for each in ids)]
        made.append(base([*messages, says("Done.")], f"small-{number}"))
    return made


def test_singles_of_one_call():
    """Every mutator is used at every place, and a case says what was done to which base."""
    cases = list(broken_cases(BASES[:1], pairs=0))
    places = {each.name: len(list(each.breaks(ONE_CALL))) for each in RECORDED}
    by_mutator = Counter(each.id.removeprefix("base-1--").rpartition("-")[0] for each in cases)
    # A copy of a result is, to the digest, the same as a placeholder: both are a text.
    assert by_mutator == {**places, "duplicate-result": 2}
    one = next(each for each in cases if each.id == "base-1--drop-result-0")
    assert one.history == {"messages": [ONE_CALL[0], ONE_CALL[1], ONE_CALL[3]]}
    assert (one.contract, one.family, one.expect.outcome, one.features) == (
        "flat",
        "unanswered-call",
        "accepted",
        ("tools",),
    )
    assert one.title == "Sendable once repaired: unanswered-call in a recorded conversation"


def test_cases_are_distinct_and_broken():
    """No two cases have one id or one shape, none has the shape of a base, and none is well formed."""
    cases = list(broken_cases(BASES))
    digests = [messages_digest(each.history["messages"]) for each in cases]
    assert len({each.id for each in cases}) == len(cases)
    assert len({*digests, *(messages_digest(list(each.messages)) for each in BASES)}) == len(cases) + len(BASES)
    assert all(fault_in(each.history["messages"]) for each in cases)


def test_an_id_always_means_the_same_history():
    """The id tells the steps: carrying them out on the base gives the case, whatever the seed and the other bases."""
    by_id = {each.id: each for each in broken_cases(BASES, seed=1)}
    again = {each.id: each for each in broken_cases(BASES[1:], seed=2)}
    shared = by_id.keys() & again.keys()
    assert len(shared) > 50
    assert all(by_id[each] == again[each] for each in shared)
    mutators = {each.name: each for each in RECORDED}
    for case in by_id.values():
        name, _, steps = case.id.partition("--")
        messages = next(list(each.messages) for each in BASES if each.id == name)
        for step in steps.split("+"):
            mutator, _, place = step.rpartition("-")
            messages = next(islice(mutators[mutator].breaks(messages), int(place), None))
        assert case.history["messages"] == messages


def test_the_same_call_gives_the_same_cases():
    """Bases, limit and seed decide the cases and their order; another seed gives others."""
    first, second = (list(broken_cases(BASES, limit=100, seed=7)) for _ in range(2))
    assert first == second
    assert {each.id for each in first} != {each.id for each in broken_cases(BASES, limit=100, seed=8)}


def test_a_limit_is_spread_evenly():
    """With a limit, all bases get about as many cases, all mutators are used, singles as well as pairs."""
    cases = list(broken_cases(small(20), limit=200))
    by_base = Counter(each.id.partition("--")[0] for each in cases)
    assert len(cases) == 200
    assert max(by_base.values()) - min(by_base.values()) <= 1
    steps = [each.id.partition("--")[2].split("+") for each in cases]
    assert 80 <= sum(len(each) == 1 for each in steps) <= 120
    used = Counter(step.rpartition("-")[0] for each in steps for step in each)
    assert set(used) == {each.name for each in RECORDED}
    assert max(used.values()) <= 6 * min(used.values())


def test_twelve_small_conversations_are_enough():
    """Twelve small conversations give at least 2,500 distinct cases."""
    assert sum(1 for _ in broken_cases(small(12))) >= 2500


def test_singles_and_pairs_can_be_left_out():
    """Without singles all cases have two steps; without pairs, one; without both, there is none."""
    assert {each.id.count("+") for each in broken_cases(BASES, singles=False)} == {1}
    assert {each.id.count("+") for each in broken_cases(BASES, pairs=0)} == {0}
    assert list(broken_cases(BASES, singles=False, pairs=0)) == []
    assert list(broken_cases(BASES, limit=0)) == []


def test_nothing_is_shared():
    """Changing a case changes neither its base nor another case."""
    before = deepcopy(BASES)
    cases = list(broken_cases(BASES, limit=50))
    copies = deepcopy(cases[1:])
    for message in cases[0].history["messages"]:
        message.clear()
    assert (BASES, cases[1:]) == (before, copies)


def test_cases_can_be_written_and_read():
    """A generated case is a case file's case."""
    cases = list(broken_cases(BASES, limit=30))
    assert msgspec.json.decode(msgspec.json.encode(cases), type=list[type(cases[0])]) == cases


def test_the_digest_of_a_corpus():
    """The digest tells which cases, not in which order."""
    cases = list(broken_cases(BASES, limit=5))
    assert corpus_digest(cases) == corpus_digest(reversed(cases))
    assert corpus_digest(cases) != corpus_digest(cases[:4])
    assert len(corpus_digest(cases)) == 64


@pytest.fixture(scope="module")
def recorded(shared):
    """All bases of the team's recordings."""
    importing = import_histories([shared / "recordings" / "round-trips.jsonl.gz"])
    return list(importing), importing


def test_the_recordings_give_ten_thousand(recorded):
    """The team's recordings give at least 900 bases and 10,000 distinct cases, all bases used."""
    bases, importing = recorded
    assert len(bases) >= 900
    assert importing.seen == len(bases) + sum(importing.left_out.values())
    cases = list(broken_cases(bases, limit=10_000))
    assert len(cases) == 10_000
    assert {each.id.partition("--")[0] for each in cases} == {each.id for each in bases}


def test_recorded_bases_are_well_formed(recorded):
    """Every base is well formed, has a call, and an id of its own."""
    bases, _ = recorded
    assert [each.id for each in bases if fault_in(each.messages)] == []
    assert len({each.id for each in bases}) == len(bases)
