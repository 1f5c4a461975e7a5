"""Reading what a command is given, and writing what it found."""

import sys
from collections.abc import Iterator
from typing import BinaryIO

import click

from sendable.model.errors import BadUsage, UnreadableInput
from sendable.model.json import Json, encode_json


def read_input(file: str) -> bytes:
    """Read a whole file; ``-`` is stdin.

    Raises:
        UnreadableInput: there is no such file, or it cannot be read.
    """
    with opened(file) as stream:
        return stream.read()


def opened(file: str) -> BinaryIO:
    """Open a file for reading bytes; ``-`` is stdin.

    Raises:
        UnreadableInput: there is no such file, or it cannot be read.
    """
    if file == "-":
        return sys.stdin.buffer
    try:
        return open(file, "rb")  # noqa: PTH123 - the caller closes it
    except OSError as error:
        raise UnreadableInput(f"cannot read: {error.strerror}", where=file) from error


def shown_name(file: str) -> str:
    """Return how to call a file in an error."""
    return "<stdin>" if file == "-" else file


def numbered_lines(file: str) -> Iterator[tuple[int, bytes]]:
    """Yield the lines of a JSONL file that hold something, with their numbers from 1, in constant memory."""
    with opened(file) as stream:
        for number, line in enumerate(stream, start=1):
            if line.strip():
                yield number, line


def is_default(option: str) -> bool:
    """Tell whether an option of the running command was left out."""
    source = click.get_current_context().get_parameter_source(option)
    return source is click.core.ParameterSource.DEFAULT


def write_json(value: Json) -> None:
    """Write one value as one line of JSON."""
    out = sys.stdout.buffer
    out.write(encode_json(value) + b"\n")
    out.flush()


def parse_headers(pairs: tuple[str, ...]) -> dict[str, str]:
    """Read ``K:V`` options.

    Raises:
        BadUsage: a pair has no colon.
    """
    headers = {}
    for pair in pairs:
        key, colon, value = pair.partition(":")
        if not colon or not key.strip():
            raise BadUsage(f"not a header: {pair!r}", hint="write --header 'anthropic-version: 2023-06-01'")
        headers[key.strip().lower()] = value.strip()
    return headers


def parse_api(text: str) -> tuple[str, str | None]:
    """Split ``API[@vendor]``.

    Raises:
        BadUsage: a model stands behind it, or no vendor behind the ``@``.
    """
    if ":" in text:
        raise BadUsage(f"not an API: {text!r}", hint="leave the model out here; check and explain take it as --model")
    api, at, vendor = text.partition("@")
    if at and not vendor:
        raise BadUsage(f"no vendor behind the @: {text!r}", hint="write openai-chat@deepseek, or leave the @ out")
    return api, vendor or None


def check_date(text: str) -> str:
    """Return an ISO date unchanged.

    Raises:
        BadUsage: it is none.
    """
    from datetime import date

    try:
        return date.fromisoformat(text).isoformat()
    except ValueError as error:
        raise BadUsage(f"not a date: {text!r}", hint="write it as 2026-11-30") from error
