"""``sendable normalizers``."""

import sys

import click

from sendable.cli._io import write_json
from sendable.cli._numbers import memory_option, timeout_option


@click.group("normalizers", short_help="Work with normalizers in other languages and processes.")
def command() -> None:
    """Work with normalizers in other languages and processes."""


@command.command("check")
@click.argument("address")
@timeout_option("For each answer.")
@memory_option("For the process and what it starts.")
@click.option("--json", "as_json", is_flag=True, help="Print the steps as JSON.")
def check(address: str, *, timeout: float, memory: int, as_json: bool) -> None:
    """Say what an adapter gets wrong in the line protocol, before any case is judged.

    ADDRESS is exec:COMMAND, oneshot:COMMAND, http://127.0.0.1:PORT/PATH or python:package.module:callable. It is asked
    a few harmless things: the same twice, a hard text, a megabyte, an empty history.

    \b
    Example:
      sendable normalizers check 'exec:node normalizer.mjs'
    """
    import msgspec

    from sendable.normalizers import Limits
    from sendable.report.protocol import protocol_text
    from sendable.tasks.protocol_check import check_protocol

    found = check_protocol(address, Limits(seconds=timeout, memory=memory * 1024**2))
    if as_json:
        write_json(msgspec.to_builtins(found) | {"passed": found.passed})
    else:
        info = found.normalizer
        who = f"{info.name} {info.version} ({info.language}), contracts: {', '.join(found.contracts)}"
        click.echo(protocol_text(who, map(msgspec.structs.astuple, found.steps)))
    sys.exit(0 if found.passed else 1)


@command.command("schema")
@click.argument("message", required=False)
@click.option(
    "--json", "as_json", is_flag=True, help="Print one object with all schemas by name; a schema is JSON too."
)
def schema(message: str | None, *, as_json: bool) -> None:
    """Print the JSON Schema of a MESSAGE of the line protocol; without one, name the messages.

    \b
    Example:
      sendable normalizers schema answer
    """
    from sendable.model.errors import BadUsage
    from sendable.normalizers.schema import MESSAGES, message_schema, schema_text

    if as_json and not message:
        write_json({name: message_schema(name) for name in MESSAGES})
        return
    if message is not None and message not in MESSAGES:
        raise BadUsage(f"no message {message!r}", hint="messages are " + ", ".join(MESSAGES))
    click.echo(schema_text(message).rstrip() if message else "\n".join(MESSAGES))
