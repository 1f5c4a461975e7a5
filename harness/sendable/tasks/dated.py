"""The dated readings: the releases whose undecided fields are the ledger's pending set, as they were read that day."""

import gzip
from functools import cache
from importlib.resources import files
from pathlib import Path

import msgspec

from sendable.tasks.sdk_reading import Reading

FOLDER = Path(__file__).parent


@cache
def dated_reading(sdk: str) -> Reading:
    """Return the dated reading of an SDK."""
    content = files("sendable.tasks").joinpath(_name(sdk)).read_bytes()
    return msgspec.json.decode(gzip.decompress(content), type=Reading)


def write_dated(reading: Reading) -> Path:
    """Make a reading the dated one; the same reading always gives the same bytes."""
    file = FOLDER / _name(reading.surface.sdk)
    file.write_bytes(gzip.compress(msgspec.json.encode(reading), mtime=0))
    return file


def _name(sdk: str) -> str:
    return f"dated_{sdk}.json.gz"
