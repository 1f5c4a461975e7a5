"""The main job: hold a normalizer against cases and targets, and report."""

import platform
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
from sendable.model.evidence import BASES, Basis
from sendable.model.outcome import CouldNotAsk, NotOnFile, Verdict
from sendable.model.report import Report, Result
from sendable.model.target import Target, parse_target
from sendable.normalizers import DEFAULT_LIMITS, Connected, Limits, connect
from sendable.recordings.words import masked
from sendable.replay import sdk_versions
from sendable.tasks.asked_as import asked_as
from sendable.tasks.baseline import Scope, compare, read_baseline
from sendable.tasks.pool import Job, evaluate_all
from sendable.tasks.reproduce import command_of
from sendable.tasks.selection import Selection, selected
from sendable.tasks.shorten import forget_last_failures, shorten

DEFAULT_TARGETS = ("openai-chat:gpt-5.4", "openai-responses:gpt-5.4", "anthropic-messages:claude-opus-5-5")
_EXAMPLES = 10

Step: TypeAlias = Callable[[int, int], None]


class Plan(msgspec.Struct, frozen=True):
    """What the command line says of the run beside the cases.

    address: of the normalizer. targets: texts; empty is the default three. basis: who answers. as_of: ISO date.
    jobs: processes; None is one a processor, and one in all when asked live. limits: of a normalizer outside this
    process. baseline: a file of expected failures. base_url: of a live provider, instead of its own.
    patience: seconds for a live answer, the live default when None. cassettes: the folder of recordings.
    strict: what is not on file makes the run incomplete.
    """

    address: str = "reference"
    targets: tuple[str, ...] = ()
    basis: Basis = "modelled"
    as_of: str | None = None
    jobs: int | None = None
    limits: Limits = DEFAULT_LIMITS
    baseline: Path | None = None
    base_url: str | None = None
    patience: float | None = None
    cassettes: Path | None = None
    strict: bool = False


class Missing(msgspec.Struct, frozen=True):
    """What a recorded run did not find. requests: how many were not judged for it. recordings: how many would do.

    tokens, dollars: what making these costs at most; dollars is None when a price is not known. examples: why, of some.
    """

    requests: int
    recordings: int
    tokens: int
    dollars: float | None
    examples: tuple[str, ...]


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
    job = _job(plan)
    judged = evaluate_all(job, pairs, plan.jobs, step)
    compared = compare(judged, expected, scope_of(plan, selection, normalizer.info.version))
    forget_last_failures(out, selection.cases)
    # Each try of a shorter history would be paid for, and of none is there a recording.
    results = shorten(job, cases, compared.results, out) if plan.basis == "modelled" else compared.results
    return Report(
        complete=bool(results) and not any(isinstance(each.outcome, CouldNotAsk | NotOnFile) for each in results),
        normalizer=normalizer.info,
        sdk=sdk_versions(),
        digests={"oracle": oracle.digest(), "ledger": ledger.digest(), "corpus": corpus_digest(cases)},
        by_basis=_by_basis(results),
        histories=len({each.case_digest for each in results}),
        seconds=round(time.monotonic() - started, 3),
        results=tuple(_with_command(each, job, selection) for each in results),
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


def exit_code(report: Report, *, strict: bool = False) -> int:
    """Return 1 for a failure or a stale baseline, 3 when the run is incomplete or judged nothing, else 0.

    strict: what is not on file makes it incomplete, too; else that is told and no more.
    """
    if report.baseline or any(not each.ok for each in report.results):
        return 1
    judged = any(report.by_basis.values())
    if report.complete or strict:
        return 0 if report.complete and judged else NothingJudged.exit_code
    asked = judged and missing(report) and not any(isinstance(each.outcome, CouldNotAsk) for each in report.results)
    return 0 if asked else NothingJudged.exit_code


def missing(report: Report) -> Missing | None:
    """Return what a run did not find on file, None when it lacked nothing."""
    found = [each.outcome for each in report.results if isinstance(each.outcome, NotOnFile)]
    if not found:
        return None
    lacking = list({each.missing: each for each in found}.values())
    prices = [each.dollars for each in lacking]
    return Missing(
        requests=len(found),
        recordings=len(lacking),
        tokens=sum(each.tokens for each in lacking),
        dollars=None if None in prices else sum(each for each in prices if each is not None),
        examples=tuple(each.why for each in lacking[:_EXAMPLES]),
    )


def unasked(report: Report) -> list[tuple[int, str]]:
    """Return why requests could not be asked, the most frequent reasons first, each with an example's words."""
    reasons = [each.outcome.why for each in report.results if isinstance(each.outcome, CouldNotAsk)]
    counts = Counter(map(masked, reasons))
    words = {masked(why): why for why in reversed(reasons)}
    return [(count, words[reason]) for reason, count in counts.most_common(_EXAMPLES)]


def _job(plan: Plan) -> Job:
    return Job(
        address=plan.address,
        as_of=plan.as_of,
        limits=plan.limits,
        basis=plan.basis,
        base_url=plan.base_url,
        patience=plan.patience,
        cassettes=plan.cassettes,
    )


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


def _with_command(result: Result, job: Job, selection: Selection) -> Result:
    """Add the command that runs this one case again."""
    if result.reproduce:
        return result
    words = [word for path in selection.cases for word in ("--cases", str(path))]
    words += ["--bases", str(selection.bases)] if selection.bases else []
    words += _made(selection)
    words += ["--case", result.case]
    return msgspec.structs.replace(result, reproduce=command_of(job, result.target, *words))


def _made(selection: Selection) -> list[str]:
    """Say what cases were made, or which frozen ones taken, unless files were given."""
    if selection.profile:
        return ["--profile", selection.profile]
    return [] if selection.cases else ["--broken", str(selection.broken), "--seed", str(selection.seed)]
