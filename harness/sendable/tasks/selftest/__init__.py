"""Test the net itself: every fault, and every rule that is left out, must be noticed by something."""

import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any, Final, TypeAlias

from sendable import oracle
from sendable.model.errors import NothingJudged
from sendable.model.selftest import PARTS, PartName, PartResult, SelfTest, Tried

Step: TypeAlias = Callable[[int, int], None]
Work: TypeAlias = Callable[[], list[Tried]]
_CHUNK: Final = 12
_KINDS: Final[dict[PartName, tuple[str, ...]]] = {
    "a": ("mutator",),
    "b": ("flat", "send", "shape", "write"),
    "c": ("oracle",),
}


def selftest(parts: Sequence[PartName], jobs: int | None, step: Step) -> SelfTest:
    """Break and leave out one thing after the other, and look what notices.

    Args:
        parts: which of the three; empty is all.
        jobs: processes; None is one a processor.
        step: told (done, all) as it goes; all counts what is tried.

    Raises:
        NothingJudged: nothing was tried.
    """
    started = time.monotonic()
    wanted = [part for part in PARTS if part in (parts or PARTS)]
    work = {part: _work(part) for part in wanted}
    total = sum(count for each in work.values() for count, _ in each)
    done, found = 0, []
    for part in wanted:
        began, tried = time.monotonic(), []
        for results in _carried_out([each for _, each in work[part]], jobs or os.cpu_count() or 1):
            tried += results
            done += len(results)
            step(done, total)
        found.append(_result(part, tried, time.monotonic() - began))
    if not done:
        raise NothingJudged("nothing was tried", hint="there are no mutators and no rules: reinstall sendable")
    return SelfTest(parts=tuple(found), seconds=round(time.monotonic() - started, 1))


def exit_code(found: SelfTest) -> int:
    """Return 0 when all is noticed or explained, else 1."""
    return 0 if all(part.sound for part in found.parts) else 1


def _result(part: PartName, tried: list[Tried], seconds: float) -> PartResult:
    from sendable.tasks.selftest.survivors import explained, stale  # noqa: PLC0415 - reads the file when it is needed

    told = tuple(explained(tried))
    return PartResult(part=part, tried=told, stale=stale(told, _KINDS[part]), seconds=round(seconds, 1))


def _carried_out(work: list[Work], workers: int) -> Iterator[list[Tried]]:
    if workers == 1 or len(work) == 1:
        yield from (each() for each in work)
        return
    with ProcessPoolExecutor(min(workers, len(work))) as pool:
        yield from pool.map(_call, work)


def _call(work: Work) -> list[Tried]:
    return work()


def _work(part: PartName) -> list[tuple[int, Work]]:
    """Return the part in pieces that a process can do on its own, each with the number of things that it tries."""
    return {"a": _mutators, "b": _reference, "c": _oracle}[part]()


def _mutators() -> list[tuple[int, Work]]:
    from sendable.tasks.selftest.mutants import break_and_look, claims  # noqa: PLC0415 - one part at a time

    return _pieces(break_and_look, sorted(claims(), key=lambda each: each.target))


def _reference() -> list[tuple[int, Work]]:
    from sendable.tasks.selftest.left_out import leave_out, switches  # noqa: PLC0415 - one part at a time

    return _pieces(leave_out, switches())


def _oracle() -> list[tuple[int, Work]]:
    from sendable.tasks.selftest.oracle_rules import leave_out_rules, rules_of  # noqa: PLC0415 - one part at a time

    return [(len(rules_of(api)), partial(leave_out_rules, api)) for api in oracle.apis()]


def _pieces(try_one: Callable[[Any], Tried], things: Sequence[Any]) -> list[tuple[int, Work]]:
    chunks = [things[start : start + _CHUNK] for start in range(0, len(things), _CHUNK)]
    return [(len(chunk), partial(_each, try_one, chunk)) for chunk in chunks]


def _each(try_one: Callable[[Any], Tried], things: Sequence[Any]) -> list[Tried]:
    return [try_one(each) for each in things]
