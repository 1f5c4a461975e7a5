"""A worker that is really killed, at each of its steps and at random moments, leaves a conversation that goes on."""

import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest
from reference.write.sending import TARGETS, assert_sendable, call, outputs, said, texts

from sendable.reference.write import Recorder, open_store, waiting

WORKER = Path(__file__).with_name("killed.py")
SCRIPT = {
    "rounds": [
        {
            "user": [{"at": "start", "text": "q1"}, {"at": "call:b", "text": "q2"}],
            "model": [said("I look."), call("a"), call("b"), call("c")],
            "calls": {"c": "refuse"},
        },
        {"model": [call("d", arguments='{"q": "a"}'), call("e"), call("f")], "user": [{"at": "model", "text": "q3"}]},
        {"model": [call("g"), call("h"), call("i")], "calls": {"h": "hang"}, "stop_at": "call:h"},
        {"user": [{"at": "start", "text": "q4"}], "model": [call("j"), call("k", "final_answer")]},
        {"user": [{"at": "start", "text": "q5"}], "model": [said("Done.")]},
    ],
    "caps": {"calls": 4},
    "final_tool": "final_answer",
}
SAID = ["q1", "q2", "q3", "q4", "q5"]
NEVER_RUN = {"c", "d", "i", "j"}


class Zygote:
    """A process that forks workers."""

    def __init__(self):
        folder = Path(__file__).resolve().parents[3]
        self.process = subprocess.Popen(
            [sys.executable, str(WORKER)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(folder)},
        )

    def run(self, store, at, seed, kill_after=None):
        """Let a worker play the script in a store, and kill it: by itself at a step, or after some seconds."""
        order = {"store": str(store), "script": SCRIPT, "seed": seed, "at": at, "kill_after": kill_after}
        self.process.stdin.write(json.dumps(order) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


@pytest.fixture(scope="module")
def zygote():
    found = Zygote()
    yield found
    found.process.stdin.close()
    found.process.stdout.close()
    found.process.wait(timeout=10)


def acknowledged(report, kind):
    assert not [each for each in report["acks"] if each[0] == "error"], report
    return [what for each, what in report["acks"] if each == kind]


def assert_goes_on(path, report, targets):
    """The store opens, nothing acknowledged is lost, no result is untrue, and the next turn is sent as ever."""
    answers = acknowledged(report, "answer")
    finished, ran = acknowledged(report, "finished"), set(acknowledged(report, "ran"))
    with open_store(path) as store:
        before = store.history("c")
        assert_sendable(before, targets[:1], lost=set("abcdefghijk"))
        with Recorder(store, "c", ids=iter("xyz").__next__) as recorder:
            history = recorder.history()
            stored = outputs(history)
            called = [call_id for answer in answers for call_id in answer if call_id]
            open_calls = set(called) - {call_id for call_id, _ in stored}
            assert_sendable(history, targets, lost=set("abcdefghijk") - set(dict(stored)))
            assert open_calls <= set(called) - set(finished) - NEVER_RUN
            assert len(open_calls) <= 2
            for call_id, text in stored:
                if call_id in ran:
                    assert text == f"result of {call_id}" or (text.startswith("Halted") and call_id not in finished)
            heard = texts(history) + [item["content"] for item in waiting(store, "c")]
            words = acknowledged(report, "said")
            assert heard[: len(words)] == words == SAID[: len(words)]
            assert len(heard) <= len(words) + 1
            recorder.say("go on")
            with recorder.turn() as turn, turn.round("openai", "gpt-5.4") as request:
                request.close([said("Here I am again.")])
            assert waiting(store, "c") == []
            assert_sendable(recorder.history(), targets[:1], lost=open_calls)


def kill_at(zygote, folder, steps, targets):
    for number, at in enumerate(steps):
        path = folder / f"{number}.db"
        report = zygote.run(path, at, number)
        assert_goes_on(path, report, targets)
        assert report["killed"], (at, report)


def count_steps(zygote, folder, kind):
    """The number of steps of one whole run, found by killing at ever later ones."""
    low, high = 1, 1 << 14
    while low < high:
        middle = (low + high) // 2
        killed = zygote.run(folder / f"count-{kind}-{middle}.db", [kind, middle], "s")["killed"]
        low, high = (middle + 1, high) if killed else (low, middle)
    return low - 1


def at_random(zygote, folder, kills, targets, seed):
    """Kill at random moments until so many workers were met alive."""
    chance, met = random.Random(seed), 0
    whole = min(how_long(zygote, folder / f"whole-{at}.db") for at in range(3))
    for number in range(kills * 4):
        path = folder / f"random-{number}.db"
        report = zygote.run(path, None, number, kill_after=chance.uniform(0, whole))
        assert_goes_on(path, report, targets)
        met += report["killed"]
        if met == kills:
            return
    raise AssertionError(f"only {met} of {kills * 4} workers were met alive")


def how_long(zygote, path):
    started = time.monotonic()
    zygote.run(path, None, "w")
    return time.monotonic() - started


def spread(steps, kills):
    """So many step numbers, evenly spread, the first and the last among them."""
    return [1 + round(at * (steps - 1) / (kills - 1)) for at in range(kills)]


def test_a_worker_that_is_not_killed_ends(zygote, tmp_path):
    """The script runs to its end, so that a kill has something to interrupt; nothing is left open then."""
    report = zygote.run(tmp_path / "whole.db", None, "w")
    assert (report["killed"], acknowledged(report, "said")) == (False, SAID)
    with open_store(tmp_path / "whole.db") as store:
        assert_sendable(store.history("c"))
        assert dict(outputs(store.history("c")))["d"].startswith("Not run: the limit of 4") is False
        assert texts(store.history("c")) == SAID


def test_killed_at_fifty_steps_and_moments(zygote, tmp_path):
    """20 kills between statements, 20 between lines of code and 10 at random moments: no conversation is stuck."""
    for kind in ("statement", "line"):
        folder = tmp_path / kind
        folder.mkdir()
        steps = count_steps(zygote, tmp_path, kind)
        kill_at(zygote, folder, [[kind, number] for number in spread(steps, 20)], TARGETS[:3])
    at_random(zygote, tmp_path, 10, TARGETS[:3], seed=1)


@pytest.mark.long
def test_killed_at_every_statement_and_five_hundred_times_more(zygote, tmp_path):
    """Every statement, 300 lines of code and 200 random moments, each judged for every target."""
    for kind, kills in (("statement", None), ("line", 300)):
        folder = tmp_path / kind
        folder.mkdir()
        steps = count_steps(zygote, tmp_path, kind)
        numbers = range(1, steps + 1) if kills is None else spread(steps, kills)
        kill_at(zygote, folder, [[kind, number] for number in numbers], TARGETS)
    at_random(zygote, tmp_path, 200, TARGETS, seed=2)
