"""Readings of SDK releases, kept in the user's cache: by SDK, release, and the code that reads."""

import os
import sys
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from pathlib import Path

import msgspec

from sendable.ledger.release import release_key
from sendable.ledger.surface import SDKS
from sendable.model.errors import BadUsage
from sendable.tasks.isolated import read_isolated
from sendable.tasks.sdk_reading import Reading, take_reading

_READERS = (
    ("sendable.ledger.surface", ""),
    ("sendable.replay", "serialized"),
    ("sendable.replay", "smoke"),
    ("sendable.replay", "sdk"),
)


def installed_reading(sdk: str, folder: Path | None = None) -> Reading:
    """Return the reading of the installed release.

    Raises:
        BadUsage: the SDK is not known here, or not installed.
    """
    release = installed_release(sdk)
    kept = _kept(sdk, release, folder)
    if kept is None:
        kept = take_reading(sdk)
        _keep(kept, folder)
    return kept


def reading_of(sdk: str, release: str, folder: Path | None = None) -> Reading:
    """Return the reading of any release, made in an isolated environment unless it is kept.

    Raises:
        BadUsage: the SDK is not known here, or uv is missing. ProviderNotAsked: the release cannot be read.
    """
    _check(sdk)
    kept = _kept(sdk, release, folder)
    if kept is None:
        kept = msgspec.json.decode(read_isolated(sdk, release), type=Reading)
        if kept.surface.version != release:
            raise BadUsage(f"asked for {sdk} {release}, got {kept.surface.version}", hint="write the release in full")
        _keep(kept, folder)
    return kept


def kept_between(sdk: str, after: str, before: str, folder: Path | None = None) -> Iterator[Reading]:
    """Yield the kept readings of the releases between two, both left out."""
    for file in (folder or cache_folder()).glob(f"{sdk}-*-{_code()}.json"):
        release = file.name.split("-")[1]
        if release_key(after) < release_key(release) < release_key(before):
            yield msgspec.json.decode(file.read_bytes(), type=Reading)


def installed_release(sdk: str) -> str:
    """Return the installed release, without importing it.

    Raises:
        BadUsage: the SDK is not known here, or not installed.
    """
    _check(sdk)
    try:
        return version(sdk)
    except PackageNotFoundError as error:
        raise BadUsage(f"the {sdk} SDK is not installed", hint=f"pip install {sdk}") from error


def cache_folder() -> Path:
    """Return where readings are kept, by the custom of the system; it says where, never what is found."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA")
    else:
        base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "sendable" / "sdk-readings"


def _check(sdk: str) -> None:
    if sdk not in SDKS:
        raise BadUsage(f"no SDK named {sdk!r} is known", hint="known are " + ", ".join(SDKS))


def _kept(sdk: str, release: str, folder: Path | None) -> Reading | None:
    try:
        return msgspec.json.decode(_file(sdk, release, folder).read_bytes(), type=Reading)
    except (OSError, msgspec.DecodeError):  # nothing is kept, or half a file is: read anew
        return None


def _keep(reading: Reading, folder: Path | None) -> None:
    file = _file(reading.surface.sdk, reading.surface.version, folder)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        part = file.with_suffix(f".{os.getpid()}")
        part.write_bytes(msgspec.json.encode(reading))
        part.replace(file)
    except OSError:  # a cache that cannot be written costs time and nothing else
        return


def _file(sdk: str, release: str, folder: Path | None) -> Path:
    return (folder or cache_folder()) / f"{sdk}-{release}-{_code()}.json"


@cache
def _code() -> str:
    """Return a digest of the code that reads: another code's readings are not taken for its own."""
    found = sha256()
    for package, name in _READERS:
        for file in sorted(files(package).iterdir(), key=lambda each: each.name):
            if file.is_file() and file.name.endswith((".py", ".json")) and file.name.startswith(name):
                found.update(file.read_bytes())
    return found.hexdigest()[:12]
