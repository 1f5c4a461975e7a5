"""Options that are an amount of time, memory or money.

What is none is bad usage, not a limit that never or always holds.
"""

import math
from collections.abc import Callable
from typing import Any, Final

import click

_YEAR: Final = 366 * 24 * 3600
_NO_SECONDS: Final = "is no number of seconds."


class _Amount(click.FloatRange):
    """A number that is one: not infinity, and not NaN, for which no comparison holds."""

    def __init__(self, name: str, none: str, **bounds: Any) -> None:
        super().__init__(**bounds)
        self.name = name
        self._none = none

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        amount = click.FLOAT.convert(value, param, ctx)
        if not math.isfinite(amount):
            self.fail(f"{value!r} {self._none}", param, ctx)
        return super().convert(amount, param, ctx)


# More than a year is more than timers can hold.
SECONDS: Final = _Amount("seconds", _NO_SECONDS, min=0, min_open=True, max=_YEAR)
SEARCH_SECONDS: Final = _Amount("seconds", _NO_SECONDS, min=0.1, max=_YEAR)
DOLLARS: Final = _Amount("dollars", "is no amount of dollars", min=0)
MEGABYTES: Final = click.IntRange(1)


def timeout_option(text: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return the option that bounds each answer of a normalizer."""
    return click.option("--timeout", default=10.0, type=SECONDS, show_default=True, metavar="SECONDS", help=text)


def memory_option(text: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return the option that bounds the memory of a normalizer in a process of its own."""
    return click.option("--memory", default=2048, type=MEGABYTES, show_default=True, metavar="MB", help=text)
