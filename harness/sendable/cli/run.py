"""``sendable run``."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sendable.cli._io import check_date
from sendable.model.errors import BadUsage

if TYPE_CHECKING:
    from sendable.model.report import Report
    from sendable.tasks.run import Plan
    from sendable.tasks.selection import Selection

# As in `tasks.save`, which is not imported before the command runs.
_FORMATS = ("json", "markdown", "junit", "ctrf", "github")


@click.command("run", short_help="Hold a normalizer against the corpus: the main job.")
@click.option("--normalizer", "address", default="reference", show_default=True, help="Address of the normalizer.")
@click.option("--target", "targets", multiple=True, metavar="TARGET", help="API[@vendor]:model; may be repeated.")
@click.option("--cases", "paths", multiple=True, metavar="PATH", help="Case files or folders, not the shipped ones.")
@click.option("--case", "case_globs", multiple=True, metavar="GLOB", help="Only cases whose id fits; may be repeated.")
@click.option("--contract", type=click.Choice(["flat", "send", "write"]), help="Only the cases of one contract.")
@click.option("--basis", type=click.Choice(["modelled"]), default="modelled", show_default=True)
@click.option("--bases", metavar="FILE", help="Histories to break (from corpus import); the shipped cases stay out.")
@click.option(
    "--broken",
    type=click.IntRange(0),
    default=2600,
    show_default=True,
    help="How many broken histories to make at most; none with --cases.",
)
@click.option("--seed", default=0, show_default=True, help="Which of the possible breaks are drawn.")
@click.option("--as-of", help="ISO date of the verdicts; the evidence's own date by default.")
@click.option("--out", default="reports/latest", show_default=True, help="Folder for the report in its formats.")
@click.option("--jobs", type=click.IntRange(1), help="Processes; as many as there are processors by default.")
@click.option("--baseline", metavar="FILE", help="TOML of expected failures; an unexpected pass fails the run too.")
@click.option("--write-baseline", metavar="FILE", help="Write (or renew) the baseline that this run would pass with.")
@click.option("--reason", default="not looked into yet", show_default=True, help="For new entries of the baseline.")
@click.option("--timeout", default=10.0, show_default=True, metavar="SECONDS", help="For each answer.")
@click.option("--memory", default=2048, show_default=True, metavar="MB", help="For a normalizer outside this process.")
@click.option("--format", "form", type=click.Choice(_FORMATS), help="Print the report so, not as a table.")
@click.option("--json", "as_json", is_flag=True, help="Print report.json: short for --format json.")
def command(
    *,
    address: str,
    targets: tuple[str, ...],
    paths: tuple[str, ...],
    case_globs: tuple[str, ...],
    contract: str | None,
    basis: str,
    bases: str | None,
    broken: int,
    seed: int,
    as_of: str | None,
    out: str,
    jobs: int | None,
    baseline: str | None,
    write_baseline: str | None,
    reason: str,
    timeout: float,
    memory: int,
    form: str | None,
    as_json: bool,
) -> None:
    """Send every case through a normalizer and ask each target whether it would take the result.

    Hand-written cases, and recorded conversations broken by single mutators and pairs of them, are normalized,
    serialized by the official SDKs and judged. Nothing leaves this machine.

    \b
    Example:
      sendable run --normalizer python:my.module:normalize --target openai-chat:gpt-5.4
      sendable run --normalizer 'exec:node normalizer.mjs' --baseline sendable-baseline.toml
    """
    from sendable.cli._progress import progress_of
    from sendable.normalizers import Limits
    from sendable.tasks.run import Plan, exit_code, run
    from sendable.tasks.save import prepare, save
    from sendable.tasks.selection import Selection

    prepare(Path(out))
    if write_baseline and (case_globs or contract):
        raise BadUsage("a baseline is not written after a partial run", hint="leave out --case and --contract")
    selection = Selection(
        cases=tuple(map(Path, paths)),
        case_globs=case_globs,
        contract=contract,
        bases=Path(bases) if bases else None,
        broken=broken,
        seed=seed,
    )
    plan = Plan(
        address=address,
        targets=targets,
        basis=basis,
        as_of=check_date(as_of) if as_of else None,
        jobs=jobs,
        limits=Limits(seconds=timeout, memory=memory * 1024**2),
        baseline=Path(baseline) if baseline else None,
    )
    with progress_of("cases") as step:
        report = run(plan, selection, Path(out), step)
    click.echo(save(report, Path(out), "json" if as_json else form))
    if write_baseline:
        _write_baseline(Path(write_baseline), report, plan, selection, reason)
        return
    sys.exit(exit_code(report))


def _write_baseline(file: Path, report: "Report", plan: "Plan", selection: "Selection", reason: str) -> None:
    from sendable.tasks.baseline import write_baseline
    from sendable.tasks.run import scope_of

    scope = scope_of(plan, selection, report.normalizer.version)
    count = write_baseline(file, report, scope, reason)
    click.echo(f"baseline    {count} expected failures written to {file}", err=True)
