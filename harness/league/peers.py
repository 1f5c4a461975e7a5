"""Find the adapters and ask each which ways into its peer it offers."""

import json
import os
import shlex
import subprocess
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from shutil import which

import msgspec

ROOT = Path(__file__).resolve().parents[2]
ADAPTERS = Path("harness") / "adapters"
# The first time, uv installs the peer's environment.
_SECONDS = 900


class Entry(msgspec.Struct, frozen=True):
    """One way into a peer. command: its words from the root of the checkout; targets: globs that it can be held to."""

    project: str
    homepage: str
    package: str
    version: str
    name: str
    title: str
    contracts: tuple[str, ...]
    targets: tuple[str, ...]
    command: tuple[str, ...]

    @property
    def key(self) -> str:
        """A short name that no other entry has."""
        return f"{self.project.lower().replace(' ', '-')}.{self.name}"

    @property
    def address(self) -> str:
        """Its address as a normalizer, for somebody who stands at the root of the checkout."""
        return "exec:" + shlex.join(self.command)

    def supports(self, target: str) -> bool:
        """Whether it can be held to a target."""
        return any(fnmatchcase(target, glob) for glob in self.targets)


class NotListed(Exception):
    """An adapter's script did not say what it offers; with the end of its stderr."""


def scripts() -> list[Path]:
    """Return the adapters' scripts, from the root of the checkout; what begins with ``_`` is shared help."""
    found = [*(ROOT / ADAPTERS).glob("*_entries.py"), *(ROOT / ADAPTERS / "node").glob("*.mjs")]
    return sorted(each.relative_to(ROOT) for each in found if not each.name.startswith("_"))


def entries(script: Path) -> Iterator[Entry]:
    """Ask one script what it offers.

    Raises:
        NotListed: it ended with an error.
    """
    command = words(script)
    done = subprocess.run(  # noqa: S603 - a script of this checkout
        [*command, "--entries"], cwd=ROOT, capture_output=True, text=True, timeout=_SECONDS, check=False, env=clean()
    )
    if done.returncode:
        raise NotListed(f"{script}: {done.stderr.strip()[-2000:]}")
    told = json.loads(done.stdout.splitlines()[-1])
    shared = {key: told[key] for key in ("project", "homepage")}
    for each in told["entries"]:
        yield msgspec.convert({**shared, **each, "command": (*command, each["name"])}, Entry)


def words(script: Path) -> tuple[str, ...]:
    """Return how a script is run."""
    return ("node", str(script)) if script.suffix == ".mjs" else ("uv", "run", "--script", str(script))


def clean() -> dict[str, str]:
    """Return an environment in which uv makes its own for each script, and finds the one beside this Python."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
    if which("uv") is None:
        try:
            from uv import find_uv_bin  # noqa: PLC0415 - only where no uv is on the path
        except ImportError:
            return kept
        kept["PATH"] = os.pathsep.join((str(Path(find_uv_bin()).parent), kept.get("PATH", "")))
    return kept
