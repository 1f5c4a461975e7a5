"""Start real servers, one after another, and ask them through the official SDKs.

Run ``python -m servers.ask llamacpp`` in ``harness/``. Of every server: does it answer with a 200 to what the reference
makes of every case that is to be accepted? Of those whose answers are kept (llama.cpp, vLLM's full engine) too: does
it still say what the cassettes say? With ``--record``, what is not on file is asked and kept.

Exit code 1: an answer is not what it should be. 3: a server could not be asked; it is told how it ended. What servers
answer that the oracle has no rules for (transformers, LiteLLM) is told, and fails nothing.
"""

import argparse
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from sendable.model.errors import SendableError
from sendable.model.target import parse_target
from sendable.replay.backoff import Patience
from sendable.replay.live import Live
from sendable.replay.minting import Mints
from sendable.tasks.record import How, Recorded, record
from sendable.tasks.record_plan import Asking, Server, questions
from sendable.tasks.selection import Selection
from servers.bodies import all_of, repaired
from servers.once import Once
from servers.process import Running, ServerDidNotStart
from servers.reference_holds import Held, hold
from servers.replays import Compared, compare, compare_counts
from servers.systems import SYSTEMS, Places, System

ROOT = Path(__file__).resolve().parents[2]
COUNTED = "llamacpp-messages"
_SHOWN = 40
_EVERY = 1_000
# A server on this machine is not hurried, and breaks down on the same bytes at once again.
_PATIENCE = Patience(first=0.02)


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """What became of one server. fate: how it ended by itself, ``""`` when it was stopped by us."""

    system: str
    version: str
    seconds: float
    held: Held | None = None
    compared: Compared | None = None
    counts: Compared | None = None
    recorded: int = 0
    fate: str = ""

    @property
    def exit_code(self) -> int:
        """Return 1 for a wrong answer, 3 when the server could not be asked, else 0."""
        pairs = [each for each in (self.compared, self.counts) if each is not None]
        if any(each.differences for each in pairs) or (self.held is not None and self.held.wrong):
            return 3 if self.fate else 1
        return 3 if self.fate else 0


def main(arguments: list[str]) -> int:
    """Ask the servers that are named, tell what was found and return the exit code."""
    options = _options(arguments)
    selection = Selection(broken=options.broken, profile=options.profile)
    with _places(options.folder) as places:
        found = [_asked(SYSTEMS[name], places, selection, options) for name in options.systems]
    if options.json:
        options.json.parent.mkdir(parents=True, exist_ok=True)
        options.json.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1))
    codes = {each.exit_code for each in found if not SYSTEMS[each.system].best_effort}
    return 1 if 1 in codes else max(codes, default=0)


def _options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="servers.ask", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("systems", nargs="+", choices=list(SYSTEMS), metavar="SYSTEM", help=", ".join(SYSTEMS))
    parser.add_argument("--profile", help="a frozen set of cases, in place of the written ones")
    parser.add_argument("--broken", type=int, default=0, help="broken histories to make, beside the written cases")
    parser.add_argument("--record", action="store_true", help="ask and keep what is not on file")
    parser.add_argument("--only-record", action="store_true", help="record, and hold nothing against it")
    parser.add_argument("--only-hold", action="store_true", help="compare with no cassettes")
    parser.add_argument("--cassettes", type=Path, default=ROOT / "cassettes")
    parser.add_argument("--folder", type=Path, help="for environments and models that are made once")
    parser.add_argument("--json", type=Path, help="write what was found to this file")
    return parser.parse_args(arguments)


@contextmanager
def _places(folder: Path | None) -> Iterator[Places]:
    with TemporaryDirectory() as scratch:
        root = folder.resolve() if folder else Path(scratch)
        places = Places(root / "environments", root / "models", root / "logs")
        for each in (places.environments, places.models, places.logs):
            each.mkdir(parents=True, exist_ok=True)
        yield places


def _asked(system: System, places: Places, selection: Selection, options: argparse.Namespace) -> Asked:
    started = time.monotonic()
    found = Asked(system=system.name, version=system.version, seconds=0)
    try:
        with system.serving(places) as server:
            found = _found(system, server, places, selection, options)
            found = msgspec.structs.replace(found, fate=server.fate)
    except (ServerDidNotStart, SendableError) as error:
        found = msgspec.structs.replace(found, fate=str(error))
    found = msgspec.structs.replace(found, seconds=round(time.monotonic() - started, 1))
    _tell(found)
    return found


