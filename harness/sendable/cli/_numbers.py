"""Options that are an amount of time or memory: what is none is bad usage, not a limit that never or always holds."""

import math
from typing import Any, Final

import click

_YEAR: Final = 366 * 24 * 3600


class _Seconds(click.FloatRange):
    """A time that ends: not infinity, not NaN (no comparison holds for it), nor more than timers can hold."""

    name = "seconds"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        seconds = click.FLOAT.convert(value, param, ctx)
        if not math.isfinite(seconds):
            self.fail(f"{value!r} is no number of seconds.", param, ctx)
        return super().convert(seconds, param, ctx)


SECONDS: Final = _Seconds(min=0, min_open=True, max=_YEAR)
SEARCH_SECONDS: Final = _Seconds(min=0.1, max=_YEAR)
MEGABYTES: Final = click.IntRange(1)
