"""OpenAI Responses: the items of all entries, in order."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec

from sendable.model.entry import Entry
from sendable.model.json import Json, JsonObject
from sendable.model.target import Target
from sendable.wire.items import RESULT, kind, plain
from sendable.wire.parts import responses_part

_ANSWERS: Final = ("_output", "_response")


def body(entries: Sequence[Entry], target: Target, tools: Sequence[JsonObject]) -> JsonObject:
    """Write ``model``, ``input``, ``store: false`` and, when there are any, ``tools``."""
    defined = [{"type": "function", **tool, "strict": False} for tool in tools]
    spoken = [item for entry in entries for item in _written(entry)]
    return {"model": target.model, "input": spoken, "store": False, **({"tools": defined} if defined else {})}


def _written(entry: Entry) -> Iterator[Json]:
    if entry.raw is not msgspec.UNSET:
        yield entry.raw
        return
    for item in entry.items:
        yield _item(item)


def _item(item: JsonObject) -> JsonObject:
    written = plain(item)
    if not written.get("tool_calls", True):
        del written["tool_calls"]  # an empty list of calls holds nothing, and is no key of this API
    if kind(item) == "message" and isinstance(item.get("content"), list):
        written["content"] = [responses_part(part, item.get("role")) for part in item["content"]]
    if kind(item) == RESULT and isinstance(item.get("output"), list):
        written["output"] = [responses_part(part, "tool") for part in item["output"]]
    return written


def entries(body: JsonObject) -> list[Entry]:
    """Read ``input``: a run of what the model made is one entry, everything else is one each.

    A bare text is read as the user message that it stands for.
    """
    spoken = body.get("input")
    if isinstance(spoken, str):
        return [Entry("user", ({"type": "message", "role": "user", "content": spoken},))]
    return list(_grouped(spoken)) if isinstance(spoken, list) else []


def _grouped(spoken: list[Json]) -> Iterator[Entry]:
    run: list[JsonObject] = []
    for item in spoken:
        role = _role(item)
        if role == "assistant":
            run.append(item)
            continue
        if run:
            yield Entry("assistant", tuple(run))
            run = []
        yield Entry(None, raw=item) if role is None else Entry(role, (item,))
    if run:
        yield Entry("assistant", tuple(run))


def _role(item: Json) -> str | None:
    if not isinstance(item, dict):
        return None
    role: Any = item.get("role")
    if isinstance(role, str):
        return role
    made = kind(item)
    if not isinstance(made, str) or made == "message":
        return None
    return "tool" if made.endswith(_ANSWERS) else "assistant"
