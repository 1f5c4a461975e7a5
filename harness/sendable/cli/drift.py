"""``sendable drift``."""

import sys
from pathlib import Path

import click

from sendable.cli._io import write_json


@click.command("drift", short_help="Fail when an SDK declares request fields that nobody has measured.")
@click.option("--sdk", "sdks", multiple=True, metavar="NAME[==VERSION]", help="Any release; the installed by default.")
@click.option("--beta", is_flag=True, help="Gate the beta forms of the APIs too.")
@click.option("--ledger", "folder", type=click.Path(path_type=Path), help="Folder with ledger rows of your own.")
@click.option("--park", is_flag=True, help="Write a pending row for each undecided field, to review in the diff.")
@click.option("--allow-pending", is_flag=True, help="Let undecided fields pass: listed, not sent, exit code 0.")
@click.option("--github", is_flag=True, help="Print annotations for GitHub besides.")
@click.option("--json", "as_json", is_flag=True, help="Print what was found as JSON (schema: --schema).")
@click.option("--schema", is_flag=True, help="Print the JSON Schema of --json and stop.")
def command(
    *,
    sdks: tuple[str, ...],
    beta: bool,
    folder: Path | None,
    park: bool,
    allow_pending: bool,
    github: bool,
    as_json: bool,
    schema: bool,
) -> None:
    """Hold what the SDKs declare for a history against the ledger of measured fields.

    A release given by its version is read in an isolated environment (uv); nothing here is changed. Exit code 1: a
    field or item type is undecided. Differences that never fail (removed, required, nullable, values) are listed.

    \b
    Example:
      sendable drift --sdk openai==3.57.0
    """
    from sendable.report.annotations import drift_annotations
    from sendable.report.drift import drift_text
    from sendable.report.drift_schema import drift_schema
    from sendable.tasks.drift import Plan, drift, exit_code

    if schema:
        write_json(drift_schema())
        return
    found = drift(Plan(sdks=sdks, beta=beta, folder=folder, park=park, allow_pending=allow_pending))
    if as_json:
        write_json(found)
    else:
        click.echo(drift_text(found))
    if github and (noted := drift_annotations(found)):
        click.echo(noted, err=as_json)
    sys.exit(exit_code(found))
