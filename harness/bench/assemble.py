"""Time assembling long conversations: ``python harness/bench/assemble.py``.

Prints a line for each target and size, and leaves with 1 when 100,000 items take more than 13 times as long as 10,000.
The conversations are trees as they are stored: rounds with a call and its result, some of them broken, all linked.
"""

import gc
import sys
import time
from typing import Any

from sendable.model.target import parse_target
from sendable.reference.send import assemble

TARGETS = ("openai-responses:gpt-5.4", "openai-chat:gpt-5.4", "anthropic-messages:claude-opus-5-5")
SIZES = (10_000, 100_000)
LINEAR = 13.0  # 100,000 items against 10,000
ROUNDS = {10_000: 3, 100_000: 2}
BUDGETLESS = frozenset({"budget"})  # a body of this size is over every limit; the bisection is a factor of its own


def main() -> int:
    """Measure every target and kind; return 1 when one is not linear."""
    missed = 0
    for target in TARGETS:
        for broken in (False, True):
            small, large = (best(target, tree(size, broken=broken), ROUNDS[size]) for size in SIZES)
            ratio = large / small
            missed += ratio > LINEAR
            kind = "broken" if broken else "clean"
            print(
                f"{target:35} {kind:6} {1e6 * large / SIZES[1]:6.1f} us an item; 100,000 against 10,000: {ratio:5.2f} x"
                f" (at most {LINEAR}) {'MISSED' if ratio > LINEAR else 'ok'}"
            )
    return 1 if missed else 0


def best(target: str, history: dict[str, Any], rounds: int) -> float:
    """Return the fewest seconds of processor time that one of the rounds took."""
    found = parse_target(target)
    times = []
    for _ in range(rounds):
        gc.collect()
        gc.disable()  # the collector walks all that is alive again and again: its time is not that of the steps
        start = time.process_time()
        assemble(history, found, without=BUDGETLESS)
        times.append(time.process_time() - start)
        gc.enable()
    return min(times)


def tree(size: int, *, broken: bool) -> dict[str, Any]:
    """Store rounds of five items; in a broken tree every tenth lacks its result and every tenth has it too late."""
    nodes: list[dict[str, Any]] = []
    for number in range(size // 5):
        call = {"type": "function_call", "call_id": f"call_{number}", "name": "look", "arguments": '{"at": 1}'}
        result = {"type": "function_call_output", "call_id": call["call_id"], "output": "found " * 20}
        asked = {"type": "message", "role": "user", "content": "look again, please " * 5}
        said = {"type": "message", "role": "assistant", "content": "this is what I found " * 5}
        later = {"type": "message", "role": "user", "content": "never mind"}
        sent = [result, later]
        if broken:
            sent = {0: [later], 1: [later, result]}.get(number % 10, sent)
        parent = nodes[-1]["id"] if nodes else None
        nodes.append({"id": f"a{number}", "parent": parent, "sent": [asked], "received": [call], "model": "other"})
        nodes.append({"id": f"b{number}", "parent": f"a{number}", "sent": sent, "received": [said], "model": "other"})
    return {"nodes": nodes, "leaf": nodes[-1]["id"]}


if __name__ == "__main__":
    sys.exit(main())
