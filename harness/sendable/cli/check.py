"""``sendable check``."""

import sys

import click

from sendable.cli._io import check_date, numbered_lines, parse_api, parse_headers, read_input, shown_name, write_json
from sendable.model.errors import NothingJudged
from sendable.model.json import parse_json


@click.command("check", short_help="Say what a provider would answer to a request body.")
@click.argument("file", default="-")
@click.option("--api", "api_name", help="API[@vendor], for example anthropic-messages or openai-chat@deepseek.")
@click.option("--model", help="The model, when the body names none or another is meant.")
@click.option("--as-of", help="ISO date the verdict is for; the evidence's own date by default.")
@click.option("--header", "headers", multiple=True, metavar="K:V", help="A request header, such as anthropic-version.")
@click.option("--jsonl", is_flag=True, help='Lines {"api","body","headers"?} or recorded rows; one verdict a line.')
@click.option("--json", "as_json", is_flag=True, help="Print the verdict as JSON.")
def command(
    file: str,
    *,
    api_name: str | None,
    model: str | None,
    as_of: str | None,
    headers: tuple[str, ...],
    jsonl: bool,
    as_json: bool,
) -> None:
    """Judge the request body in FILE (default: stdin).

    Exit code 0: accepted. 1: rejected. 2: not readable. With --jsonl: 0, 2 when a line could not be
    read, 3 when there was none.

    \b
    Example:
      sendable check --api anthropic-messages body.json
    """
    from sendable.tasks.check import Question, check, check_line

    api, vendor = parse_api(api_name) if api_name else (None, None)
    question = Question(api, vendor, model, check_date(as_of) if as_of else None, parse_headers(headers))
    if jsonl:
        code = NothingJudged.exit_code
        for number, line in numbered_lines(file):
            row, readable = check_line(line, number, question)
            sys.stdout.buffer.write(row)
            code = 2 if not readable or code == 2 else 0  # noqa: PLR2004 - the exit code
        sys.stdout.buffer.flush()
        sys.exit(code)
    if api is None:
        raise click.UsageError("--api is needed: for example --api anthropic-messages")
    body = parse_json(read_input(file), shown_name(file))
    checked = check(body, question)
    if as_json:
        write_json(checked.as_json())
    else:
        from sendable.report.verdict import verdict_text

        click.echo(verdict_text(checked.verdict, str(question.target(body)), checked.note))
    sys.exit(0 if checked.verdict.accepted else 1)
