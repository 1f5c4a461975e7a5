"""A row of the store to a node, and a node to plain data."""

from typing import Any

import msgspec

from sendable.model.json import JsonObject, parse_json
from sendable.model.node import Node
from sendable.reference.write.trouble import damaged

_IN_JSON = ("sent", "received", "usage")


def read_node(row: tuple[Any, ...], place: str) -> Node:
    """Read a row of `schema.COLUMNS`.

    Raises:
        UnreadableInput: the row is damaged.
    """
    values = dict(zip(Node.__struct_fields__, row, strict=True))
    for key in _IN_JSON:
        values[key] = None if values[key] is None else parse_json(values[key], place)
    try:
        return msgspec.convert(values, Node)
    except msgspec.ValidationError as error:
        raise damaged(place, str(error)) from error


def plain_node(node: Node) -> JsonObject:
    """Return a node as JSON has it: defaults left out, items in lists."""
    plain: JsonObject = msgspec.to_builtins(node)
    return plain | {key: list(plain[key]) for key in ("sent", "received") if key in plain}
