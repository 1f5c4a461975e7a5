"""Play a script: an agent loop around the recorder, with a model, tools and a user that do what is written.

This is what the reference answers to a case of the contract `write`.
"""

from collections.abc import Callable
from itertools import count
from typing import NoReturn

from sendable.model.errors import UnreadableInput
from sendable.model.json import JsonObject
from sendable.model.script import Script, ScriptRound, calls_of, result_text
from sendable.reference.write import queue
from sendable.reference.write.calls import Call
from sendable.reference.write.decisions import TurnRules
from sendable.reference.write.recorder import NOTHING, Recorder
from sendable.reference.write.store import store_in_memory
from sendable.reference.write.turn import Turn

_CONVERSATION = "script"
_DECLINED = "the check before the call declined it"
_BY = {"provider": "openai", "model": "gpt-5.4"}


class WorkerDied(BaseException):
    """The worker of a script is dead: nothing in its memory counts any more."""


class ScriptClock:
    """A clock that only the script moves."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def play(script: Script, *, without: frozenset[str] = NOTHING) -> JsonObject:
    """Play a script and return ``{"stored": history, "queued": [items]}``: what the next worker finds.

    Args:
        script: what happens.
        without: rules of the recorder to leave out, for tests of the net.

    Raises:
        UnreadableInput: a call hangs and nothing ends it.
        OutOfTurn: the script asks the model when nothing new was said.
    """
    ids, clock = (f"node-{n}" for n in count(1)), ScriptClock()
    with store_in_memory() as store:
        try:
            with Recorder(store, _CONVERSATION, ids=ids.__next__, clock=clock, without=without) as recorder:
                Loop(script, recorder, clock, _raise_death).run()
        except WorkerDied:
            with Recorder(store, _CONVERSATION, ids=ids.__next__, clock=clock, without=without):
                pass  # the next worker closes what this one left open
        return {"stored": store.history(_CONVERSATION), "queued": queue.waiting(store, _CONVERSATION)}


class Loop:
    """The agent loop. die: called where the script lets the worker die; it never returns."""

    def __init__(self, script: Script, recorder: Recorder, clock: ScriptClock, die: Callable[[], NoReturn]) -> None:
        self._script = script
        self._recorder = recorder
        self._clock = clock
        self._die = die
        self._turn: Turn | None = None

    def run(self) -> None:
        """Play all rounds; a turn that the script leaves open is left as an agent leaves it."""
        for each in self._script.rounds:
            self._round(each)
        self._leave()

    def _round(self, each: ScriptRound) -> None:
        turn = self._turn = self._turn or self._recorder.turn(self._rules())
        self._at("start", each, turn)
        if self._is_over():
            self._leave()
            return
        by = {**_BY, **each.by}
        request = turn.round(by["provider"], by["model"])
        self._at("model", each, turn)
        if not self._is_over():
            self._clock.now += each.seconds
            calls = {call.call_id: call for call in request.close(each.model)}
            self._at("answer", each, turn)
            self._run_calls(each, turn, calls)
        self._at("end", each, turn)
        if self._is_over() or not calls_of(each.model):
            self._leave()

    def _run_calls(self, each: ScriptRound, turn: Turn, calls: dict[str, Call]) -> None:
        hanging = False
        for call_id in (call["call_id"] for call in calls_of(each.model)):
            fate = each.calls.get(call_id, "run")
            running = not self._is_over() and self._begin(turn, calls[call_id], fate)
            self._at(f"call:{call_id}", each, turn)
            if running and fate == "hang":
                hanging = True
                continue
            if running:
                turn.finish(calls[call_id], result_text(call_id))
            self._at(f"done:{call_id}", each, turn)
        if hanging and not self._is_over():
            self._time_out(turn)

    def _begin(self, turn: Turn, call: Call, fate: str) -> bool:
        if fate == "refuse":
            turn.refuse(call, _DECLINED)
            return False
        return turn.start(call)

    def _time_out(self, turn: Turn) -> None:
        if self._script.caps.seconds is None:
            raise UnreadableInput(
                "a call hangs for ever", where="$.script", hint="give stop_at, die_at or caps.seconds"
            )
        turn.stop("time-limit")

    def _is_over(self) -> bool:
        return self._turn is None or self._turn.over is not None

    def _at(self, point: str, each: ScriptRound, turn: Turn) -> None:
        for said in each.user:
            if said.at == point:
                self._recorder.say(said.text)
        if each.stop_at == point:
            turn.stop()
        if each.die_at == point:
            self._die()

    def _rules(self) -> TurnRules:
        caps = self._script.caps
        return TurnRules(
            calls=caps.calls,
            seconds=caps.seconds,
            approvals=caps.approvals,
            needs_approval=frozenset(self._script.needs_approval),
            final_tool=self._script.final_tool,
        )

    def _leave(self) -> None:
        if self._turn is not None:
            self._turn.__exit__(None, None, None)
            self._turn = None


def _raise_death() -> NoReturn:
    raise WorkerDied
