"""A ledger as a file that people read and edit: sorted, one field a line, nothing that is empty."""

import json
import tomllib
from collections.abc import Iterator

import msgspec

from sendable.ledger.row import Ledger, Row
from sendable.model.errors import UnreadableInput
from sendable.model.json import Json


def write(ledger: Ledger) -> str:
    """Write a ledger as TOML; the same ledger always gives the same text."""
    lines = [f"api = {_value(ledger.api)}"]
    for row in sorted(ledger.row, key=lambda each: each.path):
        lines += ["", "[[row]]", *_lines(row)]
    return "\n".join(lines) + "\n"


def parse(text: str, name: str) -> Ledger:
    """Read what `write` wrote, and what people made of it.

    Raises:
        UnreadableInput: it is no TOML, or a row has an unknown key or lacks one.
    """
    try:
        return msgspec.convert(tomllib.loads(text), Ledger)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise UnreadableInput(f"not a ledger: {error}", where=name) from error


def _lines(row: Row) -> Iterator[str]:
    for key, value in msgspec.to_builtins(row).items():
        if key == "sources":
            yield "sources = ["
            yield from (f"  {_value(each)}," for each in value)
            yield "]"
        else:
            yield f"{key} = {_value(value)}"


def _value(value: Json) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_value(each)}" for key, each in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_value(each) for each in value) + "]"
    # JSON's texts, numbers and booleans are TOML's too.
    return json.dumps(value, ensure_ascii=False)
