"""Judge generated cases on all processors until the time is over; the same failures in the same order for a seed."""

import os
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import Final

import msgspec

from sendable.corpus.mutator import Shape
from sendable.model.case import Case
from sendable.model.errors import NormalizerDied
from sendable.model.outcome import Verdict
from sendable.model.report import Result
from sendable.model.target import Target
from sendable.normalizers import Connected, connect
from sendable.replay.asking import Asker
from sendable.tasks.asked_as import asked_as
from sendable.tasks.evaluate import evaluate
from sendable.tasks.fuzz.histories import case_number
from sendable.tasks.fuzz.known import key_of
from sendable.tasks.pool import Job
from sendable.tasks.selftest.targets import concerned

_CHUNK: Final = 16
_REFERENCE: Final = "reference"


class Search(msgspec.Struct, frozen=True):
    """What every worker must know. shapes: of the histories to make. targets: those that the normalizer takes."""

    job: Job
    seed: int
    shapes: tuple[Shape, ...]
    contracts: tuple[str, ...]
    targets: tuple[Target, ...]


class Failure(msgspec.Struct, frozen=True):
    """A case that fails for a target, and that the reference does not fail."""

    case: Case
    result: Result


class Looked(msgspec.Struct, frozen=True):
    """What some cases came to."""

    histories: int
    by_basis: dict[str, int]
    requests: int
    unfair: int
    failures: tuple[Failure, ...]


def look(search: Search, seconds: float, jobs: int | None, step: Callable[[int, int], None]) -> Iterator[Looked]:
    """Yield what each run of cases came to, in order, until the time is over.

    Raises:
        NormalizerDied: it took a worker with it.
    """
    workers = jobs or os.cpu_count() or 1
    started = time.monotonic()
    waiting: deque[Future[Looked]] = deque()
    try:
        with ProcessPoolExecutor(workers, initializer=_start_worker, initargs=(search,)) as pool:
            chunks = iter(range(0, 1 << 40, _CHUNK))
            while waiting or time.monotonic() < started + seconds:
                while len(waiting) <= workers and time.monotonic() < started + seconds:
                    waiting.append(pool.submit(partial(_work, next(chunks))))
                if waiting:
                    yield waiting.popleft().result()
                step(min(int(time.monotonic() - started), int(seconds)), int(seconds))
    except BrokenProcessPool as error:
        raise NormalizerDied(
            "the normalizer ended the process that it was called in, so the search cannot go on",
            where=search.job.address,
            hint="look for os._exit or a crash in native code; behind exec: it would cost its own case only",
        ) from error


def is_fair(case: Case, target: Target, address: str, asker: Asker) -> bool:
    """Whether the reference passes: what it fails too, perhaps nobody can mend."""
    if address.partition(":")[0] == _REFERENCE:
        return True
    return evaluate(case, target, connect(_REFERENCE), asker).passed


_worker: list[tuple[Search, Connected, Asker]] = []


def _start_worker(search: Search) -> None:
    _worker[:] = [(search, *search.job.tools())]


def _work(first: int) -> Looked:
    ((search, normalizer, asker),) = _worker
    made = (case_number(search.seed, number, search.shapes) for number in range(first, first + _CHUNK))
    cases = [asked for case in made if case and (asked := asked_as(case, search.contracts))]
    pairs = [(case, target) for case in cases for target in concerned(case.targets, search.targets)]
    judged = [(case, target, evaluate(case, target, normalizer, asker)) for case, target in pairs]
    failed = [(case, target, result) for case, target, result in judged if key_of(result)]
    fair = [
        Failure(case, result) for case, target, result in failed if is_fair(case, target, search.job.address, asker)
    ]
    bases: Counter[str] = Counter(each.outcome.basis for _, _, each in judged if isinstance(each.outcome, Verdict))
    return Looked(len(cases), dict(bases), len(pairs), len(failed) - len(fair), tuple(fair))
