"""Progress with rate and money, on a terminal only."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

Step: TypeAlias = Callable[[int, int, float], None]


@contextmanager
def waiting(what: str) -> Iterator[None]:
    """Say on a terminal's stderr that something takes its time."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(what):
        yield


@contextmanager
def money_bar(what: str) -> Iterator[Step]:
    """Give a function of (done, all, dollars) that moves a bar on stderr; it does nothing when that is no terminal."""
    if not sys.stderr.isatty():
        yield lambda _done, _all, _dollars: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    told = TextColumn("{task.fields[rate]}  {task.fields[money]}")
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), told, TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        bar = progress.add_task(what, total=None, rate="", money="")

        def step(done: int, total: int, dollars: float) -> None:
            elapsed = progress.tasks[bar].elapsed or 0.0
            rate = f"{done / elapsed:.1f}/s" if elapsed else ""
            progress.update(bar, completed=done, total=total, rate=rate, money=f"${dollars:.4f}")

        yield step
