"""``sendable run``."""

import sys
from pathlib import Path

import click

from sendable.cli._io import check_date


@click.command("run", short_help="Hold a normalizer against the corpus: the main job.")
@click.option("--normalizer", "address", default="reference", show_default=True, help="Address of the normalizer.")
@click.option("--target", "targets", multiple=True, metavar="TARGET", help="API[@vendor]:model; may be repeated.")
@click.option("--cases", "paths", multiple=True, metavar="PATH", help="Case files or folders, not the shipped ones.")
@click.option("--case", "case_globs", multiple=True, metavar="GLOB", help="Only cases whose id fits; may be repeated.")
@click.option("--contract", type=click.Choice(["flat", "send", "write"]), help="Only the cases of one contract.")
@click.option("--basis", type=click.Choice(["modelled"]), default="modelled", show_default=True)
@click.option("--bases", metavar="FILE", help="Histories to break instead of the shipped ones (from corpus import).")
@click.option("--broken", default=2600, show_default=True, help="How many broken histories to make at most.")
@click.option("--seed", default=0, show_default=True, help="Which of the possible breaks are drawn.")
@click.option("--as-of", help="ISO date of the verdicts; the evidence's own date by default.")
@click.option("--out", default="reports/latest", show_default=True, help="Folder for the report in its formats.")
@click.option("--jobs", type=click.IntRange(1), help="Processes; as many as there are processors by default.")
@click.option("--json", "as_json", is_flag=True, help="Print report.json instead of the table.")
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
    as_json: bool,
) -> None:
    """Send every case through a normalizer and ask each target whether it would take the result.

    Hand-written cases, and recorded conversations broken by single mutators and pairs of them, are normalized,
    serialized by the official SDKs and judged. Nothing leaves this machine.

    \b
    Example:
      sendable run --normalizer python:my.module:normalize --target openai-chat:gpt-5.4
    """
    from sendable.cli._progress import progress_of
    from sendable.tasks.run import Plan, exit_code, run
    from sendable.tasks.save import save
    from sendable.tasks.selection import Selection

    selection = Selection(
        cases=tuple(map(Path, paths)),
        case_globs=case_globs,
        contract=contract,
        bases=Path(bases) if bases else None,
        broken=broken,
        seed=seed,
    )
    plan = Plan(address=address, targets=targets, basis=basis, as_of=check_date(as_of) if as_of else None, jobs=jobs)
    with progress_of("cases") as step:
        report = run(plan, selection, Path(out), step)
    text = save(report, Path(out), as_json=as_json)
    click.echo(text)
    sys.exit(exit_code(report))
