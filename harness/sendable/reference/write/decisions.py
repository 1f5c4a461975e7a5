"""Which calls are not run, and what their results say: the four cases of seed 2, and what else ends a turn.

A result never claims that a call was not run when it was: a call that was already running was halted, and is said to
be. The final answer alone gets a success, for a failure would be read as a failed submission and sent again.
"""

from collections.abc import Sequence
from typing import Literal, TypeAlias

import msgspec

from sendable.reference.write.calls import Call

Reason: TypeAlias = Literal[
    "call-cap", "time-limit", "repeated", "approval-cap", "refused", "final-answer", "stopped", "ended", "worker-lost"
]

_WHY: dict[Reason, str] = {
    "call-cap": "the limit of {limit:g} tool calls a turn was reached",
    "time-limit": "the time limit of the turn, {limit:g} seconds, was reached",
    "repeated": "the same call with the same arguments was already made in this turn",
    "approval-cap": "the limit of {limit:g} calls a turn that need approval was reached",
    "refused": "{detail}",
    "final-answer": "the final answer was submitted together with it",
    "stopped": "the user stopped the turn",
    "ended": "the turn ended first{detail}",
    "worker-lost": "the worker ended before it could start it",
}
FINAL_ACCEPTED = "The final answer was submitted."
ENDING: frozenset[Reason] = frozenset({"call-cap", "time-limit", "final-answer", "stopped", "ended"})
"""The reasons with which the turn is over."""


class TurnRules(msgspec.Struct, frozen=True, kw_only=True):
    """What a turn may do; None is no limit.

    calls: how many calls are run in it. seconds: how long it may last. approvals: how many calls of the tools in
    `needs_approval` are run. final_tool: the tool that submits the final answer.
    """

    calls: int | None = None
    seconds: float | None = None
    approvals: int | None = None
    needs_approval: frozenset[str] = frozenset()
    final_tool: str | None = None


class Decision(msgspec.Struct, frozen=True):
    """A decision not to run a call, with what its result says of it."""

    reason: Reason
    limit: float = 0
    detail: str = ""

    def text(self, *, running: bool) -> str:
        """Say that the call was not run, or that it was running when it was halted, and why."""
        why = _WHY[self.reason].format(limit=self.limit, detail=self.detail)
        return f"Halted while it was running, so there is no result: {why}." if running else f"Not run: {why}."


class Tally:
    """What one turn has run so far, and whether it may run one call more."""

    def __init__(self, rules: TurnRules, started: float) -> None:
        self._rules = rules
        self._started = started
        self._run = 0
        self._approved = 0
        self._made: set[tuple[str, bytes]] = set()

    def decide(self, call: Call, now: float) -> Decision | None:
        """Return why a call is not run; None when it is."""
        rules = self._rules
        if rules.seconds is not None and now - self._started >= rules.seconds:
            return Decision("time-limit", rules.seconds)
        if rules.calls is not None and self._run >= rules.calls:
            return Decision("call-cap", rules.calls)
        if call.sameness in self._made:
            return Decision("repeated")
        if rules.approvals is not None and call.name in rules.needs_approval and self._approved >= rules.approvals:
            return Decision("approval-cap", rules.approvals)
        return None

    def add(self, call: Call) -> None:
        """Count a call that is run."""
        self._run += 1
        self._approved += call.name in self._rules.needs_approval
        self._made.add(call.sameness)


def final_calls(calls: Sequence[Call], rules: TurnRules) -> list[Call]:
    """Return the calls that submit the final answer."""
    return [call for call in calls if rules.final_tool is not None and call.name == rules.final_tool]
