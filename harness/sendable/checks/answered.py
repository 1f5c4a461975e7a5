"""What one normalizer made of one case for one target: everything that is judged."""

from typing import TypeAlias

import msgspec

from sendable.model.case import Case, Expect
from sendable.model.json import Json, JsonObject
from sendable.model.outcome import Crashed, NotExpressible, Outcome, Refused
from sendable.model.target import Target


class Output(msgspec.Struct, frozen=True):
    """What a normalizer gave back.

    value: messages for the contract ``flat``, a request body for ``send``, a history for ``write``.
    dropped: the drop count of ``flat``; None where it gives none.
    """

    value: Json
    dropped: int | None = None


NoOutput: TypeAlias = Refused | Crashed | NotExpressible


class Answered(msgspec.Struct, frozen=True, kw_only=True):
    """One case answered.

    outcome: the verdict on what was sent, or why there is none.
    given: the history that the normalizer was given (recipes and tagged values realized), copied before the call.
    given_after: the very object it was given, after the call; None when it runs in another process.
    output: what it gave back; None when it gave nothing.
    second: what it gave back for the same case once more; None when it was not asked.
    again: what it made of its own output (``flat``); None when it was not asked.
    letter: it claims no more than the letter of the seeds, so the case's expectation of that holds where there is one.
    """

    case: Case
    target: Target
    outcome: Outcome
    given: JsonObject
    given_after: JsonObject | None = None
    output: Output | None = None
    second: Output | NoOutput | None = None
    again: Output | NoOutput | None = None
    letter: bool = False

    @property
    def expect(self) -> Expect:
        """What is expected of this normalizer for this target."""
        at_target = self.case.expect.at(self.target)
        return at_target.letter if self.letter and at_target.letter else at_target
