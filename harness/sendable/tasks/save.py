"""Write a report in every format."""

import errno
import os
from collections.abc import Callable
from pathlib import Path

from sendable.model.errors import BadUsage
from sendable.model.report import Report
from sendable.report.ctrf import ctrf_json
from sendable.report.github import github_text
from sendable.report.json import report_json
from sendable.report.junit import junit_xml
from sendable.report.markdown import markdown_text
from sendable.report.terminal import terminal_text

_FORMATS: dict[str, Callable[[Report], bytes]] = {
    "report.json": report_json,
    "report.md": lambda report: markdown_text(report).encode("utf-8", "backslashreplace"),
    "junit.xml": lambda report: junit_xml(report).encode("utf-8", "backslashreplace"),
}


_PRINTED: dict[str, Callable[[Report], bytes | str]] = {
    "json": report_json,
    "markdown": markdown_text,
    "junit": junit_xml,
    "ctrf": ctrf_json,
    "github": github_text,
}
FORMATS = tuple(_PRINTED)
"""What can be printed instead of the table."""


def prepare(out: Path) -> None:
    """Make the folder of a report, so that one that cannot be written to is told before the run and not after it.

    Raises:
        BadUsage: the folder cannot be written to.
    """
    try:
        (out / "failures").mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _not_writable(out, error.strerror) from error
    if not os.access(out, os.W_OK):
        raise _not_writable(out, os.strerror(errno.EACCES))


def remove_older(out: Path) -> None:
    """Remove the report of an earlier run, so that it is not taken for that of one which stops early.

    Raises:
        BadUsage: it cannot be removed.
    """
    try:
        for name in _FORMATS:
            (out / name).unlink(missing_ok=True)
    except OSError as error:
        raise _not_writable(out, error.strerror) from error


def _not_writable(out: Path, why: str | None) -> BadUsage:
    return BadUsage(f"cannot write the report: {why}", where=str(out), hint="choose another --out")


def save(report: Report, out: Path, form: str | None = None) -> str:
    """Write the report's files under `out` and return what is to be printed.

    Args:
        report: the run.
        out: a folder; made when it is not there.
        form: one of `FORMATS`; None is the table for people.

    Raises:
        BadUsage: the folder cannot be written to.
    """
    try:
        out.mkdir(parents=True, exist_ok=True)
        for name, write in _FORMATS.items():
            (out / name).write_bytes(write(report))
    except OSError as error:
        raise _not_writable(out, error.strerror) from error
    if form:
        printed = _PRINTED[form](report)
        return printed if isinstance(printed, str) else printed.decode("utf-8")
    return f"{terminal_text(report)}\nreports     {', '.join(str(out / name) for name in _FORMATS)}"
