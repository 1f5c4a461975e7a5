"""Reading a file of recordings, whatever wrote it."""

import gzip
import zlib
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast

import msgspec

from sendable.model.errors import UnreadableInput
from sendable.model.json import Json
from sendable.model.roundtrip import RoundTrip
from sendable.recordings import har, jsonl, rubyvcr, vcrpy
from sendable.recordings.document import parse_json, parse_yaml
from sendable.recordings.interaction import Interaction, round_trip

_FORMATS = {each.KEY: each.interactions for each in (vcrpy, rubyvcr, har)}
_GZIP = b"\x1f\x8b"
_LONGEST_FIRST_LINE = 64 * 1024 * 1024


def read(path: Path, *, skipped: Counter[str] | None = None) -> Iterator[RoundTrip]:
    """Yield the round trips with a model API that a file holds, in its order.

    The format is found from the content: cassettes of vcrpy (YAML or JSON) and of Ruby's VCR, HTTP archives, lines of
    JSON; each may be gzipped. Lines are read in constant memory. Exchanges that are no request to a model API are
    passed over; `passed_over` tells which.

    Args:
        path: the file.
        skipped: counts, by reason, what was passed over while reading.

    Raises:
        UnreadableInput: the file cannot be read or is none of these; names the file with its line or interaction.
    """
    with _opened(path) as stream:
        if _holds_lines(stream):
            yield from jsonl.round_trips(stream, path.as_posix())
            return
        content = stream.read()
    for exchange in _interactions(content, path.as_posix()):
        found = round_trip(exchange, path.as_posix())
        if isinstance(found, RoundTrip):
            yield found
        elif skipped is not None:
            skipped[found] += 1


def passed_over(path: Path) -> Counter[str]:
    """Count, by reason, the exchanges of a file that `read` passes over: what is not read is not hidden."""
    skipped: Counter[str] = Counter()
    for _ in read(path, skipped=skipped):
        pass
    return skipped


@contextmanager
def _opened(path: Path) -> Iterator[BinaryIO]:
    try:
        with path.open("rb") as raw:
            zipped = raw.peek(2)[:2] == _GZIP
            yield cast("BinaryIO", gzip.GzipFile(fileobj=raw)) if zipped else raw
    except (OSError, EOFError, zlib.error) as error:
        raise UnreadableInput(f"this file cannot be read: {error}", where=path.as_posix()) from error


def _holds_lines(stream: BinaryIO) -> bool:
    """Tell whether the first line that is not blank is a whole JSON object with a request in it."""
    line = b"\n"
    while line and line.isspace():
        line = stream.readline(_LONGEST_FIRST_LINE)
    stream.seek(0)
    try:
        first = msgspec.json.decode(line)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return False
    return isinstance(first, dict) and "request" in first


def _interactions(content: bytes, path: str) -> Iterator[Interaction]:
    document = _document(content, path)
    known = [key for key in _FORMATS if isinstance(document, dict) and key in document]
    if not known:
        raise UnreadableInput(
            "this is no recording that we can read",
            where=path,
            hint="known are cassettes of vcrpy and Ruby's VCR, HTTP archives (HAR) and lines of JSON",
        )
    yield from _FORMATS[known[0]](document, path)


def _document(content: bytes, path: str) -> Json:
    if content.lstrip()[:1] in (b"{", b"["):
        return parse_json(content, path)
    return parse_yaml(content, path)
