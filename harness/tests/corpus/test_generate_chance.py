"""Chance asks its source for ``random()`` alone, and leans to the first and least when small numbers come."""

from collections import Counter
from math import nextafter
from random import Random

import pytest

from sendable.corpus.chance import Chance
from sendable.corpus.generate import GENERATORS, long_history

LARGEST = nextafter(1.0, 0.0)


class Always:
    """Stands for a `random.Random` that draws one number; it can do nothing else."""

    def __init__(self, number):
        self.number = number

    def random(self):
        return self.number


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        (0.0, (0, 3, False, "a", "a", ["a", "b", "c"], 0)),
        (LARGEST, (9, 7, True, "c", "c", ["c", "b", "a"], 2**48 - 1)),
    ],
)
def test_the_ends(number, expected):
    """The smallest number gives the first and least of everything, the largest the last and most."""
    chance = Chance(Always(number))
    found = (
        chance.below(10),
        chance.between(3, 7),
        chance.yes(0.01),
        chance.pick("abc"),
        chance.weighted("abc", (1, 1, 1)),
        chance.shuffled("abc"),
        chance.number(),
    )
    assert found == expected


def test_never_and_always():
    """A probability of 0 is never met, one of 1 always."""
    assert [Chance(Always(number)).yes(0.0) for number in (0.0, LARGEST)] == [False, False]
    assert [Chance(Always(number)).yes(1.0) for number in (0.0, LARGEST)] == [True, True]


@pytest.mark.parametrize("limit", [1, 2, 3, 7, 10**6, 2**48, 2**53 - 1, 2**53])
def test_a_limit_is_never_reached(limit):
    """Not even the largest number that can be drawn gives the limit itself."""
    assert Chance(Always(LARGEST)).below(limit) < limit


def test_weights_are_kept():
    """Options come up as often as their weights say, and never with a weight of 0."""
    chance = Chance(Random(1))
    found = Counter(chance.weighted("abc", (70, 0, 30)) for _ in range(10_000))
    assert set(found) == {"a", "c"}
    assert 6800 < found["a"] < 7200


def test_a_shuffle_holds_everything():
    """Every order of three comes up, and nothing is lost."""
    chance = Chance(Random(1))
    assert len({"".join(chance.shuffled("abc")) for _ in range(200)}) == 6
    assert sorted(chance.shuffled(range(50))) == list(range(50))


def test_the_numbers_of_a_seed():
    """The same seed gives the same choices, on every Python."""
    chance = Chance(Random(20261130))
    assert [chance.below(1000) for _ in range(8)] == [760, 584, 57, 878, 987, 90, 663, 735]
    assert "".join(chance.shuffled("abcdefgh")) == "gfbhdaec"


@pytest.mark.parametrize("number", [0.0, 0.3, 0.5, 0.7, LARGEST])
@pytest.mark.parametrize("shape", GENERATORS)
def test_generators_ask_for_nothing_else(shape, number):
    """A source that can only draw, and always draws the same, is enough for every generator."""
    assert shape in GENERATORS[shape](Always(number))
    assert shape in long_history(shape, Always(number))
