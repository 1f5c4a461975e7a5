"""``sendable fuzz``."""

import sys
from pathlib import Path

import click

from sendable.cli._io import write_json
from sendable.cli._numbers import SEARCH_SECONDS, memory_option, timeout_option


@click.command("fuzz", short_help="Search for histories that a normalizer breaks on.")
@click.option("--normalizer", "address", default="reference", show_default=True, help="Address of the normalizer.")
@click.option("--target", "targets", multiple=True, metavar="TARGET", help="API[@vendor]:model; may be repeated.")
@click.option("--seconds", default=30.0, show_default=True, type=SEARCH_SECONDS, help="How long to search.")
@click.option("--seed", default=0, show_default=True, help="Which histories are made, and in which order.")
@click.option("--out", default="reports/fuzz", show_default=True, help="Folder of the causes: read, then added to.")
@click.option("--jobs", type=click.IntRange(1), help="Processes; as many as there are processors by default.")
@timeout_option("For each answer.")
@memory_option("For a normalizer outside this process.")
@click.option("--json", "as_json", is_flag=True, help="Print what was found as JSON.")
def command(
    *,
    address: str,
    targets: tuple[str, ...],
    seconds: float,
    seed: int,
    out: str,
    jobs: int | None,
    timeout: float,
    memory: int,
    as_json: bool,
) -> None:
    """Make conversations, break each in one to three ways, and look on which a normalizer fails.

    What fails in a way that is not on file yet is made as short as it can be and written to --out as a case file, which
    `sendable run --cases` runs in any language. Causes on file are looked at first: they still fail, or are fixed.
    Ctrl-C ends the search and tells what was found until then; a second one ends at once.

    \b
    Example:
      sendable fuzz --normalizer python:my.module:normalize --target openai-chat:gpt-5.4 --seconds 60
    """
    from sendable.cli._progress import progress_of
    from sendable.normalizers import Limits
    from sendable.report.fuzz import fuzz_text
    from sendable.tasks.fuzz import Plan, exit_code, fuzz
    from sendable.tasks.save import prepare

    prepare(Path(out))
    plan = Plan(
        address=address,
        targets=targets,
        seconds=seconds,
        seed=seed,
        out=Path(out),
        jobs=jobs,
        limits=Limits(seconds=timeout, memory=memory * 1024**2),
    )
    with progress_of("seconds") as step:
        report = fuzz(plan, step)
    if as_json:
        write_json(report)
    else:
        click.echo(fuzz_text(report))
    if report.stopped:
        click.echo(report.stopped, err=True)
    sys.exit(exit_code(report))
