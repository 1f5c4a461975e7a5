"""Time verdicts over a file of recordings, on one core: ``python harness/bench/check_jsonl.py [FILE]``.

Measured are `sendable check --jsonl` end to end (a line of bytes in, a line of bytes out, the digests looked up) and
the oracle alone on parsed bodies. Leaves with 1 when a bound of the design is missed. FILE is JSONL, perhaps gzipped;
without one, and without the team's folder beside the checkout, there is nothing to measure.
"""

import gc
import gzip
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

from sendable import oracle
from sendable.recordings import read
from sendable.recordings.scope import model_of
from sendable.tasks.check import Question, check_line
from sendable.tasks.vendors import overlay_of

ROOT = Path(__file__).resolve().parents[2]
SHARED = Path(os.environ.get("SENDABLE_SHARED", ROOT.parent / "shared"))
RECORDINGS = SHARED / "recordings" / "round-trips.jsonl.gz"
END_TO_END = 5_000  # verdicts a second
ORACLE = 20_000
ROUNDS = 5


def main() -> int:
    """Measure; return 1 when a bound is missed."""
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else RECORDINGS
    if not path.is_file():
        print(f"check --jsonl: no recordings at {path.name}; nothing measured")
        return 0
    lines = (gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()).splitlines(
        keepends=True
    )
    trips = [trip for trip in read(path) if trip.api in oracle.apis()]
    asked = [
        (trip.api, trip.request, model_of(trip) or None, overlay_of(trip.api, trip.provider), trip.headers)
        for trip in trips
    ]
    missed = report("check --jsonl, end to end", len(lines), lambda: end_to_end(lines), END_TO_END)
    missed += report("the oracle alone", len(asked), lambda: alone(asked), ORACLE)
    for api in oracle.apis():
        of_api = [each for each in asked if each[0] == api]
        if of_api:
            report(f"  {api}", len(of_api), lambda of_api=of_api: alone(of_api), 0)  # type: ignore[misc]  # bound now
    return 1 if missed else 0


def end_to_end(lines: list[bytes]) -> None:
    """Judge lines as the command does."""
    defaults = Question()
    for number, line in enumerate(lines, start=1):
        check_line(line, number, defaults)


def alone(asked: list[tuple[str, object, str | None, str | None, dict[str, str]]]) -> None:
    """Ask the oracle only."""
    for api, body, model, vendor, headers in asked:
        oracle.judge(api, body, model=model, vendor=vendor, headers=headers)


def report(what: str, count: int, run: Callable[[], None], bound: int) -> int:
    """Print the best of the rounds and the first one; return 1 when the best misses the bound."""
    times = []
    gc.collect()
    for _ in range(ROUNDS):
        start = time.process_time()
        run()
        times.append(time.process_time() - start)
    best = count / min(times)
    told = f"{what:28} {count:6,} bodies  {best:8,.0f} a second (first round {count / times[0]:,.0f})"
    print(told + (f"  bound {bound:,}: {'kept' if best >= bound else 'MISSED'}" if bound else ""))
    return int(bound > best)


if __name__ == "__main__":
    sys.exit(main())
