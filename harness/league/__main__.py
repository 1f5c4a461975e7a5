"""Run all adapters and write the league: ``python -m league`` (with ``harness`` on the path; `nox -s league` does it).

Writes ``reports/league.json``, ``reports/league.md`` and a page of red cells for each entry, and ends with 1 when an
adapter is broken: it cannot be started, or its control fails. What a peer does to broken histories never fails the run.
"""

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from datetime import UTC, datetime
from fnmatch import fnmatchcase
from importlib.metadata import version
from pathlib import Path

import msgspec

from league.control import faults
from league.judge import judge
from league.markdown import pages
from league.peers import ROOT, Entry, NotListed, clean, entries, scripts
from league.tally import League, Peer, Standing, standing
from sendable import ledger, oracle
from sendable.corpus import corpus_digest
from sendable.model.case import Case
from sendable.model.errors import SendableError
from sendable.model.target import Target, parse_target
from sendable.normalizers import Connected, Limits, connect
from sendable.oracle.judge import EVIDENCE_DATE
from sendable.replay import Modelled
from sendable.tasks.asked_as import asked_as
from sendable.tasks.run import DEFAULT_TARGETS
from sendable.tasks.selection import Selection, selected

_LIMITS = Limits(seconds=120.0)
_PROFILE = "smoke"


class Task(msgspec.Struct, frozen=True):
    """One entry with the targets and the cases that it is asked. words: of `sendable run`, which name the cases."""

    entry: Entry
    targets: tuple[str, ...]
    cases: tuple[Case, ...]
    words: tuple[str, ...]


def main(words: Sequence[str]) -> int:
    """Run the league; return the exit code."""
    told = _parser().parse_args(words)
    if told.render:
        _write_pages(msgspec.json.decode((told.out / "league.json").read_bytes(), type=League), told.out)
        return 0
    os.chdir(ROOT)  # the addresses of the adapters begin there
    apart = clean()
    os.environ.clear()
    os.environ.update(apart)
    selection, chosen = _selection(told)
    cases = tuple(selected(selection))
    empty = _empty(cases, chosen)
    kept = _earlier(told.out, empty) if told.resume else {}
    tasks = [
        Task(entry, tuple(each for each in told.target if entry.supports(each)), cases, chosen)
        for entry in _entries(told.only)
    ]
    asked = [task for task in tasks if task.targets and not _is_kept(task, kept)]
    for peer in _peers(asked, told.jobs):
        kept[peer.entry.key] = peer
        # After each, for a run that is cut short can be resumed.
        _write(msgspec.structs.replace(empty, peers=tuple(kept[key] for key in sorted(kept))), told.out)
    _say(f"written: {told.out / 'league.md'}, {told.out / 'league.json'}: {len(kept)} entries")
    return 1 if any(peer.broken for peer in kept.values()) else 0


def _empty(cases: tuple[Case, ...], words: tuple[str, ...]) -> League:
    return League(
        date=datetime.now(UTC).date().isoformat(),
        as_of=EVIDENCE_DATE,
        sendable=version("sendable"),
        digests={"oracle": oracle.digest(), "ledger": ledger.digest(), "corpus": corpus_digest(list(cases))},
        words=words,
        peers=(),
    )


def _earlier(out: Path, now: League) -> dict[str, Peer]:
    """Return what a run that was cut short, or one of other entries, found on the same cases under the same rules."""
    try:
        found = msgspec.json.decode((out / "league.json").read_bytes(), type=League)
    except (FileNotFoundError, msgspec.DecodeError):
        return {}
    same = (found.words, found.digests, found.as_of) == (now.words, now.digests, now.as_of)
    return {peer.entry.key: peer for peer in found.peers} if same else {}


