"""Fill a store with 1,000,000 nodes and time paths of it: ``python harness/bench/store.py [NODES]``.

Prints how long paths of 10 to 10,000 nodes take to read and to assemble, in a small store and in the large one, and
leaves with 1 when reading is not linear in the path, or depends on the store.
"""

import gc
import shutil
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from sendable.model.json import JsonObject, encode_json
from sendable.model.target import parse_target
from sendable.reference.send.assemble import assemble
from sendable.reference.write import Recorder, Store, open_store

NODES = 1_000_000
PATHS = (10, 100, 1_000, 10_000)
ROUNDS = {10: 300, 100: 100, 1_000: 30, 10_000: 12}  # the best of so many
ROUNDS_A_TURN = 10
LINEAR = 13.0  # a path ten times as long
OF_STORE = 2.0  # the same path in the large store against one that holds nothing else
TARGET = parse_target("openai-chat:gpt-5.4")
_ROW = "INSERT INTO node VALUES (?, ?, ?, ?, NULL, ?, 'llm', 'openai', 'gpt-5.4', ?, ?, 'succeeded', NULL, NULL)"


def main() -> int:
    """Fill, measure, compare; return 1 when a bound is missed."""
    nodes = int(sys.argv[1]) if len(sys.argv) > 1 else NODES
    folder = Path(tempfile.mkdtemp())
    try:
        small, large = folder / "small.db", folder / "large.db"
        fill(small, [*PATHS])
        lengths = [*PATHS, *[nodes // (nodes // 10)] * ((nodes - sum(PATHS)) // 10)]
        seconds = timed(lambda: fill(large, lengths))
        size = large.stat().st_size
        print(f"filled: {sum(lengths):,} nodes in {len(lengths):,} conversations, {size / 1e6:.0f} MB, {seconds:.1f} s")
        return 1 if compare(small, large) else 0
    finally:
        shutil.rmtree(folder)


def fill(path: Path, lengths: list[int]) -> None:
    """Write conversations of these numbers of nodes as the store does, in one transaction.

    The rounds of all conversations take turns, so that the nodes of a path lie far apart, as they do in real use.
    """
    open_store(path).close()
    connection = sqlite3.connect(path, isolation_level=None)
    connection.executescript("PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF; BEGIN")
    connection.executemany("INSERT INTO conversation VALUES (?, ?, NULL)", ((n, f"c{n}") for n in range(len(lengths))))
    connection.executemany(_ROW, rows(lengths))
    connection.execute(
        "UPDATE conversation SET leaf = (SELECT max(number) FROM node WHERE conversation = conversation.number)"
    )
    connection.execute("COMMIT")
    connection.close()


def rows(lengths: list[int]) -> Iterator[tuple[object, ...]]:
    """Yield the rows of all conversations, round by round: each round answers the calls of the one before."""
    parents: dict[int, int] = {}
    number = 0
    living = list(range(len(lengths)))
    for at in range(max(lengths)):
        living = [each for each in living if at < lengths[each]]
        for each in living:
            number += 1
            sent, received = (encode_json(items) for items in exchange(at))
            yield number, f"n{number}", each, parents.get(each), f"t{at // ROUNDS_A_TURN}", sent, received
            parents[each] = number


def exchange(at: int) -> tuple[list[JsonObject], list[JsonObject]]:
    """Return what one round sends and receives."""
    call = {"type": "function_call", "call_id": f"call_{at}", "name": "search", "arguments": '{"q":"red shoes"}'}
    text = "twelve rows, the first of them red, sold in May" * 2
    answered = {"type": "function_call_output", "call_id": f"call_{at - 1}", "output": text}
    return [answered if at else {"type": "message", "role": "user", "content": "What sold best?"}], [call]


def compare(small: Path, large: Path) -> int:
    """Print a line a path length; return how many bounds are missed."""
    missed, before = 0, (0.0, 0.0)
    opened = timed(lambda: open_store(large, check=False).close()), timed(lambda: open_store(large).close())
    print(f"opened: {opened[0] * 1e3:.1f} ms, {opened[1]:.1f} s with the check for damage")
    with open_store(small, check=False) as alone, open_store(large, check=False) as among:
        for at, length in enumerate(PATHS):
            conversation = f"c{at}"
            own, found = (best(store, conversation, ROUNDS[length]) for store in (alone, among))
            made = min(timed(lambda: assembled(among, conversation), time.process_time) for _ in range(4))  # noqa: B023
            growth = (found / before[0], made / before[1]) if at else (0.0, 0.0)
            bad = max(growth) > LINEAR or found / own > OF_STORE
            print(
                f"{length:6,} nodes: read {found * 1e3:.2f} ms, {found / own:.2f} x alone, {growth[0]:.1f} x a tenth; "
                f"read and assembled {made * 1e3:8.1f} ms, {growth[1]:4.1f} x a tenth{'  MISSED' if bad else ''}"
            )
            missed += bad
            before = found, made
        print(f"one round recorded in the large store: {timed(lambda: record(among)) * 1e3:.1f} ms, flushed to disk")
    return missed


def best(store: Store, conversation: str, rounds: int) -> float:
    """Return the best processor time of reading a path: other programs on the machine do not count."""
    return min(timed(lambda: store.history(conversation), time.process_time) for _ in range(rounds))


def assembled(store: Store, conversation: str) -> None:
    """Read and assemble a path; its last call is open, so that the cleanup has its work too.

    The budget is left out: it assembles long paths several times, to find how many turns fit.
    """
    assemble(store.history(conversation), TARGET, without=frozenset({"budget"}))


def record(store: Store) -> None:
    """Record one round of a new conversation."""
    with Recorder(store, "new") as recorder:
        recorder.say("What sold best?")
        with recorder.turn() as turn, turn.round("openai", "gpt-5.4") as request:
            request.close([{"type": "message", "role": "assistant", "content": "The red one."}])


def timed(work: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    """Return the seconds that a call takes, without those of the garbage collector."""
    gc.collect()
    gc.disable()
    started = clock()
    work()
    took = clock() - started
    gc.enable()
    return took


if __name__ == "__main__":
    sys.exit(main())
