"""A check: one question to one answer."""

from collections.abc import Callable
from functools import cached_property

import msgspec

from sendable.checks.answered import Answered
from sendable.checks.losses import losses_in
from sendable.checks.match import Match, match
from sendable.checks.views import views
from sendable.model.report import CheckResult, Loss


class Judged:
    """An answer with what several checks need of it, worked out once.

    answered: the answer. match: which pieces of the history the output still holds; None where there is no output, or
    the contract has no history to compare with.
    """

    def __init__(self, answered: Answered) -> None:
        self.answered = answered

    @cached_property
    def match(self) -> Match | None:
        found = views(self.answered)
        return match(*found, verbatim=self.answered.case.contract == "flat") if found else None

    @cached_property
    def losses(self) -> tuple[Loss, ...]:
        if self.match is None:
            return ()
        return losses_in(self.match, self.answered.case.contract, self.answered.expect.may_lose)


class Check(msgspec.Struct, frozen=True):
    """One check. name: stable, as in reports. rank: its place in them. run: None where it does not apply."""

    name: str
    rank: int
    run: Callable[[Judged], CheckResult | None]

    def result(self, passed: bool, detail: str = "") -> CheckResult:  # noqa: FBT001 - the result's own field
        """Make this check's result; a detail of what passed is left out."""
        return CheckResult(self.name, passed, "" if passed else detail)
