"""Judge generated cases on all processors until the time is over; the same failures in the same order for a seed."""

import os
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import active_children
from multiprocessing.process import BaseProcess
from typing import Final

from sendable.model.errors import NormalizerDied
from sendable.tasks.fuzz.interrupt import Interruption
from sendable.tasks.fuzz.worker import CHUNK, Looked, Search, start_worker, work

_LOOK_EVERY: Final = 0.1
_GOODBYE: Final = 2.0

Step = Callable[[int, int], None]


def look(search: Search, seconds: float, jobs: int | None, step: Step, stop: Interruption) -> Iterator[Looked]:
    """Yield what each run of cases came to, in order, until the time is over or somebody stops it.

    Raises:
        NormalizerDied: it took a worker with it.
    """
    workers = jobs or os.cpu_count() or 1
    started = time.monotonic()
    waiting: deque[Future[Looked]] = deque()
    chunks = iter(range(0, 1 << 40, CHUNK))
    try:
        with _pool(search, workers) as (pool, processes):
            while not stop.asked:
                while len(waiting) <= workers and time.monotonic() < started + seconds:
                    waiting.append(pool.submit(work, next(chunks)))
                if not waiting:
                    return
                if _is_done(waiting[0], stop):
                    yield waiting.popleft().result()
                step(min(int(time.monotonic() - started), int(seconds)), int(seconds))
            yield from _done_so_far(waiting, processes())
    except BrokenProcessPool as error:
        if stop.asked:
            return
        raise NormalizerDied(
            "the normalizer ended the process that it was called in, so the search cannot go on",
            where=search.job.address,
            hint="look for os._exit or a crash in native code; behind exec: it would cost its own case only",
        ) from error


@contextmanager
def _pool(search: Search, workers: int) -> Iterator[tuple[ProcessPoolExecutor, Callable[[], list[BaseProcess]]]]:
    """Give workers, and a function that names their processes; none of them outlives an error."""
    others = set(active_children())

    def processes() -> list[BaseProcess]:
        return [each for each in active_children() if each not in others]

    with ProcessPoolExecutor(workers, initializer=start_worker, initargs=(search,)) as pool:
        try:
            yield pool, processes
        except BaseException:
            _end(processes())
            raise


def _is_done(future: "Future[Looked]", stop: Interruption) -> bool:
    """Wait for it, unless somebody asks to stop."""
    while not stop.asked:
        if wait([future], timeout=_LOOK_EVERY).done:
            return True
    return False


def _done_so_far(waiting: "deque[Future[Looked]]", processes: list[BaseProcess]) -> Iterator[Looked]:
    """Yield what the workers had when they were stopped; one that hangs loses what it was at."""
    for future in waiting:
        future.cancel()
    _end(processes, lambda: all(each.done() for each in waiting))
    for future in waiting:
        if future.done() and not future.cancelled() and future.exception() is None:
            yield future.result()


def _end(processes: list[BaseProcess], is_enough: Callable[[], bool] = lambda: False) -> None:
    """Ask them to end, and end those that do not within a moment."""
    for each in processes:
        each.terminate()
    deadline = time.monotonic() + _GOODBYE
    while time.monotonic() < deadline and not is_enough() and any(each.is_alive() for each in processes):
        time.sleep(_LOOK_EVERY / 2)
    if not is_enough():
        for each in processes:
            each.kill()
