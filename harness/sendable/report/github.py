"""The report as annotations of a GitHub workflow: a line a cause, for GitHub shows ten of a kind and drops the rest."""

from collections.abc import Iterator

from sendable.model.outcome import Verdict
from sendable.model.report import Report
from sendable.report.failures import Cause, causes, detail_of
from sendable.report.terminal import summary_lines

_MOST = 10


def github_text(report: Report) -> str:
    """Write an ``error`` for each cause of failure and each problem with the baseline, and a closing ``notice``."""
    lines = [*map(_of_cause, causes(report)), *_of_baseline(report)]
    if len(lines) > _MOST:
        rest = _command("error", "Sendable", f"… and {len(lines) - _MOST + 1} more: see the step summary or report.md")
        lines = [*lines[: _MOST - 1], rest]
    kind = "notice" if report.complete else "warning"
    return "\n".join([*lines, _command(kind, "Sendable", "\n".join(summary_lines(report)))])


def _of_cause(cause: Cause) -> str:
    outcome = cause.example.outcome
    error = outcome.error if isinstance(outcome, Verdict) else None
    said = f"{outcome.status} {error.message}" if isinstance(outcome, Verdict) and error else detail_of(cause.example)
    title = f"{cause.check} {cause.rule}".strip() + f" on {cause.target}: {cause.count} x"
    return _command("error", title, f"{said}\nfor example {cause.example.case}\nreproduce: {cause.example.reproduce}")


def _of_baseline(report: Report) -> Iterator[str]:
    for each in report.baseline:
        yield _command("error", f"baseline: {each.kind}", f"{each.entry}: {each.detail}")


def _command(kind: str, title: str, message: str) -> str:
    return f"::{kind} title={_property(title)}::{_escaped(message)}"


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")
