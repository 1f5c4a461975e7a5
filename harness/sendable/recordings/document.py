"""Parsing a whole file as JSON or YAML, with errors that name the line."""

import base64

import msgspec
import yaml

from sendable.model.errors import UnreadableInput
from sendable.model.json import Json


class _Loader(yaml.CSafeLoader):
    """YAML's plain data and Ruby's ``!binary``; nothing else is constructed."""


def _binary(loader: yaml.CSafeLoader, node: yaml.ScalarNode) -> bytes:
    return base64.b64decode(loader.construct_scalar(node))


_Loader.add_constructor("!binary", _binary)


def parse_yaml(content: bytes, path: str) -> Json:
    """Parse YAML with the fast safe loader.

    Raises:
        UnreadableInput: it is not YAML, or holds objects of a programming language.
    """
    try:
        return yaml.load(content, Loader=_Loader)  # noqa: S506 - a subclass of the safe loader
    except yaml.MarkedYAMLError as error:
        line = f", line {error.problem_mark.line + 1}" if error.problem_mark else ""
        raise UnreadableInput(f"not YAML that we can read: {error.problem}", where=f"{path}{line}") from error
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise UnreadableInput(f"not YAML that we can read: {str(error).partition(chr(10))[0]}", where=path) from error


def parse_json(content: bytes, path: str) -> Json:
    """Parse JSON.

    Raises:
        UnreadableInput: it is not JSON.
    """
    try:
        return msgspec.json.decode(content)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise UnreadableInput(f"not JSON: {error}", where=path) from error
