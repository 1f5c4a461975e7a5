# ruff: noqa: INP001, T201 - a script tells what it found
"""The laws of a million histories: generated, broken by no, one or two mutators, each sent to one of twelve APIs.

``python -m laws.million`` from ``harness/`` (nox: ``laws_of_a_million``). No history may bring the reference down, and
none may leave it in a form that the oracle refuses, unless its faults say so. Exit code 1 when a law is broken: then
each distinct cause is told, and its shortest history written as a case file that `sendable run --cases` takes.
"""

import argparse
import os
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import msgspec

from laws.drawn import Drawn, drawn
from laws.held import Found, broken_laws
from sendable.model.case import Case
from sendable.model.json import encode_json

_CHUNK = 500
_STEPS = 50
_MOST_CAUSES = 500

Cause = tuple[str, str, str, str]
"""Faults, API, law, and the rule or why."""


class Chunk(msgspec.Struct):
    """What a row of histories showed.

    counts: of histories, by shape and number of faults. causes: how often each, and the shortest case.
    """

    counts: Counter[str]
    causes: dict[Cause, tuple[int, Case]]


def main() -> int:
    """Draw, judge, tell; return the exit code."""
    asked = _arguments()
    started = time.monotonic()
    total = Chunk(Counter(), {})
    for done, chunk in enumerate(_chunks(asked.seed, asked.count, asked.jobs), 1):
        total.counts.update(chunk.counts)
        _add(total, chunk)
        _progress(done * _CHUNK, asked.count, started, len(total.causes))
    _tell(total, time.monotonic() - started)
    if not total.causes:
        return 0
    write(total, asked.out)
    return 1


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1_000_000, help="how many histories (default: 1000000)")
    parser.add_argument("--seed", type=int, default=0, help="the same histories for the same seed (default: 0)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes (default: one a core)")
    parser.add_argument("--out", type=Path, default=Path("found"), help="folder of the cases found (default: found)")
    return parser.parse_args()


def _chunks(seed: int, count: int, jobs: int) -> Iterator[Chunk]:
    rows = [range(start, min(start + _CHUNK, count)) for start in range(0, count, _CHUNK)]
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(partial(_chunk, seed), rows)


def _chunk(seed: int, numbers: Sequence[int]) -> Chunk:
    chunk = Chunk(Counter(), {})
    for number in numbers:
        each = drawn(seed, number)
        chunk.counts[f"{each.shape}, {len(each.faults)} faults"] += 1
        for found in broken_laws(each):
            note(chunk, each, found)
    return chunk


def note(chunk: Chunk, each: Drawn, found: Found) -> None:
    """Add one broken law to its cause."""
    what = re.sub(r"\d+", "N", found.what)[:100]
    cause = ("+".join(each.faults) or "well-formed", each.target.api, found.law, what)
    chunk.causes[cause] = _shorter(chunk.causes.get(cause), (1, each.case))


def _add(total: Chunk, chunk: Chunk) -> None:
    for cause, found in chunk.causes.items():
        if cause not in total.causes:
            print(f"found: {' | '.join(cause)} ({found[1].id})", file=sys.stderr, flush=True)
        if cause in total.causes or len(total.causes) < _MOST_CAUSES:
            total.causes[cause] = _shorter(total.causes.get(cause), found)


def _shorter(one: tuple[int, Case] | None, other: tuple[int, Case]) -> tuple[int, Case]:
    if one is None:
        return other
    shortest = min(one[1], other[1], key=lambda case: len(encode_json(case.history)))
    return one[0] + other[0], shortest


def _progress(done: int, count: int, started: float, causes: int) -> None:
    step = max(_CHUNK, count // _STEPS // _CHUNK * _CHUNK)
    if done % step == 0 or done >= count:
        rate = done / (time.monotonic() - started)
        print(f"{min(done, count):,} of {count:,}, {rate:,.0f} a second, {causes} causes", file=sys.stderr, flush=True)


def _tell(total: Chunk, seconds: float) -> None:
    for what, count in sorted(total.counts.items()):
        print(f"{count:>10,}  {what}")
    for cause, (count, case) in sorted(total.causes.items(), key=lambda each: -each[1][0]):
        print(f"{count:>10,}  broken: {' | '.join(cause)}  ({case.id})")
    found = f"{len(total.causes)} causes of broken laws" if total.causes else "no crash, no broken law, none refused"
    print(f"{total.counts.total():,} histories: {found}, in {seconds:,.0f} s")


def write(total: Chunk, folder: Path) -> None:
    """Write the shortest history of each cause as a case file."""
    folder.mkdir(parents=True, exist_ok=True)
    for _, case in total.causes.values():
        text = msgspec.json.format(msgspec.json.encode(case), indent=1)
        (folder / f"{case.id}.json").write_bytes(text + b"\n")
    print(f"the shortest history of each cause is in {folder}: sendable run --cases {folder}")


if __name__ == "__main__":
    sys.exit(main())
