"""``sendable normalize``."""

import click

from sendable.cli._io import numbered_lines, read_input, shown_name, write_json
from sendable.model.json import parse_json


@click.command("normalize", short_help="Repair a flat message list with the reference.")
@click.argument("file", default="-")
@click.option("--jsonl", is_flag=True, help="One message list a line in, one result a line out, in order.")
@click.option("--letter", is_flag=True, help="The seeds to the letter, without what goes beyond them.")
@click.option("--json", "as_json", is_flag=True, help="JSON output; it always is.")
def command(file: str, *, jsonl: bool, letter: bool, as_json: bool) -> None:  # noqa: ARG001 - every command has --json
    """Repair the message list in FILE (default: stdin) with the reference and report what had to go.

    A bare list is the messages; an object with "messages" works too. The result is
    {"messages": […], "dropped": N, "by_rule": {…}, "synthesized": N, "moved": N}.

    \b
    Example:
      echo '[{"role":"tool","content":"r","tool_call_id":"c1"}]' | sendable normalize
    """
    from sendable.tasks.normalize import normalize

    if not jsonl:
        write_json(normalize(parse_json(read_input(file), shown_name(file)), shown_name(file), letter=letter))
        return
    for number, line in numbered_lines(file):
        where = f"{shown_name(file)}, line {number}"
        write_json(normalize(parse_json(line, where), where, letter=letter))
