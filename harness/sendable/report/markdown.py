"""The report as Markdown, for a pull request or a step summary."""

import json

from tabulate import tabulate

from sendable.model.report import Report
from sendable.report.failures import Cause, causes
from sendable.report.matrix import matrix
from sendable.report.terminal import cause_lines, summary_lines


def markdown_text(report: Report) -> str:
    """Write the whole report; every cause of failure with its shortest history."""
    head, rows = matrix(report)
    table = tabulate(rows, headers=head, tablefmt="github", disable_numparse=True)
    parts = [
        f"# Sendable: {report.normalizer.address}",
        "```text\n" + "\n".join(summary_lines(report)) + "\n```",
        "Each cell is passed/all. A verdict's basis is never added to another's.",
        table,
    ]
    found = causes(report)
    if found:
        parts += ["## Failures", *(_cause(cause) for cause in found)]
    return "\n\n".join(parts) + "\n"


def _cause(cause: Cause) -> str:
    lines = [line for line in cause_lines(cause) if not line.startswith("  history")]
    parts = [f"### {cause.check} {cause.rule} on {cause.target}", "```text\n" + "\n".join(lines) + "\n```"]
    if cause.example.shortest is not None:
        history = json.dumps(cause.example.shortest, ensure_ascii=False, indent=1)
        parts.append(f"The shortest history that fails so:\n\n```json\n{history}\n```")
    return "\n\n".join(parts)