def _is_kept(task: Task, kept: dict[str, Peer]) -> bool:
    earlier = kept.get(task.entry.key)
    if earlier is None or earlier.broken or earlier.entry != task.entry:
        return False
    return {each.target for each in earlier.standings} == set(task.targets)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m league", description=__doc__)
    parser.add_argument("--only", action="append", default=[], metavar="GLOB", help="entries, as litellm.*")
    parser.add_argument("--target", action="append", metavar="TARGET", help="API[@vendor]:model; three by default")
    parser.add_argument("--profile", default=_PROFILE, metavar="NAME", help="a frozen set of cases; smoke by default")
    parser.add_argument("--broken", type=int, metavar="N", help="no profile: the written cases and N broken ones")
    parser.add_argument("--out", type=Path, default=ROOT / "reports", metavar="DIR")
    parser.add_argument("--resume", action="store_true", help="keep what is on file for the same cases and rules")
    parser.add_argument("--render", action="store_true", help="run nothing: write the pages of league.json anew")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N")
    parser.set_defaults(target=list(DEFAULT_TARGETS))
    return parser


def _selection(told: argparse.Namespace) -> tuple[Selection, tuple[str, ...]]:
    """Return the cases, and the words with which `sendable run` selects the same."""
    if told.broken is None:
        return Selection(profile=told.profile), ("--profile", told.profile)
    return Selection(broken=told.broken), ("--broken", str(told.broken), "--seed", "0")


def _entries(only: Sequence[str]) -> Iterator[Entry]:
    for script in scripts():
        found = list(entries(script))
        yield from (each for each in found if not only or any(fnmatchcase(each.key, glob) for glob in only))


def _peers(tasks: Sequence[Task], jobs: int) -> Iterator[Peer]:
    with ProcessPoolExecutor(jobs) as pool:
        asked = [pool.submit(_peer, task) for task in tasks]
        for at, each in enumerate(as_completed(asked), 1):
            peer = each.result()
            _say(f"{at}/{len(asked)}  {_summary(peer)}")
            yield peer


def _peer(task: Task) -> Peer:
    """Run the control, then the cases."""
    try:
        normalizer = connect(task.entry.address, _LIMITS)
    except SendableError as error:
        return Peer(task.entry, (), (str(error),))
    wrong = tuple(faults(normalizer, task.targets, task.entry.key))
    if wrong:
        normalizer.close()
        return Peer(task.entry, (), wrong)
    try:
        standings = [_standing(task, parse_target(target), normalizer) for target in task.targets]
    except SendableError as error:
        return Peer(task.entry, (), (str(error),))
    finally:
        normalizer.close()
    return Peer(task.entry, tuple(standings))


def _standing(task: Task, target: Target, normalizer: Connected) -> Standing:
    asked = (asked_as(case, normalizer.contracts) for case in task.cases)
    pairs = [(case, target) for case in asked if case is not None and _counts(case, target)]
    return standing(task.entry, str(target), list(judge(pairs, normalizer, Modelled())), task.words)


def _counts(case: Case, target: Target) -> bool:
    """Whether a case is for a target, and a normalizer can save it."""
    concerned = not case.targets or any(fnmatchcase(str(target), glob) for glob in case.targets)
    return concerned and case.expect.at(target).outcome == "accepted"


def _summary(peer: Peer) -> str:
    if peer.broken:
        return f"{peer.entry.key}: BROKEN {'; '.join(peer.broken)}"
    told = [f"{each.target} {each.became} {each.damages}" for each in peer.standings]
    return f"{peer.entry.key}: " + "; ".join(told)


def _write(league: League, out: Path) -> None:
    out.mkdir(parents=True, exist_ok=True)
    (out / "league.json").write_bytes(msgspec.json.format(msgspec.json.encode(league), indent=1) + b"\n")
    _write_pages(league, out)


def _write_pages(league: League, out: Path) -> None:
    (out / "league").mkdir(exist_ok=True)
    written = pages(league)
    for old in (out / "league").glob("*.md"):
        if f"league/{old.name}" not in written:
            old.unlink()
    for path, text in written.items():
        (out / path).write_text(text, encoding="utf-8")


def _say(text: str) -> None:
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except (NotListed, SendableError) as error:
        _say(f"error: {error}")
        sys.exit(2)
