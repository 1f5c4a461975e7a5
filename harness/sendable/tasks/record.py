"""Record: ask what no recording answers, keep each answer as soon as it is there, and never pay twice."""

import time
from collections import Counter

import msgspec

from sendable.model.errors import ProviderNotAsked
from sendable.replay.cassette_file import ready, remove_parts
from sendable.tasks.record_ledger import Grown, add_pending, grow, may_write
from sendable.tasks.record_plan import Questions
from sendable.tasks.record_run import How, Refusal, Running, Step

__all__ = ["How", "Recorded", "Refusal", "exit_code", "record"]


class Recorded(msgspec.Struct, frozen=True, kw_only=True):
    """What a run recorded.

    verdicts: by target, ``accepted`` and ``refused``. counted: by target, how many bodies a counting endpoint counted
    and how many it refused: no verdicts. not_asked: by origin, why. changed: answers that were others before. fields:
    of answers, that nobody knew. moved: fields with another verdict in the ledger. dollars: at most, None when a price
    is not known. left: questions that were not sent. stopped: why, ``""`` when all were.
    """

    verdicts: dict[str, dict[str, int]]
    counted: dict[str, dict[str, int]]
    refusals: tuple[Refusal, ...]
    not_asked: dict[str, str]
    changed: tuple[str, ...]
    fields: tuple[str, ...]
    moved: tuple[str, ...]
    ledgers: tuple[str, ...]
    files: int
    requests: int
    dollars: float | None
    seconds: float
    left: int
    stopped: str = ""


def record(questions: Questions, how: How, step: Step) -> Recorded:
    """Send the questions and write each answer as soon as it is there.

    An interruption lets the requests that are on their way come back, for they are paid for; a second one does not.

    Raises:
        BadUsage: a folder cannot be written to, and nothing was sent.
    """
    remove_parts(how.out)
    folders = dict.fromkeys(each.file.parent for each in questions.to_send)
    with ready((*folders, how.ledger) if folders and how.ledger is not None else folders):
        return _recorded(questions, how, step)


def _recorded(questions: Questions, how: How, step: Step) -> Recorded:
    started = time.monotonic()
    running = Running(questions, how, step)
    running.run()
    trips = [trip for _, trip in running.trips]
    writes = may_write(how.ledger, how.out)
    fields = add_pending(trips, how.ledger, writes=writes)
    grows = writes and running.differing
    moved = grow([*running.earlier, *running.differing], how.ledger) if grows else Grown()
    is_told = isinstance(running.failure, ProviderNotAsked) or running.lost
    if running.failure is not None and not is_told:
        raise running.failure
    known = all(each.dollars is not None for each in questions.to_send)
    return Recorded(
        verdicts=_by_target(running.verdicts),
        counted=_by_target(running.counted),
        refusals=tuple(running.refusals),
        not_asked=running.not_asked,
        changed=tuple(running.changed),
        fields=fields.moved,
        moved=moved.moved,
        ledgers=tuple(dict.fromkeys((*fields.written, *moved.written))),
        files=len(running.trips) + running.counted.total(),
        requests=running.requests,
        dollars=round(running.spent, 6) if known else None,
        seconds=round(time.monotonic() - started, 3),
        left=running.left,
        stopped=running.why_stopped(),
    )


def exit_code(questions: Questions, recorded: Recorded | None) -> int:
    """Return 1 when an answer changed, 3 when something was not asked, else 0."""
    if recorded is not None and recorded.changed:
        return 1
    left = recorded is not None and bool(recorded.not_asked or recorded.left or recorded.stopped)
    return 3 if left or questions.unsendable else 0


def _by_target(counts: Counter[tuple[str, str]]) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for (target, word), count in sorted(counts.items()):
        found.setdefault(target, {})[word] = count
    return found
