"""``sendable ledger``."""

import click

from sendable.cli._io import write_json


@click.group("ledger", short_help="Look at what the deployed APIs did with each field.")
def command() -> None:
    """Look at what the deployed APIs did with each field of each item, measured from recordings."""


@command.command("show")
@click.argument("name", metavar="API[:ITEM]")
@click.option("--json", "as_json", is_flag=True, help="Print the rows as JSON, with all their evidence.")
def show_(name: str, *, as_json: bool) -> None:
    """Show the measured fields of an API, or of one kind of item of it.

    "sent" are the fields of the allowlist: accepted, and nothing credible contradicts it.

    \b
    Example:
      sendable ledger show openai-responses:function_call
    """
    from sendable.report.ledger import ledger_text
    from sendable.tasks.ledger import show

    shown = show(name)
    if as_json:
        write_json(shown.as_json())
    else:
        click.echo(ledger_text(name, shown.rows, shown.sent))
