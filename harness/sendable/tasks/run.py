"""The main job: hold a normalizer against cases and targets, and report."""

import platform
import shlex
import time
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TypeAlias

import msgspec

from sendable import ledger, oracle
from sendable.corpus import corpus_digest
from sendable.model.case import Case
from sendable.model.errors import BadUsage, NothingJudged
from sendable.model.evidence import BASES
from sendable.model.outcome import CouldNotAsk, NotOnFile, Verdict
from sendable.model.report import Report, Result
from sendable.model.target import Target, parse_target
from sendable.normalizers import DEFAULT_LIMITS, Connected, Limits, connect
from sendable.replay import sdk_versions
from sendable.tasks.asked_as import asked_as
from sendable.tasks.baseline import Scope, compare, read_baseline
from sendable.tasks.pool import Job, evaluate_all
from sendable.tasks.selection import Selection, selected
from sendable.tasks.shorten import forget_last_failures, shorten

DEFAULT_TARGETS = ("openai-chat:gpt-5.4", "openai-responses:gpt-5.4", "anthropic-messages:claude-opus-5-5")

Step: TypeAlias = Callable[[int, int], None]


class Plan(msgspec.Struct, frozen=True):
    """What the command line says of the run beside the cases.

    address: of the normalizer. targets: texts; empty is the default three. basis: who answers. as_of: ISO date.
    jobs: processes; None is one a processor. limits: of a normalizer outside this process. baseline: a file of expected
    failures.
    """

    address: str = "reference"
    targets: tuple[str, ...] = ()
    basis: str = "modelled"
    as_of: str | None = None
    jobs: int | None = None
    limits: Limits = DEFAULT_LIMITS
    baseline: Path | None = None


def run(plan: Plan, selection: Selection, out: Path, step: Step) -> Report:
    """Run every selected case against every target.

    Args:
        plan: the normalizer, the targets and the basis.
        selection: which cases.
        out: where the shortest failing histories are written, for the commands that reproduce them.
        step: told (done, all) as the run goes.

    Raises:
        SendableError: the cases, the normalizer or a target cannot be used; nothing was judged.
    """
    started = time.monotonic()
    expected = read_baseline(plan.baseline) if plan.baseline else []
    normalizer = connect(plan.address, plan.limits)
    # Each process of the pool starts its own.
    normalizer.close()
    pairs = pairs_of(plan, selection, normalizer)
    cases = list({case.id: case for case, _ in pairs}.values())
    job = Job(address=plan.address, as_of=plan.as_of, limits=plan.limits)
    judged = evaluate_all(job, pairs, plan.jobs, step)
    compared = compare(judged, expected, scope_of(plan, selection, normalizer.info.version))
    forget_last_failures(out, selection.cases)
    results = shorten(job, cases, compared.results, out)
    return Report(
        complete=bool(results) and not any(isinstance(each.outcome, CouldNotAsk | NotOnFile) for each in results),
        normalizer=normalizer.info,
        sdk=sdk_versions(),
        digests={"oracle": oracle.digest(), "ledger": ledger.digest(), "corpus": corpus_digest(cases)},
        by_basis=_by_basis(results),
        histories=len({each.case_digest for each in results}),
        seconds=round(time.monotonic() - started, 3),
        results=tuple(_with_command(each, plan, selection) for each in results),
        baseline=tuple(problem for _, problem in compared.problems),
    )


def pairs_of(plan: Plan, selection: Selection, normalizer: Connected) -> list[tuple[Case, Target]]:
    """Return each case with each target, as far as the normalizer can be held to them.

    Raises:
        SendableError: a target or a case file cannot be used, or nothing is left.
    """
    targets = [_known_target(text) for text in dict.fromkeys(plan.targets or DEFAULT_TARGETS)]
    cases = [asked for case in selected(selection) if (asked := asked_as(case, normalizer.contracts))]
    for case in cases:
        _refuse_unknown_targets(case)
    return _pairs(cases, targets, normalizer.targets)


def exit_code(report: Report) -> int:
    """Return 1 for a failure or a stale baseline, 3 when the run is incomplete or judged nothing, else 0."""
    if report.baseline or any(not each.ok for each in report.results):
        return 1
    judged = any(report.by_basis.values())
    return 0 if report.complete and judged else NothingJudged.exit_code


def _known_target(text: str) -> Target:
    target = parse_target(text)
    if target.api not in oracle.apis():
        raise BadUsage(f"the oracle has no API named {target.api!r}", hint="known are " + ", ".join(oracle.apis()))
    if target.vendor and target.vendor not in oracle.vendors(target.api):
        known = ", ".join(oracle.vendors(target.api)) or "none"
        raise BadUsage(f"no overlay {target.vendor!r} of {target.api}", hint=f"known vendors: {known}")
    return target


def _refuse_unknown_targets(case: Case) -> None:
    """Refuse a case whose targets name no API: it would be skipped in silence."""
    for glob in (*case.targets, *case.expect.by_target):
        api = glob.partition(":")[0].partition("@")[0]
        if not any(fnmatchcase(known, api) for known in oracle.apis()):
            hint = "known are " + ", ".join(oracle.apis())
            raise BadUsage(f"a case names a target of no known API: {glob!r}", where=f"case {case.id}", hint=hint)


def scope_of(plan: Plan, selection: Selection, normalizer_version: str) -> Scope:
    """Say what a run looks at."""
    versions = sdk_versions() | {"normalizer": normalizer_version, "python": platform.python_version()}
    partial = bool(selection.case_globs or selection.contract)
    return Scope(versions=versions, today=datetime.now(UTC).date(), targets=plan.targets, partial=partial)


def _pairs(cases: list[Case], targets: list[Target], asked_for: tuple[str, ...]) -> list[tuple[Case, Target]]:
    supported = [each for each in targets if not asked_for or any(fnmatchcase(str(each), glob) for glob in asked_for)]
    pairs = [(case, target) for case in cases for target in supported if _concerns(case, target)]
    if not pairs:
        raise NothingJudged(
            "the normalizer's contracts or the targets leave no case to judge",
            hint="a normalizer says with its contracts and targets what it can be held to; see --contract and --target",
        )
    return pairs


def _concerns(case: Case, target: Target) -> bool:
    return not case.targets or any(fnmatchcase(str(target), glob) for glob in case.targets)


def _by_basis(results: list[Result]) -> dict[str, int]:
    counts = Counter(each.outcome.basis for each in results if isinstance(each.outcome, Verdict))
    return {basis: counts[basis] for basis in BASES}


def _with_command(result: Result, plan: Plan, selection: Selection) -> Result:
    """Add the command that runs this one case again."""
    if result.reproduce:
        return result
    words = ["sendable", "run", "--normalizer", plan.address, "--target", result.target]
    words += [word for path in selection.cases for word in ("--cases", str(path))]
    words += ["--bases", str(selection.bases)] if selection.bases else []
    words += ["--broken", str(selection.broken), "--seed", str(selection.seed)] if not selection.cases else []
    words += ["--case", result.case]
    return msgspec.structs.replace(result, reproduce=shlex.join(words))
