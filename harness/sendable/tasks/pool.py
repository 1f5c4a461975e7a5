"""Evaluate many cases on all processors."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import msgspec

from sendable.model.case import Case
from sendable.model.errors import NormalizerDied
from sendable.model.evidence import Basis
from sendable.model.report import Result
from sendable.model.target import Target
from sendable.normalizers import DEFAULT_LIMITS, Connected, Limits, connect
from sendable.oracle.judge import EVIDENCE_DATE
from sendable.replay import Modelled, asking
from sendable.tasks.evaluate import evaluate

_CHUNK = 64
# Below this many requests a second process costs more to start than it saves.
_WORTH_A_PROCESS = 200
# A server that hangs is asked this often in the time that one answer has.
_TIMES = 3


class Job(msgspec.Struct, frozen=True):
    """What a worker needs to know.

    address, limits: of the normalizer. as_of: ISO date of the verdicts. basis: who answers. base_url: of a live
    provider, instead of its own. patience: seconds for a live answer; all tries of one request end after three times
    that. cassettes: the folder of recordings; None for the index alone.
    """

    address: str
    as_of: str | None = None
    limits: Limits = DEFAULT_LIMITS
    basis: Basis = "modelled"
    base_url: str | None = None
    patience: float | None = None
    cassettes: Path | None = None

    @property
    def in_process(self) -> bool:
        """Whether other people's code runs in the process that asks it, and may take it down."""
        return self.address.startswith("python:")

    @property
    def chunk(self) -> int:
        """How many requests are evaluated between two words about the progress; a live one may take its time."""
        return 1 if self.basis == "live" else _CHUNK

    def tools(self) -> tuple[Connected, asking.Basis]:
        """Start the normalizer and whoever answers for the providers."""
        return connect(self.address, self.limits), self._asker()

    def _asker(self) -> asking.Basis:
        """Choose the basis; what asks live or plays recordings is imported for these alone."""
        if self.basis == "live":
            from sendable.replay.backoff import Patience  # noqa: PLC0415 - not for a modelled run
            from sendable.replay.live import Live  # noqa: PLC0415 - not for a modelled run

            if self.patience is None:
                return Live(self.base_url)
            return Live(self.base_url, patience=Patience(answer=self.patience, seconds=_TIMES * self.patience))
        if self.basis == "recorded":
            from sendable.replay.prices import cost_of  # noqa: PLC0415 - not for a modelled run
            from sendable.replay.recorded_basis import Recorded  # noqa: PLC0415 - vcrpy is slow to import

            return Recorded(self.cassettes, as_of=self.as_of, costs=cost_of)
        return Modelled(self.as_of or EVIDENCE_DATE)


def evaluate_all(
    job: Job, pairs: list[tuple[Case, Target]], jobs: int | None, step: Callable[[int, int], None]
) -> list[Result]:
    """Evaluate every pair, in order; `step` is told (done, all)."""
    # Nobody's rate limit is tried by processes that nobody asked for.
    wanted = jobs or (1 if job.basis == "live" else os.cpu_count()) or 1
    workers = min(wanted, max(1, len(pairs) // _WORTH_A_PROCESS))
    results: list[Result] = []
    for chunk in _answers(job, pairs, workers):
        results += chunk
        step(len(results), len(pairs))
    return results


def _answers(job: Job, pairs: list[tuple[Case, Target]], workers: int) -> Iterator[list[Result]]:
    chunks = [pairs[start : start + job.chunk] for start in range(0, len(pairs), job.chunk)]
    if workers == 1 and not job.in_process:
        normalizer, asker = job.tools()
        yield from ([evaluate(case, target, normalizer, asker) for case, target in chunk] for chunk in chunks)
        normalizer.close()
        asker.close()
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


_tools: list[tuple[Connected, asking.Basis]] = []


def _start_worker(job: Job) -> None:
    _tools[:] = [job.tools()]


def _work(chunk: list[tuple[Case, Target]]) -> list[Result]:
    (tools,) = _tools
    return [evaluate(case, target, *tools) for case, target in chunk]
