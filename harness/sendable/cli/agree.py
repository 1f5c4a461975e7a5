"""``sendable agree``."""

import sys
from pathlib import Path

import click

from sendable.cli._io import check_date, write_json


@click.command("agree", short_help="Hold the oracle against what providers really answered.")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--as-of", help="ISO date of the oracle's verdicts; each recording's own date by default.")
@click.option("--json", "as_json", is_flag=True, help="Print the whole comparison as JSON.")
def command(files: tuple[Path, ...], *, as_of: str | None, as_json: bool) -> None:
    """Compare recorded round trips with what the oracle says of the same requests.

    FILES are vcrpy or Ruby VCR cassettes, HAR files, JSONL rows, or folders of them. Each disagreement is a line with
    its source and the rule. Exit code 1: a request that the API's own provider took is refused.

    \b
    Example:
      sendable agree cassettes/
    """
    from sendable.report.agree import agreement_text
    from sendable.tasks.agree import agree

    found = agree(files, check_date(as_of) if as_of else None)
    if as_json:
        write_json(found)
    else:
        click.echo(agreement_text(found))
    sys.exit(1 if found.falsely_refused else 0)
