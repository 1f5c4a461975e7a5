"""What must have come of a script, worked out from the script alone: the judge's own reading, no loop's code."""

from typing import Literal, TypeAlias

import msgspec

from sendable.checks.item_pieces import item_pieces
from sendable.model.arguments import parsed
from sendable.model.json import Json, JsonObject
from sendable.model.script import Script, ScriptRound, calls_of, result_text

Fate: TypeAlias = Literal["ran", "not-run", "halted", "final"]


class Destined(msgspec.Struct, frozen=True):
    """One call of an answer that was stored.

    fate: it returned its result; it was not run; it was running when the turn ended; it submitted the final answer.
    None: the worker died first. may_be_open: the worker died before its result had to be stored. What was decided must
    be stored at once; what a call returned may wait for the next round's input, as it does when all goes well.
    """

    call_id: str
    fate: Fate | None
    may_be_open: bool = False

    @property
    def returned(self) -> str:
        """What the call returns when it runs."""
        return result_text(self.call_id)


class Course(msgspec.Struct, frozen=True):
    """What must be stored.

    calls: of all answers that came back, in order. texts: what was said by user and model, in the order in which it has
    to stand. sent: so many of them must be stored; the rest was queued when the worker died, and may be gone.
    """

    calls: tuple[Destined, ...]
    texts: tuple[str, ...]
    sent: int

    @property
    def all_closed(self) -> bool:
        """Whether no call may be open at the end, so that nothing needs to be repaired before sending."""
        return not any(each.may_be_open for each in self.calls)


def course(script: Script) -> Course:
    """Follow a script to its end, or to the worker's death."""
    return _Walk(script).course()


class _Death(Exception):
    """The script's worker is dead."""


class _Walk:
    def __init__(self, script: Script) -> None:
        self._script = script
        self._calls: list[Destined] = []
        self._batch: list[Destined] = []
        self._texts: list[str] = []
        self._queue: list[str] = []
        self._now = 0.0
        self._begin_turn()

    def course(self) -> Course:
        sent = None
        try:
            for each in self._script.rounds:
                self._follow(each)
            self._leave_turn()
        except _Death:
            sent = len(self._texts)
            self._calls += [_left_open(each) for each in self._batch]
        texts = (*self._texts, *self._queue)
        return Course(tuple(self._calls), texts, len(texts) if sent is None else sent)

    def _begin_turn(self) -> None:
        self._over = False
        self._started = self._now
        self._run = 0
        self._approved = 0
        self._made: list[tuple[Json, Json]] = []

    def _leave_turn(self) -> None:
        """Close what is open: no call outlives its turn."""
        self._close_waiting()
        self._calls = [Destined(each.call_id, each.fate) for each in self._calls + self._batch]
        self._batch = []
        self._begin_turn()

    def _follow(self, each: ScriptRound) -> None:
        self._calls += self._batch
        self._batch = []
        self._point("start", each)
        if self._is_over():
            self._leave_turn()
            return
        asking, self._queue = self._queue, []
        self._point("model", each, asking)
        if self._is_over():
            self._texts += asking  # it was sent, and nothing came back
        else:
            self._answer(each, asking)
        self._point("end", each)
        if self._is_over() or not calls_of(each.model):
            self._leave_turn()

    def _answer(self, each: ScriptRound, asking: list[str]) -> None:
        self._now += each.seconds
        self._texts += [*asking, *_texts_in(each.model)]
        # What the rounds before returned stands in the request that this answers.
        self._calls = [Destined(call.call_id, call.fate) for call in self._calls]
        calls = calls_of(each.model)
        final = [call["call_id"] for call in calls if call.get("name") == self._script.final_tool]
        self._batch = [_undecided(call, final) for call in calls]
        self._over = bool(final)
        self._point("answer", each)
        for at, call in enumerate(calls):
            self._decide(at, call, each)
        if any(_is_running(each) for each in self._batch) and not self._is_over():
            self._end_turn()

    def _decide(self, at: int, call: JsonObject, each: ScriptRound) -> None:
        call_id, told = call["call_id"], each.calls.get(call["call_id"], "run")
        runs = not self._over and told != "refuse" and self._may_run(call)
        if not self._over and not runs:
            self._set(at, "not-run")
        if runs:
            self._batch[at] = Destined(call_id, "halted", may_be_open=True)
        self._point(f"call:{call_id}", each)
        if runs and told == "hang":
            return
        if runs and not self._over:
            self._batch[at] = Destined(call_id, "ran", may_be_open=True)
        self._point(f"done:{call_id}", each)

    def _may_run(self, call: JsonObject) -> bool:
        """Whether the turn's limits let a call run; what they do not, they may also end the turn with."""
        caps = self._script.caps
        late = caps.seconds is not None and self._now - self._started >= caps.seconds
        if late or (caps.calls is not None and self._run >= caps.calls):
            self._over = True
            self._close_waiting()
            return False
        asks = call.get("name") in self._script.needs_approval
        if _sameness(call) in self._made or (asks and caps.approvals is not None and self._approved >= caps.approvals):
            return False
        self._run += 1
        self._approved += asks
        self._made.append(_sameness(call))
        return True

    def _end_turn(self) -> None:
        self._over = True
        self._close_waiting()
        self._batch = [Destined(each.call_id, each.fate) if _is_running(each) else each for each in self._batch]

    def _close_waiting(self) -> None:
        """Let nothing wait: what was not started is not run, and what returned is stored with that decision."""
        self._batch = [
            Destined(each.call_id, each.fate or "not-run", may_be_open=_is_running(each)) for each in self._batch
        ]

    def _set(self, at: int, fate: Fate) -> None:
        self._batch[at] = Destined(self._batch[at].call_id, fate)

    def _is_over(self) -> bool:
        return self._over

    def _point(self, point: str, each: ScriptRound, asking: list[str] | None = None) -> None:
        self._queue += [said.text for said in each.user if said.at == point]
        if each.stop_at == point:
            self._end_turn()
        if each.die_at == point:
            self._queue = [*(asking or []), *self._queue]
            raise _Death


def _undecided(call: JsonObject, final: list[str]) -> Destined:
    if not final:
        return Destined(call["call_id"], None)
    return Destined(call["call_id"], "final" if call["call_id"] in final else "not-run")


def _is_running(call: Destined) -> bool:
    return call.fate == "halted" and call.may_be_open


def _sameness(call: JsonObject) -> tuple[Json, Json]:
    arguments = call.get("arguments", call.get("input"))
    value = parsed(arguments) if isinstance(arguments, str) else arguments
    return call.get("name"), arguments if value is None else value


def _left_open(call: Destined) -> Destined:
    """Let what the dead worker had not decided be open."""
    return Destined(call.call_id, call.fate, may_be_open=call.may_be_open or call.fate is None)


def _texts_in(items: tuple[JsonObject, ...]) -> list[str]:
    pieces = item_pieces(((), (at, 0), item) for at, item in enumerate(items))
    return [each.content for each in pieces if each.kind == "text"]
