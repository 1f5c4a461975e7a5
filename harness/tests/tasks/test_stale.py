"""Recordings that nothing asks for any more."""

from datetime import date
from pathlib import Path

from replay.fake_provider import FakeProvider, serving
from tasks.test_record import CHAT, RESPONSES, asking, how, quiet, wanted

from sendable.report.stale import stale_text
from sendable.tasks.record import record
from sendable.tasks.record_bodies import Wanted
from sendable.tasks.record_plan import Asking, Server, questions
from sendable.tasks.stale import stale


def _recorded(folder: Path) -> None:
    """Record four chats, one of them on another day, and one that cannot be read."""
    with serving(FakeProvider()) as provider:
        record(questions(wanted(4), asking(folder, provider)), how(folder, provider), quiet)
    files = sorted((folder / "cassettes" / "openai" / "openai-chat").glob("*.yaml"))
    today = next(line for line in files[0].read_text().splitlines() if "recorded_at" in line)
    files[0].write_text(files[0].read_text().replace(today, "- recorded_at: '2026-01-01'"))
    told = folder / "cassettes" / "openai" / "openai-chat" / "conversations" / "told.yaml"
    told.parent.mkdir()
    told.write_text("interactions: []\n")


def _questions(folder: Path, count: int, target=CHAT):
    again = Asking(out=folder / "cassettes", server=Server("http://127.0.0.1:1", gateway=True), again=True)
    return questions(wanted(count, target), again)


def test_what_is_asked_is_not_stale(tmp_path) -> None:
    """The same command over the same bodies makes every file, and conversations are no business of it."""
    _recorded(tmp_path)
    listed = stale(_questions(tmp_path, 4), tmp_path / "cassettes")
    assert (listed.checked, listed.stale) == (4, ())


def test_what_is_not_asked_any_more(tmp_path) -> None:
    """Of a folder that is asked, a request that is not made any more; of one that nobody asks, all that is in it."""
    _recorded(tmp_path)
    fewer = stale(_questions(tmp_path, 3), tmp_path / "cassettes")
    other = stale(_responses(tmp_path), tmp_path / "cassettes")
    assert ([each.why for each in fewer.stale], [each.why for each in other.stale]) == (
        ["not-produced"],
        ["unused"] * 4,
    )


def _responses(folder: Path):
    body = {"model": RESPONSES.model, "input": "Hi."}
    again = Asking(out=folder / "cassettes", server=Server("http://127.0.0.1:1", gateway=True), again=True)
    return questions([Wanted(body=body, target=RESPONSES, origin="x")], again)


def test_what_is_old_or_cannot_be_read(tmp_path) -> None:
    """Older than so many days, with its date; and a file that is no recording."""
    _recorded(tmp_path)
    broken = tmp_path / "cassettes" / "openai" / "openai-chat" / f"{'0' * 32}-{'1' * 32}.yaml"
    broken.write_text("{]")
    listed = stale(_questions(tmp_path, 4), tmp_path / "cassettes", 200, date(2026, 12, 1))
    assert {each.why: each.date for each in listed.stale} == {"old": "2026-01-01", "unreadable": ""}
    assert stale_text(listed.checked, listed.by_reason()) == (
        f"not readable: 1\n  {broken.as_posix()}\nolder than --max-age: 1\n"
        f"  {next(each.file for each in listed.stale if each.why == 'old')} (2026-01-01)\n2 of 5 recordings are stale"
    )
