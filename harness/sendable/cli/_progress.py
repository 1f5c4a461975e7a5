"""Progress, on a terminal only."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

Step: TypeAlias = Callable[[int, int], None]


@contextmanager
def progress_of(what: str) -> Iterator[Step]:
    """Give a function of (done, all) that moves a bar on stderr; it does nothing when stderr is no terminal."""
    if not sys.stderr.isatty():
        yield lambda _done, _all: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        bar = progress.add_task(what, total=None)

        def step(done: int, total: int) -> None:
            progress.update(bar, completed=done, total=total)

        yield step
