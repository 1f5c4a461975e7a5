"""The README's code blocks do what the README says."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)(?: file=(\S+))?\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
SH = [text for kind, _, text in BLOCKS if kind == "sh"]
FILES = {name: text for _, name, text in BLOCKS if name}
CONSOLE = [text for kind, _, text in BLOCKS if kind == "console"]


def test_the_first_two_commands_set_everything_up() -> None:
    """The main job first, then the tests; each makes its own environment."""
    assert SH == [
        "python3 -m venv .venv && .venv/bin/pip install -q . && .venv/bin/sendable run\n",
        "python3 -m venv .venv && .venv/bin/pip install -q -e '.[dev]' && .venv/bin/python -m pytest -n 2\n",
    ]


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """A user's folder with the files that the README shows."""
    folder = tmp_path_factory.mktemp("user")
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize("block", CONSOLE, ids=[block.split("\n")[0][:60] for block in CONSOLE])
def test_a_console_block_is_true(folder, block) -> None:
    """The command prints what stands below it; ``…`` stands for whatever comes there."""
    first, _, expected = block.partition("\n")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", first.removeprefix("$ ")],
        capture_output=True,
        text=True,
        cwd=folder,
        env=os.environ | {"PATH": path},
        timeout=120,
        check=False,
    )
    pattern = re.escape(expected).replace("…\\\n", ".*").replace("…", ".*?")
    assert re.fullmatch(pattern, done.stdout, re.DOTALL), done.stdout + done.stderr
