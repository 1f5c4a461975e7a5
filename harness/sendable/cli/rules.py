"""``sendable rules``."""

import click

from sendable.cli._io import parse_api, write_json


@click.command("rules", short_help="List what the oracle knows of an API, with grade and evidence.")
@click.argument("api_name", metavar="[API[@VENDOR]]", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print the records as JSON.")
def command(api_name: str | None, *, as_json: bool) -> None:
    """List all rules, or those of one API, with their grade and their evidence.

    \b
    Example:
      sendable rules anthropic-messages
    """
    from sendable.report.rules import rules_text
    from sendable.tasks.rules import rules_of

    listed = rules_of(*(parse_api(api_name) if api_name else (None, None)))
    if as_json:
        write_json({api: list(records) for api, records in listed.items()})
    else:
        click.echo(rules_text(listed))
