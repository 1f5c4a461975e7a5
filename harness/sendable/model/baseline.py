"""A baseline: failures of one normalizer that are expected, each with a reason, and what is wrong with the list."""

from datetime import date
from typing import Annotated, Literal

import msgspec

Some = msgspec.Meta(min_length=1)
ProblemKind = Literal["unexpected-pass", "vanished", "different-failure", "expired", "too-few-passes", "too-wide"]


class Expected(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One ``[[expected]]`` entry.

    case, target: an id and a target, or globs. check: the check that fails. fingerprint: how it fails, as in the report
    (`report.fingerprint`). reason: why this is accepted for now. link: to an issue. when: versions for which it holds,
    as ``openai >= 3, normalizer < 2``; else it is passed over. expires: after this day it fails the run.
    flaky_min: how many of the covered results must pass at least; the others may fail, in this way only.
    """

    case: Annotated[str, Some]
    target: Annotated[str, Some]
    check: Annotated[str, Some]
    fingerprint: Annotated[str, Some]
    reason: Annotated[str, Some]
    link: str | None = None
    when: str | None = None
    expires: date | None = None
    flaky_min: Annotated[int, msgspec.Meta(ge=0)] | None = None

    def __str__(self) -> str:
        return f"{self.case}  {self.target}  {self.check}"


class BaselineProblem(msgspec.Struct, frozen=True):
    """Where the baseline and the run disagree. entry: its case, target and check. detail: for people."""

    kind: ProblemKind
    entry: str
    detail: str
