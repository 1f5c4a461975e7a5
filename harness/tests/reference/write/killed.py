"""A worker to be killed: ``python killed.py`` forks one for each order it reads, a JSON object a line.

An order names the ``store``, the ``script``, a ``seed`` for ids, and when to die: ``at`` is ``["statement", n]`` (before
the n-th statement that reaches the file), ``["line", n]`` (before the n-th line of Python that the package's write side
executes) or null; ``kill_after`` is a number of seconds or null. The answer is ``{"acks", "killed"}``: what the worker
was told is done, and whether it was killed.
"""

import itertools
import json
import os
import signal
import sys
import time
from pathlib import Path

from sendable.model.script import read_script
from sendable.reference import write
from sendable.reference.write import Recorder, open_store
from sendable.reference.write.play import Loop, ScriptClock
from sendable.reference.write.turn import Round, Turn

FOLDER = str(Path(write.__file__).parent)


def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def before_statement(store, number):
    """Die before the n-th statement; BEGIN and COMMIT are statements too."""
    numbers = itertools.count(1)
    store._connection.set_trace_callback(lambda _statement: next(numbers) == number and die())


def before_line(number):
    """Die before the n-th line of the package's own code."""
    numbers = itertools.count(1)

    def trace(frame, event, _arg):
        if not frame.f_code.co_filename.startswith(FOLDER):
            return None
        if event == "line" and next(numbers) == number:
            die()
        return trace

    sys.settrace(trace)


def acknowledge(tell):
    """Tell what is done: an answer that was stored, a call that has run and one whose result is stored."""
    close, finish, say = Round.close, Turn.finish, Recorder.say

    def closing(self, received, **more):
        calls = close(self, received, **more)
        tell("answer", [item.get("call_id") for item in received])
        return calls

    def finishing(self, call, output):
        tell("ran", call.call_id)
        done = finish(self, call, output)
        tell("finished", call.call_id)
        return done

    def saying(self, said):
        say(self, said)
        tell("said", said)

    Round.close, Turn.finish, Recorder.say = closing, finishing, saying


def slowly(method, seconds):
    """Give a killer time to meet the worker anywhere."""

    def slowed(self, *args, **more):
        time.sleep(seconds)
        return method(self, *args, **more)

    return slowed


def work(order, pipe):
    """Play the script in the store; every acknowledgement is a line in the pipe, which outlives the worker."""
    acknowledge(lambda *ack: os.write(pipe, json.dumps(ack).encode() + b"\n"))
    kind, number = order["at"] or (None, 0)
    if kind is None:
        Turn._note = slowly(Turn._note, 0.002)
    ids = (f"{order['seed']}-{n}" for n in itertools.count(1))
    with open_store(Path(order["store"]), check=False) as store:
        if kind == "statement":
            before_statement(store, number)
        if kind == "line":
            before_line(number)
        clock = ScriptClock()
        with Recorder(store, "c", ids=ids.__next__, clock=clock) as recorder:
            Loop(read_script({"script": order["script"]}), recorder, clock, die).run()


def fork(order):
    """Run one worker and report what it was told and how it ended."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            os.close(reading)
            work(order, writing)
        except BaseException as error:  # noqa: BLE001 - whatever it is, the test tells it
            os.write(writing, json.dumps(["error", repr(error)]).encode() + b"\n")
            os._exit(1)
        os._exit(0)
    os.close(writing)
    if order["kill_after"] is not None:
        time.sleep(order["kill_after"])
        os.kill(pid, signal.SIGKILL)  # not reaped yet, so the id is still its own, also when it is over
    with os.fdopen(reading) as lines:
        acks = [json.loads(line) for line in lines]
    _, status = os.waitpid(pid, 0)
    answer({"acks": acks, "killed": os.WIFSIGNALED(status)})


def answer(report):
    sys.stdout.write(json.dumps(report) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    for line in sys.stdin:
        fork(json.loads(line))