def _found(system: System, server: Running, places: Places, selection: Selection, options: argparse.Namespace) -> Asked:

    def open_live() -> Once:
        return Once(Live(server.base_url, env=dict(system.env), patience=_PATIENCE), system.extra)

    by_path = places.models / system.model
    targets = tuple(f"{api}:{by_path if by_path.is_dir() else system.model}" for api in system.apis)
    common = Asked(system=system.name, version=system.version, seconds=0)
    if system.records and (options.record or options.only_record):
        kept = sum(_record(system, server, target, selection, options.cassettes) for target in targets)
        common = msgspec.structs.replace(common, recorded=kept)
        if options.only_record:
            return common
    held = hold(targets, selection, open_live, lambda: server.fate, partial(_step, system.name))
    if options.only_hold or not system.records:
        return msgspec.structs.replace(common, held=held)
    live = open_live()
    wanted = chain.from_iterable(all_of(parse_target(each), selection) for each in targets)
    compared = compare(wanted, options.cassettes, live, lambda: server.fate)
    counted = [parse_target(each) for each in targets if each.startswith(COUNTED)]
    counts = compare_counts(counted[0], options.cassettes, live.live) if counted else None
    return msgspec.structs.replace(common, held=held, compared=compared, counts=counts)


def _step(name: str, done: int, all_: int) -> None:
    """Tell how far a server has been asked; a line now and then, for logs too."""
    if done % _EVERY == 0 or done == all_:
        print(f"{name}: {done:,} of {all_:,} asked", file=sys.stderr, flush=True)


def _record(system: System, server: Running, target: str, selection: Selection, out: Path) -> int:
    """Ask what is not on file, and the counting endpoint too where there is one; return how many files were written.

    What is on file and is not asked any more is removed.
    """
    open_live = partial(Live, server.base_url, env=dict(system.env), patience=_PATIENCE, mints=Mints())
    written = 0
    for counting in (False, True) if target.startswith(COUNTED) else (False,):
        asking = Asking(out=out, server=Server(server.base_url), counting=counting)
        asked = questions((repaired if counting else all_of)(parse_target(target), selection), asking)
        done = record(asked, How(open_live=open_live, out=out, counting=counting, jobs=2), lambda *_: None)
        files = sum(done.counted.get(target, {}).values()) if counting else done.files
        written += files
        name = f"{target} (counting)" if counting else target
        _tell_recorded(name, files, _removed(asked.files), done)
    return written


def _removed(asked: frozenset[Path]) -> int:
    """Remove the recordings beside those that are asked; return how many there were."""
    stale = [file for folder in {each.parent for each in asked} for file in folder.glob("*.yaml") if file not in asked]
    for file in stale:
        file.unlink()
    return len(stale)


def _tell_recorded(target: str, files: int, removed: int, done: Recorded) -> None:
    stopped = f": {done.stopped}" if done.stopped else ""
    print(f"recorded  {files} files of {target}, {removed} removed, {done.left} left{stopped}", flush=True)
    _list("NOT ASKED", [f"{origin}: {why}" for origin, why in done.not_asked.items()])


def _tell(found: Asked) -> None:
    print(f"{found.system} ({found.version}), {found.seconds} s")
    if found.held is not None:
        for target, count in found.held.accepted.items():
            refused = found.held.refused.get(target, 0)
            print(f"  reference  {count} accepted, {refused} refused as they should be  {target}")
        longer = len(found.held.misses) - len(found.held.wrong)
        print(f"  reference  {longer} longer than the model's context")
        _list("MISS", [f"{each.kind}  {each.target}  {each.case}: {each.said}" for each in found.held.wrong])
    for name, each in (("cassettes", found.compared), ("counts", found.counts)):
        if each is not None:
            print(f"  {name:9}  {each.same} the same ({each.refused} refusals), {len(each.differences)} differ")
            _list("DIFFERS", list(each.differences))
    if found.fate:
        print(f"  ENDED      {found.fate}")


def _list(word: str, lines: list[str]) -> None:
    for line in lines[:_SHOWN]:
        print(f"  {word}  {line}")
    if len(lines) > _SHOWN:
        print(f"  {word}  and {len(lines) - _SHOWN} more")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
