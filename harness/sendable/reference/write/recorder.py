"""Attach on write: an agent loop tells what it does, and what is stored can always be sent.

    with open_store(path) as store, Recorder(store, "conversation-1") as recorder:
        recorder.say("What sold best this year?")
        with recorder.turn(TurnRules(calls=8)) as turn:
            while not turn.over:
                with turn.round("openai", "gpt-5.4") as request:
                    calls = request.close(ask_the_model(recorder.history()))
                for call in calls:
                    if turn.start(call):
                        turn.finish(call, run(call))
                if not calls:
                    break

At the moment the loop decides not to run a call, the result that says so is stored as a node of its own, without a
model call. Leaving the turn, however it is left, closes what is still open.
"""

import time
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Self
from uuid import uuid4

from sendable.model.errors import OutOfTurn
from sendable.model.json import JsonObject
from sendable.model.node import Node
from sendable.reference.write import queue
from sendable.reference.write.branch import results_elsewhere
from sendable.reference.write.decisions import TurnRules
from sendable.reference.write.recover import recover
from sendable.reference.write.store import Store
from sendable.reference.write.turn import Turn

NOTHING: frozenset[str] = frozenset()
RULES = frozenset({"attach", "journal", "queue", "final", "recover"})
"""What can be left out to test the net: results at the moment of the decision, results of finished calls kept at
once, messages behind results, the final answer's success, the recovery from a dead worker."""


def new_id() -> str:
    """Return an id that no other node has."""
    return uuid4().hex


class Recorder:
    """One worker on one conversation.

    Args:
        store: where the conversation is, or will be.
        conversation: its id.
        ids: makes the id of each node.
        clock: seconds that only ever grow, for the time limit of a turn.
        without: rules to leave out (`RULES`), for tests of the net.
    """

    def __init__(
        self,
        store: Store,
        conversation: str,
        *,
        ids: Callable[[], str] = new_id,
        clock: Callable[[], float] = time.monotonic,
        without: frozenset[str] = NOTHING,
    ) -> None:
        assert without <= RULES, f"no such rules: {sorted(without - RULES)}"
        self.store = store
        self.conversation = conversation
        self.ids = ids
        self.clock = clock
        self.without = without
        self._turn: Turn | None = None
        self._hold = store.hold(conversation)

    def __enter__(self) -> Self:
        """Take the conversation, and close what a dead worker left open.

        Raises:
            StoreBusy: at once, when another worker has it.
        """
        self._hold.__enter__()
        try:
            if "recover" not in self.without:
                recover(self.store, self.conversation, self.ids)
        except BaseException as error:
            self._hold.__exit__(type(error), error, error.__traceback__)
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._hold.__exit__(kind, error, at)

    @property
    def leaf(self) -> str | None:
        """The node that the next one goes under."""
        return self.store.leaf(self.conversation)

    def history(self) -> JsonObject:
        """Return the path to the leaf as the send side reads it, ``{"nodes": […], "leaf": id}``."""
        return self.store.history(self.conversation)

    def say(self, said: str | JsonObject) -> None:
        """Queue what the user says: it goes in right before the next model call, behind all results."""
        queue.say(self.store, self.conversation, said)

    def turn(self, rules: TurnRules | None = None) -> Turn:
        """Begin a turn; to be used as a context manager.

        Raises:
            OutOfTurn: the one before is not over.
        """
        self._refuse_inside_a_turn()
        self._turn = Turn(self, rules or TurnRules())
        return self._turn

    def checkout(self, node: str | None) -> None:
        """Go on from another node; None starts at the root again, beside what is there.

        The results of the node's calls may stand in its children, on the branch that is left: they are stored once
        more on the new one, for a call must not lose its result to an edit of what came after.

        Raises:
            OutOfTurn: a turn is running.
        """
        self._refuse_inside_a_turn()
        results = [] if node is None else results_elsewhere(self.store, node)
        turn = None if node is None else self.store.node(node).turn
        with self.store.transaction():
            self.store.move(self.conversation, node)
            if results:
                carried = Node(id=self.ids(), parent=node, turn=turn, kind="results", sent=tuple(results))
                self.store.append(self.conversation, carried)

    def edit(self, node: str, said: str | JsonObject) -> None:
        """Ask what was asked in a node in other words: the next round becomes its sibling.

        Raises:
            OutOfTurn: a turn is running.
        """
        self.checkout(self.store.node(node).parent)
        self.say(said)

    def compact(self, received: Sequence[JsonObject], provider: str | None, model: str | None) -> None:
        """Store a compaction of the whole path: a root of its own that points to what it stands for.

        Raises:
            OutOfTurn: a call is open (its result would stand behind the compaction, and the call before it), or there
                is nothing to compact.
        """
        if self._turn is not None:
            self._turn.settle()
        if self.leaf is None:
            raise OutOfTurn("nothing to compact: the conversation is empty")
        node = Node(
            id=self.ids(),
            kind="compaction",
            provider=provider,
            model=model,
            received=tuple(received),
            pointer=self.leaf,
        )
        with self.store.transaction():
            self.store.append(self.conversation, node)

    def turn_is_over(self) -> None:
        """Let the next turn begin; the turn says so itself when it is left."""
        self._turn = None

    def _refuse_inside_a_turn(self) -> None:
        if self._turn is not None:
            raise OutOfTurn("a turn is running", hint="leave the turn first; stop() closes what is open")
