"""``sendable shapes``."""

import click

from sendable.cli._io import write_json


@click.command("shapes", short_help="Show how each API answers the four shapes that break a stored history.")
@click.argument("api", metavar="[API]", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print the verdicts as JSON.")
def command(api: str | None, *, as_json: bool) -> None:
    """Show, for every API or for one, what it says to the four shapes that make a stored history unsendable.

    A call without a result, a message between a call and its result, an item that another provider made, a field that
    only responses have: each as it is stored, and after the reference has assembled the request.

    \b
    Example:
      sendable shapes openai-responses
    """
    from sendable.report.shapes import shapes_text
    from sendable.tasks.shapes import shapes

    answers = shapes(api)
    if as_json:
        write_json(answers)
    else:
        click.echo(shapes_text(answers))
