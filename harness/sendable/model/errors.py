"""Every error that a user can act on, in the order of a run.

The input is read (`UnreadableInput`), the words of the command line are understood (`BadUsage`), a normalizer is
started (`NormalizerDidNotStart`), the provider is asked (`ProviderNotAsked`), and something must have been judged
(`NothingJudged`). Each says what is wrong, where, and what to do; `exit_code` is the command's.
"""


class SendableError(Exception):
    """Root of all errors of this package.

    Args:
        what: what is wrong, in one sentence.
        where: a JSON path, a file with a line, or an address; empty when the sentence says it.
        hint: what to do about it.
    """

    exit_code = 2

    def __init__(self, what: str, *, where: str = "", hint: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.where = where
        self.hint = hint

    def __str__(self) -> str:
        place = f" (at {self.where})" if self.where else ""
        advice = f"\n  hint: {self.hint}" if self.hint else ""
        return f"{self.what}{place}{advice}"


class UnreadableInput(SendableError):
    """A file or a line is not what it should be: not JSON, not the documented shape."""


class BadUsage(SendableError):
    """The words of the command line, a target or an address cannot be understood."""


class NormalizerDidNotStart(SendableError):
    """The normalizer under test could not be loaded or started."""

    exit_code = 3


class NormalizerDied(SendableError):
    """The normalizer took down the process that it was called in, and the run with it."""

    exit_code = 1


class ProviderNotAsked(SendableError):
    """A provider could not be asked at all: no transport, no key, or a request that never left."""

    exit_code = 3


class NothingJudged(SendableError):
    """The run judged nothing: it is incomplete, never green."""

    exit_code = 3


class StoreBusy(SendableError):
    """Another worker holds the conversation, or another program the whole store."""


class OutOfTurn(SendableError):
    """An agent loop tells the recorder what cannot be at this point of a turn."""
