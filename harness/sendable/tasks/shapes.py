"""How each API answers the four shapes that make a stored history unsendable: as stored, and after the reference."""

from collections.abc import Iterator
from functools import cache
from importlib.resources import files

import msgspec

from sendable import wire
from sendable.model.json import JsonObject
from sendable.model.outcome import Verdict
from sendable.model.shape import Shape, ShapeAnswer
from sendable.model.target import Target, parse_target
from sendable.oracle.book import load, record_of
from sendable.reference.send.assemble import assemble
from sendable.reference.send.held import entries_of
from sendable.tasks.check import Question, check

TARGETS = (
    "openai-responses:gpt-5.4",
    "openai-chat:gpt-5.4",
    "anthropic-messages:claude-opus-4-8",
    "bedrock-converse:us.anthropic.claude-opus-4-8-v1:0",
    "gemini:gemini-3-flash-preview",
    "mistral:mistral-large-latest",
    "vllm-responses:Qwen/Qwen3-8B",
    "vllm-chat:Qwen/Qwen3-8B",
    "vllm-messages:Qwen/Qwen3-8B",
    "llamacpp-responses:Qwen3-8B",
    "llamacpp-chat:Qwen3-8B",
    "llamacpp-messages:Qwen3-8B",
)
"""One an API, each with a model that has no rules of its own beyond its API's."""


class _Book(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    next: tuple[JsonObject, ...]
    tools: tuple[JsonObject, ...]
    shapes: tuple[Shape, ...]


def shapes(api: str | None = None) -> list[ShapeAnswer]:
    """Check every shape, for every API or for one.

    Raises:
        BadUsage: there is no such API.
    """
    if api is not None:
        load(api)
    asked = [target for target in map(parse_target, TARGETS) if api in (None, target.api)]
    return [_answer(shape, target) for target in asked for shape in _book().shapes]


def raw_body(shape: Shape, target: Target) -> JsonObject:
    """Write a stored history as it stands, with the coming user turn and the tool that it calls."""
    return wire.to_body(list(entries_of([*shape.items, *_book().next])), target, _tools(shape))


@cache
def _book() -> _Book:
    text = files("sendable.corpus").joinpath("four_shapes.json").read_bytes()
    return msgspec.json.decode(text, type=_Book)


def _tools(shape: Shape) -> tuple[JsonObject, ...]:
    calls = any(item.get("type") == "function_call" for item in shape.items)
    return _book().tools if calls else ()


def _answer(shape: Shape, target: Target) -> ShapeAnswer:
    raw = _judged(raw_body(shape, target), target)
    sent = assemble({"items": list(shape.items)}, target, _book().next)
    taken_by = shape.taken_by.get(target.api, "") if raw.accepted else ""
    grade, date = _basis(target.api, raw.rule or taken_by)
    return ShapeAnswer(
        id=shape.id,
        shape=shape.shape,
        what=shape.what,
        target=str(target),
        raw=raw,
        shaped=_judged(sent.body, target),
        own=shape.maker == target.provider_type,
        taken_by=taken_by,
        grade=grade,
        date=date,
    )


def _judged(body: JsonObject, target: Target) -> Verdict:
    return check(body, Question(target.api, target.vendor, target.model)).verdict


def _basis(api: str, rule: str) -> tuple[str, str]:
    """Return grade and newest date of a record's evidence, first-hand where there is any."""
    if not rule:
        return "", ""
    record = record_of(api, rule)
    return record.grade, max(_dates(rule, api))[1]


def _dates(rule: str, api: str) -> Iterator[tuple[bool, str]]:
    return ((not source.secondhand, source.date) for source in record_of(api, rule).sources)
