"""Time closing repair against `json.loads` of the same bytes, in one run: ``python harness/bench/closing_repair.py``.

Prints a line a size, for clean and for broken histories, and leaves with 1 when a bound of the design is missed.
"""

import gc
import importlib.util
import json
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count, cycle
from pathlib import Path
from typing import Any

from sendable.reference.flat import normalize_flat

Message = dict[str, Any]
CONVERSATIONS = Path(__file__).parent / "data" / "conversations.json"
SIZES = (100, 10_000, 100_000)
BOUNDS = {"clean": 0.8, "broken": 1.5}  # times json.loads of the same bytes
LINEAR = 13.0  # 100,000 messages against 10,000
ROUNDS = {100: 200, 10_000: 25, 100_000: 9}  # the best of so many; short ones are disturbed more often


def main() -> int:
    """Measure every size and kind; return 1 when a bound is missed."""
    conversations: list[list[Message]] = json.loads(CONVERSATIONS.read_text(encoding="utf-8"))
    missed = 0
    for kind, bound in BOUNDS.items():
        for size in SIZES:
            text = json.dumps(history(conversations, size, broken=kind == "broken"), ensure_ascii=False).encode()
            loads, repair = measure(text, ROUNDS[size])
            beside = f"{1e6 * repair / size:.3f} us a message"
            missed += report(f"{kind:6} {size:7,} messages", repair / loads, bound, beside)
            compare_with_peers(text, repair)
            if size == SIZES[1]:
                small, small_loads = out_of_cache(text)
        beside = f"json.loads itself: {loads / small_loads:.2f} x"
        missed += report(f"{kind:6} 100,000 against 10,000", repair / small, LINEAR, beside)
    return 1 if missed else 0


def history(conversations: list[list[Message]], size: int, *, broken: bool) -> list[Message]:
    """Join whole conversations to about `size` messages, with fresh ids; in a broken history each has one fault."""
    messages: list[Message] = []
    for conversation in _endless(conversations, broken=broken):
        if len(messages) + len(conversation) > size:
            return messages
        messages += conversation
    raise AssertionError  # the conversations never end


def _endless(conversations: list[list[Message]], *, broken: bool) -> Iterator[list[Message]]:
    faults = cycle(FAULTS)
    for number, conversation in zip(count(), cycle(conversations), strict=False):
        copy = json.loads(json.dumps(conversation).replace('"call_', f'"call_{number:06}'))
        # A system message in the middle would be a fault: only the very first conversation keeps its own.
        copy = copy if number == 0 else [each for each in copy if each["role"] != "system"]
        yield next(faults)(copy) if broken else copy


def unanswered(messages: list[Message]) -> list[Message]:
    """Take out the first result."""
    first = _first_result(messages)
    return messages[:first] + messages[first + 1 :]


def answered_twice(messages: list[Message]) -> list[Message]:
    """Repeat the first result."""
    first = _first_result(messages)
    return messages[: first + 1] + messages[first:]


def separated(messages: list[Message]) -> list[Message]:
    """Put a user message between a call and its result."""
    first = _first_result(messages)
    return [*messages[:first], {"role": "user", "content": "Are you still there?"}, *messages[first:]]


def answered_before(messages: list[Message]) -> list[Message]:
    """Put the first result before everything."""
    first = _first_result(messages)
    return [messages[first], *messages[:first], *messages[first + 1 :]]


def falsy_id(messages: list[Message]) -> list[Message]:
    """Give the first call and its result the id "0"."""
    first = _first_result(messages)
    call_id = messages[first]["tool_call_id"]
    return json.loads(json.dumps(messages).replace(f'"{call_id}"', '"0"'))  # type: ignore[no-any-return]  # as it was


def null_content(messages: list[Message]) -> list[Message]:
    """Store the turns with calls as providers return them: with content null."""
    return [{**each, "content": None} if "tool_calls" in each and not each["content"] else each for each in messages]


def late_system(messages: list[Message]) -> list[Message]:
    """Put a system message at the end."""
    return [*messages, {"role": "system", "content": "Keep it short."}]


FAULTS: tuple[Callable[[list[Message]], list[Message]], ...] = (
    unanswered,
    answered_twice,
    separated,
    answered_before,
    falsy_id,
    null_content,
    late_system,
)


def _first_result(messages: list[Message]) -> int:
    return next(place for place, each in enumerate(messages) if each["role"] == "tool")


def measure(text: bytes, rounds: int) -> tuple[float, float]:
    """Return the best seconds of json.loads and of closing repair, in turns, the collector off as in timeit."""
    messages = json.loads(text)
    number = max(1, 2_000 // len(messages))
    loads, repair = [], []
    for _ in range(rounds):
        loads.append(_seconds(lambda: json.loads(text), number))
        repair.append(_seconds(lambda: normalize_flat(messages), number))
    return min(loads), min(repair)


def out_of_cache(text: bytes) -> tuple[float, float]:
    """Return the best seconds of closing repair and of json.loads for one of ten histories in a row.

    Ten together are as large as the large one, so that the two differ in length and not in what the processor caches.
    """
    texts = [bytes(bytearray(text)) for _ in range(10)]
    ten = [json.loads(each) for each in texts]
    repair = min(_seconds(lambda: list(map(normalize_flat, ten)), 1) for _ in range(ROUNDS[100_000])) / 10
    loads = min(_seconds(lambda: list(map(json.loads, texts)), 1) for _ in range(ROUNDS[100_000])) / 10
    return repair, loads


def _seconds(work: Callable[[], object], number: int) -> float:
    gc.collect()
    gc.disable()
    try:
        start = time.process_time()
        kept = [work() for _ in range(number)]  # to free the answers is not part of the work
        return (time.process_time() - start) / len(kept)
    finally:
        gc.enable()


def compare_with_peers(text: bytes, ours: float) -> None:
    """Print how much slower each peer is that does the same job and is installed."""
    for name, module, run in PEERS:
        if importlib.util.find_spec(module) is None:
            print(f"    {name}: not installed, skipped")
            continue
        messages = [_openai(each) for each in json.loads(text)]
        try:
            print(f"    {name}: {_seconds(partial(run, messages), 1) / ours:.1f} x our time")
        except Exception as refusal:  # noqa: BLE001 - a peer may refuse a history with an error of its own
            print(f"    {name}: does not repair this history ({type(refusal).__name__})")


def _openai(message: Message) -> Message:
    """Write a flat message as the Chat Completions message that the peers take."""
    if "tool_calls" not in message:
        return message
    calls = [
        {"id": each["tool_call_id"], "type": "function", "function": {k: each[k] for k in ("name", "arguments")}}
        for each in message["tool_calls"]
    ]
    return {**message, "tool_calls": calls}


def _toolrepair(messages: list[Message]) -> object:
    from toolrepair import repair  # type: ignore[import-not-found]  # noqa: PLC0415 - a peer, when installed

    return repair(messages, format="openai")


def _tessera(messages: list[Message]) -> object:
    from tessera import repair  # type: ignore[import-not-found]  # noqa: PLC0415 - a peer, when installed

    return repair(messages, adapter="openai")


PEERS = (("tool-call-repair", "toolrepair", _toolrepair), ("tessera-transcript", "tessera", _tessera))


def report(what: str, figure: float, bound: float, beside: str) -> bool:
    """Print one figure with its bound; return True when it is missed."""
    missed = figure > bound
    print(f"{what:32} {figure:6.2f} x  (bound {bound}{', MISSED' if missed else ''})  {beside}")
    return missed


if __name__ == "__main__":
    sys.exit(main())
