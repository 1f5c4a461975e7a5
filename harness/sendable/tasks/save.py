"""Write a report in every format."""

from collections.abc import Callable
from pathlib import Path

from sendable.model.errors import BadUsage
from sendable.model.report import Report
from sendable.report.json import report_json
from sendable.report.junit import junit_xml
from sendable.report.markdown import markdown_text
from sendable.report.terminal import terminal_text

_FORMATS: dict[str, Callable[[Report], bytes]] = {
    "report.json": report_json,
    "report.md": lambda report: markdown_text(report).encode("utf-8", "backslashreplace"),
    "junit.xml": lambda report: junit_xml(report).encode("utf-8", "backslashreplace"),
}


def save(report: Report, out: Path, *, as_json: bool) -> str:
    """Write the report's files under `out` and return the text for the terminal.

    Raises:
        BadUsage: the folder cannot be written to.
    """
    try:
        out.mkdir(parents=True, exist_ok=True)
        for name, write in _FORMATS.items():
            (out / name).write_bytes(write(report))
    except OSError as error:
        raise BadUsage(
            f"cannot write the report: {error.strerror}", where=str(out), hint="choose another --out"
        ) from error
    if as_json:
        return (out / "report.json").read_text(encoding="utf-8")
    return f"{terminal_text(report)}\nreports     {', '.join(str(out / name) for name in _FORMATS)}"
