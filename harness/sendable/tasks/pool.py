"""Evaluate many cases on all processors."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

import msgspec

from sendable.model.case import Case
from sendable.model.errors import NormalizerDied
from sendable.model.report import Result
from sendable.model.target import Target
from sendable.normalizers import DEFAULT_LIMITS, Connected, Limits, connect
from sendable.oracle.judge import EVIDENCE_DATE
from sendable.replay import Modelled
from sendable.tasks.evaluate import evaluate

_CHUNK = 64
# Below this many requests a second process costs more to start than it saves.
_WORTH_A_PROCESS = 200


class Job(msgspec.Struct, frozen=True):
    """What a worker needs to know: the normalizer's address and limits, and the date of the verdicts."""

    address: str
    as_of: str | None = None
    limits: Limits = DEFAULT_LIMITS

    @property
    def in_process(self) -> bool:
        """Whether other people's code runs in the process that asks it, and may take it down."""
        return self.address.startswith("python:")

    def tools(self) -> tuple[Connected, Modelled]:
        """Start the normalizer and whoever answers for the providers."""
        return connect(self.address, self.limits), Modelled(self.as_of or EVIDENCE_DATE)


def evaluate_all(
    job: Job, pairs: list[tuple[Case, Target]], jobs: int | None, step: Callable[[int, int], None]
) -> list[Result]:
    """Evaluate every pair, in order; `step` is told (done, all)."""
    workers = min(jobs or os.cpu_count() or 1, max(1, len(pairs) // _WORTH_A_PROCESS))
    results: list[Result] = []
    for chunk in _answers(job, pairs, workers):
        results += chunk
        step(len(results), len(pairs))
    return results


def _answers(job: Job, pairs: list[tuple[Case, Target]], workers: int) -> Iterator[list[Result]]:
    chunks = [pairs[start : start + _CHUNK] for start in range(0, len(pairs), _CHUNK)]
    if workers == 1 and not job.in_process:
        normalizer, asker = job.tools()
        yield from ([evaluate(case, target, normalizer, asker) for case, target in chunk] for chunk in chunks)
        normalizer.close()
        return
    try:
        with ProcessPoolExecutor(workers, initializer=_start_worker, initargs=(job,)) as pool:
            yield from pool.map(_work, chunks)
    except BrokenProcessPool as error:
        raise NormalizerDied(
            "the normalizer ended the process that it was called in, so the run cannot go on",
            where=job.address,
            hint="look for os._exit or a crash in native code; behind exec: it would cost its own case only",
        ) from error


_tools: list[tuple[Connected, Modelled]] = []


def _start_worker(job: Job) -> None:
    _tools[:] = [job.tools()]


def _work(chunk: list[tuple[Case, Target]]) -> list[Result]:
    (tools,) = _tools
    return [evaluate(case, target, *tools) for case, target in chunk]
