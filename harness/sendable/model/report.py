"""What one run found, as one record that every format is written from."""

from typing import Literal

import msgspec

from sendable.model.baseline import BaselineProblem
from sendable.model.json import JsonObject
from sendable.model.outcome import Outcome
from sendable.model.warning import StepWarning

LossKind = Literal["text", "result", "call", "media", "reasoning"]


class Loss(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something of the history that the output no longer holds. allowed: the case or the contract permits it."""

    kind: LossKind
    path: str
    allowed: bool
    call_id: str | None = None


class CheckResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one check says of one answer. known: why the baseline expects this failure; empty when it does not."""

    check: str
    passed: bool
    detail: str = ""
    known: str = ""


class Result(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One case for one target.

    made: of the shortest history, the normalizer's ``output`` and the body that was ``sent``.
    digests: sha256, hexadecimal: of the history given in, of the normalizer's output, of the bytes on the wire.
    shortest: the shortest history found that fails the same check; only on failures. reproduce: a shell command.
    """

    case: str
    family: str
    case_digest: str
    target: str
    outcome: Outcome
    checks: tuple[CheckResult, ...] = ()
    input_digest: str = ""
    output_digest: str = ""
    wire_digest: str = ""
    recording: str | None = None
    loss: tuple[Loss, ...] = ()
    warnings: tuple[StepWarning, ...] = ()
    reproduce: str = ""
    shortest: JsonObject | None = None
    made: JsonObject = {}

    @property
    def passed(self) -> bool:
        """Whether every check that was made passed."""
        return all(each.passed for each in self.checks)

    @property
    def ok(self) -> bool:
        """Whether every check that was made passed, or failed as the baseline expects."""
        return all(each.passed or each.known for each in self.checks)


class NormalizerInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who was judged."""

    address: str
    name: str
    version: str = ""
    language: str = "python"


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """One run.

    complete: nothing was left unasked. by_basis: verdicts per basis, zeros included, never added up.
    baseline: where the run and its baseline disagree.
    """

    complete: bool
    normalizer: NormalizerInfo
    sdk: dict[str, str]
    digests: dict[str, str]
    by_basis: dict[str, int]
    histories: int
    seconds: float
    results: tuple[Result, ...]
    schema: int = 1
    baseline: tuple[BaselineProblem, ...] = ()
