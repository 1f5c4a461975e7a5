"""Reading a release of an SDK that is not installed here: in an environment of its own, made by uv and thrown away."""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path
from shutil import copytree, which

import sendable
from sendable.model.errors import BadUsage, ProviderNotAsked

_NEEDED = ("msgspec", "pyyaml")
_SECONDS = 300
_SAID = 800


def read_isolated(sdk: str, release: str) -> bytes:
    """Return the reading of one release as JSON; the current environment is not touched.

    Raises:
        BadUsage: uv is not there. ProviderNotAsked: the release cannot be installed or read; says what uv said.
    """
    with _package_alone() as folder:
        command = [
            *(_uv(), "run", "--quiet", "--isolated", "--no-project", "--python", sys.executable),
            *("--with", f"{sdk}=={release}"),
            *(word for each in _requirements() for word in ("--with", each)),
            *("python", "-m", "sendable.tasks.sdk_reading", sdk),
        ]
        try:
            done = subprocess.run(  # noqa: S603 - uv, with words that are no shell's
                command, capture_output=True, timeout=_SECONDS, check=False, cwd=folder, env=_environment(folder)
            )
        except subprocess.TimeoutExpired as error:
            raise ProviderNotAsked(f"{sdk} {release} could not be read in {_SECONDS} s") from error
    if done.returncode:
        said = done.stderr.decode(errors="replace").strip()[-_SAID:]
        raise ProviderNotAsked(
            f"{sdk} {release} could not be installed or read: {said}", hint="is there such a release?"
        )
    return done.stdout


def _environment(folder: Path) -> dict[str, str]:
    from os import environ  # noqa: PLC0415 - read when asked, not at import

    kept = {name: value for name, value in environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
    return kept | {"PYTHONPATH": str(folder)}


@contextmanager
def _package_alone() -> Iterator[Path]:
    """Make a folder that holds this package and nothing that was installed beside it."""
    source = Path(sendable.__file__).parent
    with tempfile.TemporaryDirectory() as name:
        try:
            (Path(name) / "sendable").symlink_to(source, target_is_directory=True)
        except OSError:  # a system that lets not everybody make links
            copytree(source, Path(name) / "sendable")
        yield Path(name)


def _uv() -> str:
    try:
        from uv import find_uv_bin  # noqa: PLC0415 - an extra; without it, a uv on the path will do

        return str(find_uv_bin())
    except (ImportError, FileNotFoundError):
        found = which("uv")
    if found is None:
        raise BadUsage("uv is needed to read a release that is not installed", hint="pip install uv")
    return found


def _requirements() -> list[str]:
    """Return what the reading itself needs, in the versions that this package asks for."""
    try:
        declared = requires("sendable") or []
    except PackageNotFoundError:
        declared = []
    return [next((each for each in declared if each.lower().startswith(name)), name) for name in _NEEDED]
