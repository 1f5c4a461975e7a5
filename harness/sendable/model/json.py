"""JSON as it comes: unknown until a rule has looked at it."""

import json
from math import isfinite
from typing import Any, TypeAlias

import msgspec

from sendable.model.errors import UnreadableInput

Json: TypeAlias = Any
JsonObject: TypeAlias = dict[str, Any]
Path: TypeAlias = tuple[str | int, ...]

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def dotted(path: Path) -> str:
    """Write a path as people read it: ``("messages", 3, "tool_calls", 0)`` is ``$.messages[3].tool_calls[0]``."""
    return "$" + "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)


def without_mark(content: bytes) -> bytes:
    """Return a file's bytes without the mark that some editors put before UTF-8."""
    return content.removeprefix(_BYTE_ORDER_MARK)


def parse_json(content: bytes | str, where: str) -> Json:
    """Parse one JSON text.

    Args:
        content: UTF-8 bytes, or text.
        where: what to call it in an error, for example ``<stdin>, line 3``.

    Raises:
        UnreadableInput: it is not JSON; says the line, the column and what was wrong. ``NaN`` and ``Infinity`` are no
            JSON either.
    """
    try:
        return msgspec.json.decode(without_mark(content) if isinstance(content, bytes) else content)
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return _parse_slowly(content, where)


def _parse_slowly(content: bytes | str, where: str) -> Json:
    """Parse with the standard library: it takes escaped lone surrogates, and it knows lines and columns."""
    try:
        text = content if isinstance(content, str) else content.decode("utf-8-sig")
        return json.loads(text, parse_constant=_no_constant, parse_float=_finite)
    except json.JSONDecodeError as error:
        line = "" if ", line " in where else f", line {error.lineno}"
        place = f"{where}{line}, column {error.colno}"
        raise UnreadableInput(f"not JSON: {error.msg}", where=place) from error
    except UnicodeDecodeError as error:
        raise UnreadableInput(f"not UTF-8: byte {error.start}", where=where, hint="save the file as UTF-8") from error
    except RecursionError as error:
        raise UnreadableInput("nested too deeply to be read", where=where) from error
    except ValueError as error:
        raise UnreadableInput(f"not JSON: {error}", where=where) from error


def _finite(text: str) -> float:
    number = float(text)
    if not isfinite(number):
        raise ValueError(f"the number {text} is out of range")
    return number


def _no_constant(name: str) -> Json:
    raise ValueError(f"{name} is not a JSON value")


def encode_json(value: Json) -> bytes:
    """Write compact JSON on one line; a lone surrogate is written as its escape."""
    try:
        return msgspec.json.encode(value)
    except UnicodeEncodeError:
        return json.dumps(msgspec.to_builtins(value), separators=(",", ":")).encode("ascii")
