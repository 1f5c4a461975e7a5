"""Where the fields of a request's items stand: from a body to ledger paths, and from an error's place to one."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from sendable.model.json import Json, JsonObject, Path

# What is inside belongs to the user or to a tool's definition, not to the API's request type.
_OPAQUE = frozenset(("arguments", "args", "input", "json", "metadata", "response", "env", "attributes", "tools"))
_OPAQUE |= {"input_schema", "inputSchema", "parameters", "schema"}
_WORD = re.compile(r"[A-Za-z_]\w*")
_TAG = re.compile(r"[\w/-]+")


class Item(msgspec.Struct, frozen=True):
    """One item of a history: its kind, its value, where it stands, and a field that is made of items of their own."""

    name: str
    value: JsonObject
    at: Path
    apart: str = ""


def items(api: str, body: JsonObject) -> Iterator[Item]:
    """Yield the items of a body: input items, messages by role, content blocks by type, contents."""
    family = api.partition("@")[0].rpartition("-")[2]
    if family == "responses":
        yield from _listed(body, "input", _input_item)
    elif family == "messages":
        yield from _blocks(body.get("system"), ("system",))
        for message in _listed(body, "messages", _message):
            yield Item(message.name, message.value, message.at, apart="content")
            yield from _blocks(message.value.get("content"), (*message.at, "content"))
    elif family == "gemini":
        yield from _listed(body, "contents", lambda _: "content")
        for key in ("systemInstruction", "system_instruction"):
            if isinstance(body.get(key), dict):
                yield Item("content", body[key], (key,))
    elif family == "converse":
        yield from _listed(body, "system", lambda _: "system")
        yield from _listed(body, "messages", lambda _: "message")
    else:
        yield from _listed(body, "messages", _message)


def fields(item: Item) -> Iterator[str]:
    """Yield the ledger path of every field of an item, at every level."""
    for path, _ in _fields(item.name, item.value, item.at, item.apart):
        yield path


def locate(api: str, body: JsonObject, at: Path) -> str | None:
    """Return the ledger path of the field at a place in the body, None when no item has a field there."""
    for item in items(api, body):
        if at[: len(item.at)] == item.at:
            found = next(
                (path for path, place in _fields(item.name, item.value, item.at, item.apart) if place == at), None
            )
            if found:
                return found
    return None


def resolve(body: JsonObject, steps: tuple[str, ...]) -> Path | None:
    """Turn the steps of an error's path into a place in the body, None when it has none.

    Some APIs write the tag of a block or a source as a step of its own; it is passed over.
    """
    return _resolved(body, steps, ())


def _resolved(value: Json, steps: tuple[str, ...], at: Path) -> Path | None:
    if not steps:
        return at
    step, rest = steps[0], steps[1:]
    if isinstance(value, list):
        n = int(step) if step.isdigit() else len(value)
        return _resolved(value[n], rest, (*at, n)) if n < len(value) else None
    if not isinstance(value, dict):
        return None
    # A block's tag may also be the name of one of its fields, as with `text`: the reading that leads on is right.
    found = _resolved(value[step], rest, (*at, step)) if step in value else None
    if found is None and step in (value.get("type"), value.get("role")):
        return _resolved(value, rest, at)
    return found


def _listed(body: JsonObject, key: str, name_of: Any) -> Iterator[Item]:
    values = body.get(key)
    for n, value in enumerate(values if isinstance(values, list) else ()):
        name = name_of(value) if isinstance(value, dict) else None
        if isinstance(name, str) and _WORD.fullmatch(name):
            yield Item(name, value, (key, n))


def _input_item(value: JsonObject) -> Json:
    if "type" in value:
        return value["type"]
    return "message" if "role" in value else "item_reference" if set(value) == {"id"} else None


def _message(value: JsonObject) -> Json:
    return value.get("role")


def _blocks(values: Json, at: Path) -> Iterator[Item]:
    for n, value in enumerate(values if isinstance(values, list) else ()):
        name = value.get("type") if isinstance(value, dict) else None
        if isinstance(name, str) and _WORD.fullmatch(name):
            yield Item(name, value, (*at, n))


def _fields(prefix: str, value: JsonObject, at: Path, apart: str = "") -> Iterator[tuple[str, Path]]:
    for key, each in value.items():
        if not _WORD.fullmatch(key):
            continue
        path, place = f"{prefix}.{key}", (*at, key)
        yield path, place
        if key in _OPAQUE or key == apart:
            continue
        if isinstance(each, dict):
            yield from _fields(path + _tag(each), each, place)
        elif isinstance(each, list):
            for n, element in enumerate(each):
                if isinstance(element, dict):
                    yield from _fields(f"{path}[]{_tag(element)}", element, (*place, n))


def _tag(value: JsonObject) -> str:
    tag = value.get("type")
    return f":{tag}" if isinstance(tag, str) and _TAG.fullmatch(tag) else ""
