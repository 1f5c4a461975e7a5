"""One turn: rounds, the decisions on their calls, and the moment each result is stored."""

from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Any, Literal, Protocol, Self

import msgspec

from sendable.model.errors import OutOfTurn
from sendable.model.json import Json, JsonObject
from sendable.model.node import Node
from sendable.reference.write.calls import Call, calls_in
from sendable.reference.write.decisions import ENDING, FINAL_ACCEPTED, Decision, Reason, Tally, TurnRules, final_calls
from sendable.reference.write.store import CallState, OpenCall, Store

_OPEN = ("waiting", "running")


class Worker(Protocol):
    """What a turn needs of the recorder it belongs to."""

    store: Store
    conversation: str
    ids: Callable[[], str]
    clock: Callable[[], float]
    without: frozenset[str]

    def turn_is_over(self) -> None:
        """Let the next turn begin."""
        ...


class Turn:
    """A turn, as a context manager: however it is left, no call stays open.

    over: why the turn is over, None while it goes on. The loop looks at it before it opens another round.
    """

    def __init__(self, worker: Worker, rules: TurnRules) -> None:
        self.over: Reason | None = None
        self._worker = worker
        self._rules = rules
        self._id: str | None = None
        self._tally = Tally(rules, worker.clock())
        self._calls: dict[int, Call] = {}
        self._states: dict[int, OpenCall] = {}
        self._asking: Round | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Give every open call its result: stopped by a keyboard interrupt, else the turn ended first."""
        try:
            stopped = kind is not None and issubclass(kind, KeyboardInterrupt)
            detail = f" with {kind.__name__}" if kind else ""
            self._end(Decision("stopped") if stopped else Decision("ended", detail=detail))
        finally:
            self._worker.turn_is_over()

    def round(self, provider: str, model: str) -> "Round":
        """Open a round: the results of the round before, then what the user has said, are stored as sent.

        Args:
            provider: the provider type that is asked (`Target.provider_type`).
            model: its model.

        Raises:
            OutOfTurn: a call of the round before is open, the round before is not closed, or nothing is new.
        """
        self.settled_or_raise()
        store, conversation = self._worker.store, self._worker.conversation
        messages = store.inbox(conversation)
        said = tuple(item for _, item in messages)
        results = self._finished()
        sent = said + results if "queue" in self._worker.without else results + said
        leaf = store.leaf(conversation)
        if not sent and (leaf is None or store.node(leaf).received):
            raise OutOfTurn("nothing new to ask the model", hint="say() something first, or end the turn")
        node = self._node(leaf, "llm", sent, provider=provider, model=model, status="open")
        with store.transaction():
            store.append(conversation, node)
            self._forget_finished()
            for number, _ in messages:
                store.drop_message(number)
        self._asking = Round(self, node)
        return self._asking

    def start(self, call: Call) -> bool:
        """Decide on a call: True, and it is to be run now; False, and its result, which says why, is stored.

        Raises:
            OutOfTurn: the call was decided before, or is none of this turn's.
        """
        state = self._state(call, "waiting")
        decision = self._tally.decide(call, self._worker.clock())
        if decision is not None:
            self._decline(call, decision)
            return False
        self._tally.add(call)
        self._note(msgspec.structs.replace(state, state="running"))
        return True

    def refuse(self, call: Call, why: str) -> None:
        """Store that the loop's own check declined a call. why: goes on from ``Not run:``.

        Raises:
            OutOfTurn: the call was decided before, or is none of this turn's.
        """
        self._state(call, "waiting")
        self._decline(call, Decision("refused", detail=why))

    def finish(self, call: Call, output: Json) -> bool:
        """Store what a call returned: a text, or content parts.

        Returns:
            Whether it was stored; False when the call was halted before, so that this comes too late.

        Raises:
            OutOfTurn: the call was never started.
        """
        if self._calls.get(call.position) == call and call.position not in self._states:
            return False
        state = self._state(call, "running")
        self._note(OpenCall(state.node, state.position, "done", call.result(output)))
        if self.over:
            self._attach({})
        return True

    def stop(self, reason: Literal["stopped", "time-limit"] = "stopped") -> None:
        """End the turn now: what runs is halted, what waits is not run, and each is told so."""
        limit = self._rules.seconds or 0
        self._end(Decision(reason, limit if reason == "time-limit" else 0))

    def settle(self) -> None:
        """Store the results of finished calls in a node of their own, though no model is asked.

        Raises:
            OutOfTurn: a call is open.
        """
        self.settled_or_raise()
        self._attach({})

    def settled_or_raise(self) -> None:
        """Refuse to go on over an open round or open calls.

        Raises:
            OutOfTurn: names what is open.
        """
        if self._asking is not None:
            raise OutOfTurn("the round before is not closed", hint="close() it with what came back")
        open_ids = [self._calls[at].call_id for at, each in self._states.items() if each.state in _OPEN]
        if open_ids:
            hint = "start() or refuse() each call, and finish() what was started"
            raise OutOfTurn(f"calls without a result: {', '.join(open_ids)}", hint=hint)

    def close_round(self, node: Node) -> list[Call]:
        """Store what came back, and in the same transaction what a submitted final answer decides."""
        self._asking = None
        self._calls = {call.position: call for call in calls_in(node.id, node.received)}
        self._states = {at: OpenCall(node.id, at, "waiting") for at in self._calls}
        final = final_calls(list(self._calls.values()), self._rules)
        with self._worker.store.transaction():
            self._worker.store.complete(node)
            for state in self._states.values():
                self._worker.store.put_call(state)
            if final:
                self.over = "final-answer"
                self._write_results(self._final_texts(final))
        return [self._calls[at] for at in self._states]

    def _final_texts(self, final: Sequence[Call]) -> dict[int, str]:
        declined = Decision("final-answer").text(running=False)
        accepted = set() if "final" in self._worker.without else {call.position for call in final}
        return {at: FINAL_ACCEPTED if at in accepted else declined for at in self._states}

    def _decline(self, call: Call, decision: Decision) -> None:
        """Store that a call is not run; a reason that ends the turn holds for all that wait."""
        declined = {call.position}
        if decision.reason in ENDING:
            self.over = decision.reason
            declined |= {at for at, each in self._states.items() if each.state == "waiting"}
        self._attach({at: decision.text(running=False) for at in declined})

    def _end(self, decision: Decision) -> None:
        self.over = self.over or decision.reason
        if self._asking is not None:
            self._asking.fail("stopped" if decision.reason == "stopped" else "failed")
        still_open = {at: each for at, each in self._states.items() if each.state in _OPEN}
        self._attach({at: decision.text(running=each.state == "running") for at, each in still_open.items()})

    def _attach(self, texts: dict[int, str]) -> None:
        if "attach" in self._worker.without:
            for at, text in texts.items():
                self._states[at] = OpenCall(self._calls[at].node, at, "done", self._calls[at].result(text))
            return
        with self._worker.store.transaction():
            self._write_results(texts)

    def _write_results(self, texts: dict[int, str]) -> None:
        """Write one node with these results and those of calls that finished before: there may be no next round."""
        found = {at: each.result for at, each in self._states.items() if each.result is not None}
        found |= {at: self._calls[at].result(text) for at, text in texts.items()}
        if not found:
            return
        store, conversation = self._worker.store, self._worker.conversation
        sent = tuple(found[at] for at in sorted(found))
        store.append(conversation, self._node(store.leaf(conversation), "results", sent))
        for at in found:
            store.drop_call(self._states.pop(at))

    def _finished(self) -> tuple[JsonObject, ...]:
        return tuple(each.result for _, each in sorted(self._states.items()) if each.result is not None)

    def _forget_finished(self) -> None:
        for state in self._states.values():
            self._worker.store.drop_call(state)
        self._states = {}

    def _node(
        self, parent: str | None, kind: Literal["llm", "results"], sent: tuple[JsonObject, ...], **more: Any
    ) -> Node:
        made = self._worker.ids()
        self._id = self._id or made
        return Node(id=made, parent=parent, turn=self._id, kind=kind, sent=sent, **more)

    def _state(self, call: Call, wanted: CallState) -> OpenCall:
        state = self._states.get(call.position)
        if state is None or self._calls[call.position] != call or state.state != wanted:
            found = state.state if state and self._calls[call.position] == call else "not open"
            raise OutOfTurn(f"call {call.call_id!r} is {found}, not {wanted}", hint="each call is decided once")
        return state

    def _note(self, state: OpenCall) -> None:
        self._states[state.position] = state
        if not (state.state == "done" and "journal" in self._worker.without):
            with self._worker.store.transaction():
                self._worker.store.put_call(state)


class Round:
    """A model call that is under way, as a context manager: left without an answer, it is stored as failed."""

    def __init__(self, turn: Turn, node: Node) -> None:
        self._turn = turn
        self._node: Node | None = node
        self.node = node.id

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.fail("stopped" if kind is not None and issubclass(kind, KeyboardInterrupt) else "failed")

    def close(
        self, received: Sequence[JsonObject], *, usage: JsonObject | None = None, prefix_digest: str | None = None
    ) -> list[Call]:
        """Store what came back, exactly, and return the calls that the loop has to decide on.

        There are none when the final answer was among them: every call has its result then.

        Raises:
            OutOfTurn: the round is closed already.
        """
        node = self._take()
        return self._turn.close_round(
            msgspec.structs.replace(
                node, received=tuple(received), status="succeeded", usage=usage, prefix_digest=prefix_digest
            )
        )

    def fail(self, status: Literal["failed", "stopped"]) -> None:
        """Store that nothing came back; a round that is closed stays as it is."""
        if self._node is not None:
            self._turn.close_round(msgspec.structs.replace(self._take(), status=status))

    def _take(self) -> Node:
        if self._node is None:
            raise OutOfTurn("the round is closed already")
        node, self._node = self._node, None
        return node
