"""Base histories: well-formed conversations that really happened, ready to be broken."""

import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path

import msgspec

from sendable.model.errors import UnreadableInput
from sendable.model.json import JsonObject
from sendable.model.roundtrip import Source

_NOT_IN_NAMES = re.compile(r"[^a-z0-9.-]+")


class Base(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One well-formed flat history.

    id: ``<api>-<first 12 digits of its digest>``, so it stays while the conversation does. messages: the flat history.
    source: the recording it comes from. api, vendor: the format, and who was asked. date: ISO, ``""`` when unknown.
    """

    id: str
    messages: tuple[JsonObject, ...]
    source: Source
    api: str
    vendor: str
    date: str = ""


def write_bases(bases: Iterable[Base], folder: Path) -> list[Path]:
    """Write bases to ``<folder>/<vendor>/<api>.jsonl``, one a line, sorted by id; return the files.

    A file that is there already is replaced as a whole. A vendor known by its host alone (``host:api.z.ai``) gets a
    folder of that name without the colon.
    """
    files = []
    ordered = sorted(bases, key=lambda each: (each.vendor, each.api, each.id))
    for (vendor, api), group in groupby(ordered, key=lambda each: (each.vendor, each.api)):
        file = folder / _NOT_IN_NAMES.sub("-", vendor) / f"{api}.jsonl"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(b"".join(msgspec.json.encode(each) + b"\n" for each in group))
        files.append(file)
    return files


def read_bases(files: Iterable[Path]) -> Iterator[Base]:
    """Read what `write_bases` wrote.

    Raises:
        UnreadableInput: with file and line.
    """
    for file in files:
        for number, line in enumerate(_lines(file), start=1):
            try:
                yield msgspec.json.decode(line, type=Base)
            except (msgspec.DecodeError, UnicodeError) as error:
                raise UnreadableInput(f"not a base history: {error}", where=f"{file}:{number}") from error


def _lines(file: Path) -> list[bytes]:
    try:
        return file.read_bytes().splitlines()
    except OSError as error:
        raise UnreadableInput(f"cannot read the file: {error.strerror}", where=str(file)) from error
