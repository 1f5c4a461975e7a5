"""``sendable compare``."""

import sys
from pathlib import Path

import click

from sendable.cli._io import write_json


@click.command("compare", short_help="Name who changed when a run that was green turned red.")
@click.argument("old", type=click.Path(path_type=Path))
@click.argument("new", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print the whole comparison as JSON.")
def command(old: Path, new: Path, *, as_json: bool) -> None:
    """Compare two reports of sendable run and name the culprit of each result that turned red.

    The SDK (other bytes for the same output), the normalizer (another output for the same input), the ledger or the
    oracle (a row or a rule changed), the recording, or the corpus (the case changed). Exit code 1: some turned red.

    \b
    Example:
      sendable compare before/report.json reports/latest/report.json
    """
    from sendable.report.culprits import culprits_text
    from sendable.tasks.culprits import compare_reports

    found = compare_reports(old, new)
    if as_json:
        write_json(found)
    else:
        click.echo(culprits_text(found))
    sys.exit(1 if found.turned_red or found.new_red else 0)
