"""What a report says of its history, for the tests that hold the oracle to it."""

from sendable.model.outcome import Verdict


def as_said(verdict: Verdict, report: dict) -> tuple[int, str | None]:
    """Return status and text of a verdict, the text as far as the report quotes it (``…`` at its end: a beginning)."""
    text = verdict.error and verdict.error.message
    quoted = report["message"]
    if text and quoted and quoted.endswith("…") and text.startswith(quoted[:-1]):
        return verdict.status, quoted
    return verdict.status, text
