"""``sendable selftest``."""

import sys

import click

from sendable.cli._io import write_json


@click.command("selftest", short_help="Test the net: is every fault noticed, and every rule that is left out?")
@click.option("--part", "parts", multiple=True, type=click.Choice(["a", "b", "c"]), help="Only this; may be repeated.")
@click.option("--jobs", type=click.IntRange(1), help="Processes; as many as there are processors by default.")
@click.option("--json", "as_json", is_flag=True, help="Print everything that was tried as JSON.")
def command(*, parts: tuple[str, ...], jobs: int | None, as_json: bool) -> None:
    """Test what tests: a harness that notices nothing is green too.

    (a) every mutator must turn a check red for a normalizer that does nothing, on every target that it concerns;
    (b) every rule, step and duty of the reference, left out, must turn a case red; (c) every rule of the oracle, left
    out, must turn something green. What survives is listed with its reason; one without evidence fails.

    \b
    Example:
      sendable selftest --part c
    """
    from sendable.cli._progress import progress_of
    from sendable.report.selftest import selftest_text
    from sendable.tasks.selftest import exit_code, selftest

    with progress_of("tried") as step:
        found = selftest(parts, jobs, step)  # type: ignore[arg-type]  # click has checked the words
    if as_json:
        write_json(found)
    else:
        click.echo(selftest_text(found))
    sys.exit(exit_code(found))
