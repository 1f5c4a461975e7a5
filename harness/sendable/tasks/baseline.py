"""Expected failures: read them, hold a run against them, write them anew."""

import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from fnmatch import fnmatchcase
from pathlib import Path

import msgspec

from sendable.model.baseline import BaselineProblem, Expected, ProblemKind
from sendable.model.errors import BadUsage, UnreadableInput
from sendable.model.outcome import CouldNotAsk
from sendable.model.report import CheckResult, Report, Result
from sendable.report.fingerprint import fingerprint
from sendable.tasks.versions import holds

WIDEST = 20
"""How many cases one entry may cover."""


class Scope(msgspec.Struct, frozen=True):
    """What a run looked at, so that what it did not look at is not called vanished.

    targets: those named on the command line, empty when they are the default ones. partial: cases were left out.
    versions: of the normalizer, the SDKs and Python. today: for ``expires``.
    """

    versions: dict[str, str]
    today: date
    targets: tuple[str, ...] = ()
    partial: bool = False


class Compared(msgspec.Struct, frozen=True):
    """A run held against a baseline.

    results: with ``known`` on each expected failure. problems: with the positions of their entries.
    """

    results: list[Result]
    problems: list[tuple[int, BaselineProblem]]


def read_baseline(file: Path) -> list[Expected]:
    """Read the entries of a baseline.

    Raises:
        UnreadableInput: no such file, not TOML, an entry of another shape, two of one case, target and check.
    """
    try:
        table = tomllib.loads(file.read_text("utf-8"))
        entries = msgspec.convert(table, _File).expected
    except OSError as error:
        raise UnreadableInput(f"cannot read the baseline: {error.strerror}", where=str(file)) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UnreadableInput(f"not TOML: {error}", where=str(file)) from error
    except msgspec.ValidationError as error:
        what, _, inside = str(error).partition(" - at `")
        raise UnreadableInput(f"not a baseline: {what}", where=f"{file} {inside.rstrip('`') or '$'}") from error
    counts = Counter(map(str, entries))
    twice = next((each for each, count in counts.items() if count > 1), None)
    if twice:
        raise UnreadableInput(f"two entries for {twice}", where=str(file), hint="keep one of them")
    return list(entries)


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    expected: tuple[Expected, ...] = ()


def compare(results: Sequence[Result], entries: Sequence[Expected], scope: Scope) -> Compared:
    """Mark the failures that the baseline expects, and say where run and baseline disagree.

    A problem is an unexpected pass, a case that is gone or was not judged, another failure than the expected one, an
    entry past its date, too few passes of a flaky one, and one that covers more than `WIDEST` cases.

    Raises:
        UnreadableInput: a ``when`` cannot be understood.
    """
    marked = list(results)
    problems: list[tuple[int, BaselineProblem]] = []
    for number, entry in enumerate(entries):
        if entry.when and not holds(entry.when, scope.versions):
            continue
        judging = _Judging(entry, marked, scope)
        problems += [(number, each) for each in judging.problems()]
        for position in judging.expected:
            marked[position] = _with_known(marked[position], entry)
    return Compared(marked, _without_explained(problems, marked))


class _Judging:
    """One entry against a run. expected: positions of the results whose failure it expects."""

    def __init__(self, entry: Expected, results: Sequence[Result], scope: Scope) -> None:
        self._entry = entry
        self._scope = scope
        self._covered = [(at, each) for at, each in enumerate(results) if _covers(entry, each)]
        self._judged = [(at, each, check) for at, each in self._covered if (check := _check(each, entry.check))]
        self.expected: list[int] = []

    def problems(self) -> Iterator[BaselineProblem]:
        entry = self._entry
        if entry.expires and entry.expires < self._scope.today:
            yield self._problem("expired", f"expired on {entry.expires}: mend it, or decide anew")
            return
        cases = {each.case for _, each in self._covered}
        if len(cases) > WIDEST:
            yield self._problem("too-wide", f"covers {len(cases)} cases; at most {WIDEST} are allowed")
            return
        if not self._judged:
            yield from self._not_judged()
            return
        yield from self._passes()
        yield from self._failures()

    def _not_judged(self) -> Iterator[BaselineProblem]:
        named = self._scope.targets
        elsewhere = named and not any(fnmatchcase(each, self._entry.target) for each in named)
        unasked = any(isinstance(each.outcome, CouldNotAsk) for _, each in self._covered)
        if self._scope.partial or elsewhere or unasked:
            return
        why = "no such case or target in this run" if not self._covered else "it was not judged"
        yield self._problem("vanished", why)

    def _passes(self) -> Iterator[BaselineProblem]:
        passed = [each for _, each, check in self._judged if check.passed]
        least = self._entry.flaky_min
        if least is None and passed:
            some = ", ".join(f"{each.case} for {each.target}" for each in passed[:3])
            yield self._problem("unexpected-pass", f"passes now: {some}" + (", …" if len(passed) > 3 else ""))  # noqa: PLR2004 - as cut above
        elif least is not None and len(passed) < least and not self._scope.partial:
            yield self._problem("too-few-passes", f"{len(passed)} passed; at least {least} must")

    def _failures(self) -> Iterator[BaselineProblem]:
        for at, result, check in self._judged:
            found = "" if check.passed else fingerprint(result, check.check)
            if found == self._entry.fingerprint:
                self.expected.append(at)
            elif found:
                told = f"{result.case} for {result.target} fails as {found}, not as {self._entry.fingerprint}"
                yield self._problem("different-failure", told)

    def _problem(self, kind: ProblemKind, detail: str) -> BaselineProblem:
        return BaselineProblem(kind, str(self._entry), detail)


