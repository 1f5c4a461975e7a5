"""``sendable explain``."""

import sys

import click

from sendable.cli._io import check_date, parse_api, parse_headers, read_input, shown_name, write_json
from sendable.model.json import parse_json


@click.command("explain", short_help="Say why a request body is refused, and what to change.")
@click.argument("file", default="-")
@click.option("--api", "api_name", required=True, help="API[@vendor], for example openai-responses or openai-chat@xai.")
@click.option("--model", help="The model, when the body names none or another is meant.")
@click.option("--as-of", help="ISO date the verdict is for; the evidence's own date by default.")
@click.option("--header", "headers", multiple=True, metavar="K:V", help="A request header, such as anthropic-version.")
@click.option("--json", "as_json", is_flag=True, help="Print the explanation as JSON, changed bodies included.")
def command(
    file: str, *, api_name: str, model: str | None, as_of: str | None, headers: tuple[str, ...], as_json: bool
) -> None:
    """Explain the verdict on the request body in FILE (default: stdin).

    The rule in plain words, why providers have it, its evidence, and the smallest change to the body that makes it
    accepted, found by taking things away and by the reference's steps. Exit code 0: accepted. 1: rejected.

    \b
    Example:
      sendable explain --api anthropic-messages body.json
    """
    from sendable.report.explain import explanation_text
    from sendable.tasks.check import Question
    from sendable.tasks.explain import explain

    api, vendor = parse_api(api_name)
    question = Question(api, vendor, model, check_date(as_of) if as_of else None, parse_headers(headers))
    body = parse_json(read_input(file), shown_name(file))
    found = explain(body, question)
    if as_json:
        write_json(found)
    else:
        click.echo(explanation_text(found, str(question.target(body))))
    sys.exit(0 if found.verdict.accepted else 1)
