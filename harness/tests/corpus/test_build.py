"""The generated corpus: the same for a seed everywhere, each case named by its content."""

from hashlib import sha256

import msgspec
import pytest

from sendable.corpus.build import WELL_FORMED, build, content_digest
from sendable.corpus.coverage import concerns
from sendable.corpus.mutators import MUTATORS
from sendable.corpus.profile import as_lines
from sendable.model.case import Expect
from sendable.tasks.corpus import COVERED

PINNED = "d481f0299477fd878dcab2830deddb3d409400ebb10f49ba2bed3f132b7148c6"


@pytest.fixture(scope="module")
def cases():
    """The first 200 of the seed 0."""
    return list(build(0, 200))


def test_a_seed_gives_the_same_bytes_everywhere(cases) -> None:
    """On every machine and every Python; a change here is a change of the corpus: a new profile, and the change log.

    The evidence is left out: it is better when the oracle's rules know better.
    """
    bare = [msgspec.structs.replace(each, evidence=()) for each in cases]
    assert sha256(as_lines(bare)).hexdigest() == PINNED
    assert as_lines(list(build(0, 200))) == as_lines(cases)


def test_another_seed_gives_other_cases(cases) -> None:
    """The two share no conversation."""
    assert {each.id for each in build(1, 50)}.isdisjoint(each.id for each in cases)


def test_a_shorter_corpus_is_the_beginning_of_a_longer(cases) -> None:
    """So that a size can be raised without changing what was there."""
    assert list(build(0, 37)) == cases[:37]
    assert list(build(0, 0)) == []


def test_an_id_tells_shape_mutator_and_content(cases) -> None:
    """An id is made of what the case means, so it cannot come to mean another."""
    families = {each.name: each.family for each in MUTATORS} | {WELL_FORMED: WELL_FORMED}
    for case in cases:
        shape, name, digits = case.id.split("--")
        assert (shape in case.history, case.family) == (True, families[name])
        assert content_digest(case)[:12] == digits


def test_every_case_is_of_its_own_content(cases) -> None:
    """No two have the same id, or the same meaning under two ids."""
    assert len({each.id for each in cases}) == len({content_digest(each) for each in cases}) == 200


def test_every_shape_and_mutator_comes_in_turn(cases) -> None:
    """The first round has a case of every mutator and shape, and four whole conversations of each shape."""
    pairs = [tuple(each.id.split("--")[:2]) for each in cases]
    lanes = {(shape, each.name) for each in MUTATORS for shape in each.shapes}
    lanes |= {(shape, WELL_FORMED) for shape in ("messages", "items", "nodes")}
    assert lanes - set(pairs[: len(lanes) + 9]) == set()


def test_only_the_content_is_in_the_digest(cases) -> None:
    """A better title or more evidence leaves a case what it is; another expectation does not."""
    first = cases[0]
    assert content_digest(msgspec.structs.replace(first, title="Better", evidence=())) == content_digest(first)
    refused = msgspec.structs.replace(first, expect=Expect(outcome="refused", rule="chat-no-messages"))
    assert content_digest(refused) != content_digest(first)


def test_each_has_evidence_and_targets_that_it_concerns(cases) -> None:
    """The evidence has a place and a date; the targets hold at least one of the twelve APIs."""
    assert [each.id for each in cases if not all(one.where and one.date for one in each.evidence)] == []
    assert [each.id for each in cases if not any(concerns(each.targets, at) for at in COVERED)] == []
