"""What a process of a search does: judge a run of generated cases; told to end, it gives back what it has."""

import signal
from collections import Counter
from collections.abc import Iterator
from types import FrameType
from typing import Final

import msgspec

from sendable.corpus.mutator import Shape
from sendable.model.case import Case
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

CHUNK: Final = 16
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


def is_fair(case: Case, target: Target, address: str, asker: Asker) -> bool:
    """Whether the reference passes: what it fails too, perhaps nobody can mend."""
    if address.partition(":")[0] == _REFERENCE:
        return True
    return evaluate(case, target, connect(_REFERENCE), asker).passed


class _Worker:
    """The state of one process. asked: to end. busy: with cases, so that an end may come in the middle of one."""

    tools: tuple[Search, Connected, Asker]
    asked = False
    busy = False


def start_worker(search: Search) -> None:
    """Make this process ready; of Ctrl-C, which reaches every process of a terminal, the first one tells it."""
    signal.signal(signal.SIGINT, lambda _signal, _frame: None)
    signal.signal(signal.SIGTERM, _end)
    _Worker.tools = (search, *search.job.tools())


def work(first: int) -> Looked:
    """Judge the run of cases that begins with a number; when told to end, as many of them as were done."""
    search, normalizer, asker = _Worker.tools
    judged: list[tuple[Case, Result, bool]] = []
    try:
        _Worker.busy = True
        for case, target in _pairs(search, first):
            if _Worker.asked:
                break
            result = evaluate(case, target, normalizer, asker)
            fair = not key_of(result) or is_fair(case, target, search.job.address, asker)
            judged.append((case, result, fair))
    except KeyboardInterrupt:
        normalizer.close()
    finally:
        _Worker.busy = False
    bases: Counter[str] = Counter(each.outcome.basis for _, each, _ in judged if isinstance(each.outcome, Verdict))
    return Looked(
        histories=len({case.id for case, *_ in judged}),
        by_basis=dict(bases),
        requests=len(judged),
        unfair=sum(not fair for *_, fair in judged),
        failures=tuple(Failure(case, result) for case, result, fair in judged if fair and key_of(result)),
    )


def _pairs(search: Search, first: int) -> Iterator[tuple[Case, Target]]:
    for number in range(first, first + CHUNK):
        made = case_number(search.seed, number, search.shapes)
        case = asked_as(made, search.contracts) if made else None
        if case:
            yield from ((case, target) for target in concerned(case.targets, search.targets))


def _end(_signal: int, _frame: FrameType | None) -> None:
    _Worker.asked = True
    if _Worker.busy:
        raise KeyboardInterrupt
