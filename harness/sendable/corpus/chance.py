"""Chance that is the same on every Python: only ``random()`` of a `random.Random` is asked, which Python keeps stable.

Every choice leans to the first and least when the number drawn is small, so that Hypothesis, which can stand in for the
`random.Random` (`hypothesis.strategies.randoms`), shrinks what is made with it.
"""

from collections.abc import Sequence
from random import Random
from typing import Final, TypeVar

T = TypeVar("T")
_BITS: Final = 2**48


class Chance:
    """Choices made with the numbers of one `random.Random`."""

    __slots__ = ("_draw",)

    def __init__(self, random: Random) -> None:
        self._draw = random.random

    def below(self, limit: int) -> int:
        """Return a whole number from 0 to below `limit`, at most 2**53."""
        return int(self._draw() * limit)

    def between(self, least: int, most: int) -> int:
        """Return a whole number from `least` to `most`, both included."""
        return least + int(self._draw() * (most - least + 1))

    def yes(self, probability: float) -> bool:
        """Return True with this probability, from 0 to 1; the smallest numbers drawn are a no."""
        return self._draw() >= 1.0 - probability

    def pick(self, options: Sequence[T]) -> T:
        """Return one of the options, all equally likely."""
        return options[int(self._draw() * len(options))]

    def weighted(self, options: Sequence[T], weights: Sequence[int]) -> T:
        """Return one of the options; the weights are whole numbers of any sum."""
        left = self._draw() * sum(weights)
        for option, weight in zip(options, weights, strict=True):
            left -= weight
            if left < 0:
                return option
        return options[-1]

    def shuffled(self, options: Sequence[T]) -> list[T]:
        """Return the options in any order; the order given, when the numbers drawn are small."""
        left = list(options)
        return [left.pop(int(self._draw() * len(left))) for _ in options]

    def number(self) -> int:
        """Return a number of 48 bits, to tell one thing from another; two may be the same."""
        return int(self._draw() * _BITS)
