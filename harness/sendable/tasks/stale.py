"""Recordings that nothing asks for any more, or that are old."""

import re
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Literal

import msgspec

from sendable import ledger
from sendable.model.errors import UnreadableInput
from sendable.recordings import read
from sendable.tasks.record_plan import Questions

Reason = Literal["unused", "not-produced", "old", "unreadable"]
_NAMED_BY_DIGESTS = re.compile(r"[0-9a-f]{32}-[0-9a-f]{32}\.yaml").fullmatch


class Stale(msgspec.Struct, frozen=True):
    """One stale recording.

    why: ``unused`` (no target of the run lies in its folder), ``not-produced`` (its folder's targets are asked, and its
    request is not among what they are asked), ``old``, ``unreadable``. date: of the recording, ISO.
    """

    file: str
    why: Reason
    date: str = ""


class Listed(msgspec.Struct, frozen=True):
    """The stale recordings among those checked."""

    checked: int
    stale: tuple[Stale, ...]

    def by_reason(self) -> dict[str, tuple[str, ...]]:
        """Return their files by reason, old ones with their date."""
        found: dict[str, list[str]] = {}
        for each in self.stale:
            found.setdefault(each.why, []).append(f"{each.file} ({each.date})" if each.why == "old" else each.file)
        return {why: tuple(files) for why, files in found.items()}


def stale(questions: Questions, root: Path, max_age: int | None = None, today: date | None = None) -> Listed:
    """List the recordings of single requests that a run would not make, and those that are too old.

    Whole conversations have a script of their own; a recording that a ledger names as its source is used.

    Args:
        questions: all that the run asks, with what is on file.
        root: the folder of recordings.
        max_age: in days; None lets them be of any age.
        today: for tests; the day in UTC.
    """
    day = today or datetime.now(UTC).date()
    folders = {file.parent for file in questions.files}
    cited = _cited()
    found: list[Stale] = []
    files = sorted(file for file in root.rglob("*.yaml") if _NAMED_BY_DIGESTS(file.name))
    for file in files:
        used = file in questions.files or any(file.as_posix().endswith(where) for where in cited)
        why, recorded = _verdict(file, day, max_age, used=used, asked=file.parent in folders)
        if why is not None:
            found.append(Stale(file.as_posix(), why, recorded))
    return Listed(len(files), tuple(found))


def _verdict(file: Path, today: date, max_age: int | None, *, used: bool, asked: bool) -> tuple[Reason | None, str]:
    try:
        recorded = next((trip.date for trip in read(file)), "")
    except UnreadableInput:
        return "unreadable", ""
    if not used:
        return "not-produced" if asked else "unused", recorded
    if max_age is not None and recorded and (today - date.fromisoformat(recorded)).days > max_age:
        return "old", recorded
    return None, recorded


def _cited() -> frozenset[str]:
    """Return the recordings that ledgers name."""
    sources = (source.where for api in ledger.apis() for row in ledger.rows(api) for source in row.sources)
    return frozenset(where.partition("#")[0] for where in sources if where.startswith("cassettes/"))
