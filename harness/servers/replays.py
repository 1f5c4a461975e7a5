"""Whether a running server still says what the cassettes say: every request is asked live and held against its file."""

from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec

from sendable.model.json import Json
from sendable.model.outcome import CouldNotAsk, Crashed, NotOnFile, Verdict
from sendable.model.target import Target
from sendable.recordings import read
from sendable.recordings.words import same_words
from sendable.replay.asking import Asked, Asker
from sendable.replay.cassettes import folder_of
from sendable.replay.counting import token_counter
from sendable.replay.live import CannotAsk, Live
from sendable.replay.recorded_basis import Recorded
from sendable.tasks.record_bodies import Wanted
from sendable.tasks.record_plan import COUNTING, Asking, Question, questions

_OK = 200


class Compared(msgspec.Struct, frozen=True):
    """What was found. same: requests with one verdict live and recorded. differences: all others, each on a line."""

    same: int
    refused: int
    differences: tuple[str, ...]


def compare(wanted: Iterable[Wanted], cassettes: Path, live: Asker, gone: Callable[[], str]) -> Compared:
    """Ask every distinct request, and hold the verdict against the recorded one.

    Args:
        wanted: bodies.
        cassettes: the folder.
        live: asks the server.
        gone: tells whether the server has exited, and how.

    Raises:
        SendableError: nothing can be asked.
    """
    recorded = Recorded(cassettes)
    same = refused = 0
    differences = []
    for question in questions(wanted, Asking(out=cassettes, again=True)).to_send:
        here = live.ask(question.body, question.target, question.headers)
        difference = _difference(here, _on_file(question, recorded))
        if difference:
            differences.append(f"{question.target}  {question.origins[0]}: {difference}")
        else:
            same += 1
            refused += isinstance(here.outcome, Verdict) and not here.outcome.accepted
        if isinstance(here.outcome, CouldNotAsk) and gone():
            differences.append(gone())
            break
    return Compared(same, refused, tuple(differences))


def compare_counts(target: Target, cassettes: Path, live: Live) -> Compared:
    """Ask the counting endpoint for every request whose count is on file, and hold the numbers against each other.

    The recorded body itself is sent: a count depends on the words, which no digest holds.

    Raises:
        SendableError: nothing can be asked.
    """
    same, differences = 0, []
    for file in sorted((cassettes / folder_of(target) / COUNTING).glob("*.yaml")):
        for trip in read(file):
            here, there = _counted(trip.request, target, live), _tokens(trip.status, trip.response)
            if here == there:
                same += 1
            else:
                differences.append(f"{target}  {file.name}: counts {here}, recorded {there}")
    return Compared(same, 0, tuple(differences))


def _on_file(question: Question, recorded: Recorded) -> Asked:
    """Return the recorded answer: of the file that is named by the request, else of a conversation.

    That such a file replays to its own verdict is a test of its own; here only the server is in question.
    """
    trip = next(read(question.file), None) if question.file.is_file() else None
    if trip is None:
        return recorded.ask(question.body, question.target, question.headers)
    verdict = Verdict(trip.accepted, trip.status, "recorded", question.target.model, trip.date, error=trip.error)
    return Asked(verdict, recording=trip.source.path)


def _difference(here: Asked, there: Asked) -> str:
    now, then = here.outcome, there.outcome
    if isinstance(now, Verdict) and isinstance(then, Verdict) and there.recording is not None:
        words = [each.error.message if each.error else "" for each in (now, then)]
        if now.status == then.status and same_words(*words):
            return ""
    return f"{_told(now)}; on file: {_told(then)}"


def _told(outcome: object) -> str:
    if isinstance(outcome, Verdict):
        return f"{outcome.status} {outcome.error.message if outcome.error else ''}".strip()
    if isinstance(outcome, CouldNotAsk | NotOnFile):
        return outcome.why
    return outcome.message if isinstance(outcome, Crashed) else repr(outcome)


def _counted(body: Json, target: Target, live: Live) -> int | str:
    try:
        came = live.call(target, lambda client: token_counter(target, client)(body))
    except CannotAsk as error:
        return str(error)
    return _tokens(came.status, came.json())


def _tokens(status: int, body: object) -> int | str:
    counted = body.get("input_tokens") if isinstance(body, dict) else None
    return counted if status == _OK and isinstance(counted, int) else f"status {status}"
