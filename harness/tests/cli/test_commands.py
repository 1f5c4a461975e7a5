"""What holds for every command."""

import resource
import subprocess
import sys

import pytest

from sendable import __version__
from sendable.cli import cli

COMMANDS = sorted(cli.list_commands(None))


def test_the_version_is_said(sendable) -> None:
    """``--version`` names the package and its version."""
    assert sendable("--version").stdout == f"sendable, version {__version__}\n"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(sendable, name) -> None:
    """``--help`` ends with 0."""
    done = sendable(name, "--help")
    assert (done.returncode, done.stderr) == (0, "")


def _leaves() -> list[tuple[str, ...]]:
    leaves = []
    for name in COMMANDS:
        command = cli.get_command(None, name)
        leaves += [(name, inner) for inner in command.commands] if hasattr(command, "commands") else [(name,)]
    return leaves


@pytest.mark.parametrize("path", _leaves(), ids=" ".join)
def test_every_help_has_an_example_and_json(sendable, path) -> None:
    """An example to copy, and ``--json`` for scripts."""
    text = sendable(*path, "--help").stdout
    assert f"Example:\n    sendable {' '.join(path)}" in text or "| sendable" in text
    assert "--json" in text


def test_an_unknown_command_ends_with_2(sendable) -> None:
    """Bad usage is 2."""
    assert sendable("no-such-command").returncode == 2


def test_no_sdk_is_imported_before_it_is_needed() -> None:
    """Start-up imports neither SDK nor Hypothesis nor YAML."""
    heavy = "{'openai', 'anthropic', 'hypothesis', 'yaml', 'httpx2', 'httpx', 'rich', 'tabulate'}"
    program = (
        f"import sys, sendable.cli; sys.exit(str({heavy} & set(sys.modules)) if {heavy} & set(sys.modules) else 0)"
    )
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False).stderr == ""


def test_the_version_is_quick() -> None:
    """Under 150 ms of processor time, the best of three: a busy machine's wall clock says nothing."""

    def seconds() -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-m", "sendable", "--version"], capture_output=True, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime

    assert min(seconds() for _ in range(3)) < 0.15
