"""The command line: arguments to one task to one exit code.

A command is a file of this folder, found by name and imported when it is called for, so that ``--version`` stays quick.
"""

import os
import sys
from importlib import import_module
from io import TextIOWrapper
from pkgutil import iter_modules

import click

from sendable import __version__
from sendable.model.errors import SendableError

_EXITS = "Exit codes: 0 passed, 1 failed, 2 bad usage or unreadable, 3 incomplete."


class Commands(click.Group):
    """A group whose commands are the modules beside this one."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Name the commands."""
        return sorted(each.name for each in iter_modules(__path__) if not each.name.startswith("_"))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import one command."""
        if cmd_name not in self.list_commands(ctx):
            return None
        command: click.Command = import_module(f"{__name__}.{cmd_name}").command
        return command


@click.group(cls=Commands, epilog=_EXITS, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="sendable")
def cli() -> None:
    """Prove that a conversation history can be sent to a model provider."""


def main() -> None:
    """Run a command; an error that a user can act on ends with its exit code and without a traceback."""
    _write_anything()
    try:
        cli.main(standalone_mode=False)
        sys.stdout.flush()
    except SendableError as error:
        click.echo(f"error: {error}", err=True)
        sys.exit(error.exit_code)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except click.exceptions.Exit as done:
        sys.exit(done.exit_code)
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted", err=True)
        sys.exit(3)
    except BrokenPipeError:
        # The reader went away (``| head``): nothing is wrong with us, and nothing more can be said.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except OSError as error:
        # Files that cannot be read are errors of their own; what is left is that we cannot write.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        click.echo(f"error: {_cannot_write(error)}", err=True)
        sys.exit(2)


def _cannot_write(error: OSError) -> SendableError:
    """Name the place; without one it is stdout."""
    why = "there is a file where a folder is needed" if isinstance(error, FileExistsError) else error.strerror
    hint = "choose another --out" if error.filename else ""
    return SendableError(f"cannot write: {why}", where=str(error.filename or ""), hint=hint)


def _write_anything() -> None:
    """Let a text with a lone surrogate, which some bodies hold, be printed as its escape."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
