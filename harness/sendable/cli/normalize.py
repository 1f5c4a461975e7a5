"""``sendable normalize``."""

from collections.abc import Callable

import click

from sendable.cli._io import numbered_lines, read_input, shown_name, write_json
from sendable.model.json import Json, JsonObject, parse_json


@click.command("normalize", short_help="Repair a message list, or assemble a request, with the reference.")
@click.argument("file", default="-")
@click.option("--target", metavar="TARGET", help="Assemble the request body for API[@vendor]:model instead.")
@click.option("--from", "before", metavar="TARGET", help="Whom the conversation was with: warns of a costly switch.")
@click.option("--jsonl", is_flag=True, help="One input a line, one result a line, in order.")
@click.option("--letter", is_flag=True, help="The seeds to the letter, without what goes beyond them.")
@click.option("--json", "as_json", is_flag=True, help="JSON output; it always is.")
def command(
    file: str,
    *,
    target: str | None,
    before: str | None,
    jsonl: bool,
    letter: bool,
    as_json: bool,  # noqa: ARG001 - every command has --json
) -> None:
    """Repair the message list in FILE (default: stdin) with the reference and report what had to go.

    A bare list is the messages; an object with "messages" works too. The result is
    {"messages": […], "dropped": N, "by_rule": {…}, "synthesized": N, "moved": N}.

    With --target, FILE holds a history ({"messages"}, {"nodes", "leaf"} or {"items"}; "next" beside it is the coming
    user turn), and the result is {"body": {…}, "warnings": […]}.

    \b
    Example:
      echo '[{"role":"tool","content":"r","tool_call_id":"c1"}]' | sendable normalize
    """
    from sendable.tasks.normalize import assembler, repairer

    if before and not target:
        raise click.UsageError("--from says whom the conversation was with; it needs --target")
    work = assembler(target, before, _warn, letter=letter) if target else repairer(letter=letter)
    name = shown_name(file)
    inputs = numbered_lines(file) if jsonl else [(0, read_input(file))]
    for number, content in inputs:
        where = f"{name}, line {number}" if jsonl else name
        _write(work, content, where)


def _write(work: Callable[[Json, str], JsonObject], content: bytes, where: str) -> None:
    write_json(work(parse_json(content, where), where))


def _warn(text: str) -> None:
    click.echo(f"warning: {text}", err=True)