def _covers(entry: Expected, result: Result) -> bool:
    return fnmatchcase(result.case, entry.case) and fnmatchcase(result.target, entry.target)


def _check(result: Result, name: str) -> CheckResult | None:
    return next((each for each in result.checks if each.check == name), None)


def _with_known(result: Result, entry: Expected) -> Result:
    checks = tuple(
        msgspec.structs.replace(each, known=entry.reason) if each.check == entry.check else each
        for each in result.checks
    )
    return msgspec.structs.replace(result, checks=checks)


def _without_explained(
    problems: list[tuple[int, BaselineProblem]], results: Sequence[Result]
) -> list[tuple[int, BaselineProblem]]:
    """Leave out a different failure that another entry expects in just this way."""
    known = {f"{each.case} for {each.target} fails" for each in results if each.checks and each.ok}
    return [
        (at, each)
        for at, each in problems
        if each.kind != "different-failure" or each.detail.partition(" as ")[0] not in known
    ]


def write_baseline(file: Path, report: Report, scope: Scope, reason: str) -> int:
    """Write the baseline that a run would pass with, keeping what still holds of the file; return its entry count.

    Raises:
        BadUsage: the run was partial, so what it did not see would be lost, or the file cannot be written to.
    """
    judged = report.complete and any(report.by_basis.values())
    if scope.partial or not judged:
        why = "cases were left out" if judged else "not every request could be asked"
        raise BadUsage(
            f"a baseline is not written after a partial run: {why}",
            where=str(file),
            hint="run without --case, --contract",
        )
    entries = read_baseline(file) if file.is_file() else []
    raw = [msgspec.structs.replace(each, checks=_unmarked(each)) for each in report.results]
    text = baseline_text(compare(raw, entries, scope), entries, reason)
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadUsage(f"cannot write the baseline: {error.strerror}", where=str(file)) from error
    return text.count("[[expected]]")


def _unmarked(result: Result) -> tuple[CheckResult, ...]:
    return tuple(msgspec.structs.replace(each, known="") for each in result.checks)


def baseline_text(compared: Compared, entries: Sequence[Expected], reason: str) -> str:
    """Write the baseline that this run would pass with.

    Entries without a problem stay as they are; every failure that none of them expects gets one of its own, with the
    reason and link of the entry that expected it in part, else with `reason`.

    Args:
        compared: a whole run against `entries`.
        entries: the old ones.
        reason: for what is new.
    """
    dropped = {at for at, _ in compared.problems}
    kept = [entry for at, entry in enumerate(entries) if at not in dropped]
    stale = [entry for at, entry in enumerate(entries) if at in dropped]
    made = [_entry_of(result, check, stale, kept, reason) for result, check in _failed(compared.results)]
    every = {str(each): each for each in [*kept, *(each for each in made if each is not None)]}
    ordered = sorted(every.values(), key=lambda each: (each.case, each.target, each.check))
    return "\n".join(map(_toml, ordered))


def _failed(results: Sequence[Result]) -> Iterator[tuple[Result, CheckResult]]:
    return ((result, check) for result in results for check in result.checks if not check.passed)


def _entry_of(
    result: Result, check: CheckResult, stale: Sequence[Expected], kept: Sequence[Expected], reason: str
) -> Expected | None:
    found = fingerprint(result, check.check)

    def expects(entry: Expected) -> bool:
        return entry.check == check.check and entry.fingerprint == found and _covers(entry, result)

    if check.known and any(map(expects, kept)):
        return None
    old = next(filter(expects, stale), None)
    link = old.link if old else None
    return Expected(result.case, result.target, check.check, found, old.reason if old else reason, link)


def _toml(entry: Expected) -> str:
    fields: Mapping[str, object] = msgspec.to_builtins(entry, builtin_types=(date,))
    return "[[expected]]\n" + "".join(f"{key} = {_value(value)}\n" for key, value in fields.items())


def _value(value: object) -> str:
    if isinstance(value, date):
        return value.isoformat()
    # A JSON text is a TOML text too, once the one character is escaped that only TOML forbids.
    return msgspec.json.encode(value).decode().replace("\x7f", "\\u007f")
