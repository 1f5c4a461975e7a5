"""The causes of a search: what has become of those on file, and the new ones, written at once and then made short."""

import time
from collections.abc import Iterable
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Final

import msgspec

from sendable.corpus import shrink
from sendable.model.case import Case
from sendable.model.fuzz import CauseState, Found
from sendable.model.json import JsonObject
from sendable.model.outcome import NotExpressible
from sendable.model.report import Result
from sendable.model.target import Target, parse_target
from sendable.report.failures import is_unjudged
from sendable.tasks.asked_as import asked_as
from sendable.tasks.evaluate import evaluate, made_of
from sendable.tasks.fuzz.interrupt import Interruption
from sendable.tasks.fuzz.known import CauseKey, Known, key_of, read_known, write_known
from sendable.tasks.fuzz.worker import Failure, Search, is_fair
from sendable.tasks.reproduce import command_of

_MOST: Final = 24
_TRIES_EACH: Final = 160
_SECONDS_EACH: Final = 15.0


class Causes:
    """Those of one search."""

    def __init__(self, search: Search, out: Path, stop: Interruption) -> None:
        """Start the normalizer in this process.

        Raises:
            SendableError: it does not start.
        """
        self._search = search
        self._out = out
        self._stop = stop
        self._tools = search.job.tools()
        self._known: set[CauseKey] = set()
        self._new: dict[CauseKey, tuple[Failure, Path]] = {}

    def on_file(self) -> list[Found]:
        """Run the causes on file, and say what has become of each; once stopped, no more of them.

        Raises:
            UnreadableInput: a file is no case file.
        """
        found: list[Found] = []
        known = read_known(self._out)
        with self._stop.ends():
            for each in known:
                found.append(self._looked_at(each))  # noqa: PERF401 - what was found before an interruption counts
        if self._stop.asked:
            self._tools[0].close()  # it may still be about an answer that nobody waits for
        gone = ("fixed", "unjudged")
        self._known = {CauseKey(each.check, each.sign, each.target) for each in found if each.state not in gone}
        return found

    def add(self, failures: Iterable[Failure]) -> None:
        """Write what fails in a new way as it is: whatever happens to the search, it is not lost."""
        for failure in failures:
            key = key_of(failure.result)
            if key and key not in self._known and key not in self._new and len(self._new) < _MOST:
                self._new[key] = (failure, write_known(key, failure.case, failure.case.history, self._out))

    def new(self) -> list[Found]:
        """Make the new ones short, and end the normalizer."""
        found = [self._shortened(key, failure, file) for key, (failure, file) in self._new.items()]
        self._tools[0].close()
        return found

    def _looked_at(self, known: Known) -> Found:
        case = asked_as(known.case, self._search.contracts)
        result = self._judged(case, known)
        key = key_of(result)
        state: CauseState = "known" if key == known.key else "changed"
        if key is None:
            state = "unjudged" if is_unjudged(result) else "fixed"
        now = key or known.key
        shown = self._shown(result, case, known.target, known.file) if case and key else result
        return Found(check=now.check, sign=now.sign, target=now.target, state=state, file=str(known.file), result=shown)

    def _judged(self, case: Case | None, known: Known) -> Result:
        """Judge a cause on file, unless the normalizer says that it is not to be asked."""
        target = str(known.target)
        globs = self._tools[0].targets
        if globs and not any(fnmatchcase(target, glob) for glob in globs):
            return _not_asked(known, f"the normalizer is not for {target}")
        if case is None:
            return _not_asked(known, f"the normalizer is not held to the contract {known.case.contract}")
        return evaluate(case, known.target, *self._tools)

    def _shortened(self, key: CauseKey, failure: Failure, file: Path) -> Found:
        """Make a new failure short, as far as there is time."""
        target = parse_target(key.target)
        shortest = [(failure.case, failure.result)]
        deadline = time.monotonic() + _SECONDS_EACH

        def still_fails(history: JsonObject) -> bool:
            if self._stop.over or time.monotonic() > deadline:
                return False
            candidate = msgspec.structs.replace(failure.case, history=history)
            result = evaluate(candidate, target, *self._tools)
            same = key_of(result) == key
            if same and is_fair(candidate, target, self._search.job.address, self._tools[1]):
                shortest.append((candidate, result))
                return True
            return False

        shrink(failure.case.history, still_fails, budget=_TRIES_EACH)
        case, result = shortest[-1]
        write_known(key, case, case.history, self._out, file)
        shown = self._shown(result, case, target, file)
        return Found(check=key.check, sign=key.sign, target=key.target, state="new", file=str(file), result=shown)

    def _shown(self, result: Result, case: Case, target: Target, file: Path) -> Result:
        """Add the history, what was made of it, and the command that shows it again."""
        again = command_of(self._search.job, str(target), "--cases", str(file), "--out", f"{self._out}-again")
        made = {} if self._stop.over else made_of(case, target, *self._tools)
        return msgspec.structs.replace(result, shortest=case.history, made=made, reproduce=again)


def _not_asked(known: Known, why: str) -> Result:
    case, target = known.case, str(known.target)
    return Result(case=case.id, family=case.family, case_digest="", target=target, outcome=NotExpressible(why))
