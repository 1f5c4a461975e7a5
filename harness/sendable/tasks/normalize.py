"""What the reference makes of one history: repaired messages, or a request body."""

from collections.abc import Callable
from typing import TypeAlias

import msgspec

from sendable.model.case import DEFAULT_NEXT
from sendable.model.errors import UnreadableInput
from sendable.model.json import Json, JsonObject
from sendable.model.target import parse_target
from sendable.reference.flat import normalize_flat
from sendable.reference.send.assemble import assemble
from sendable.reference.send.switch import SwitchWarning, switch_warning

Work: TypeAlias = Callable[[Json, str], JsonObject]
"""Takes a parsed input and what to call it in an error; returns the output."""

_HISTORY_KEYS = ("messages", "nodes", "items")
_HINT = 'pass a list of messages, or an object like {"messages": […]}'


def repairer(*, letter: bool = False) -> Work:
    """Return the work of `sendable normalize`: the stable form of the closing repair's result."""

    def repair(given: Json, where: str) -> JsonObject:
        result = normalize_flat(_messages(given, where), letter=letter)
        return {
            "messages": result.messages,
            "dropped": result.dropped,
            "by_rule": dict(result.by_rule),
            "synthesized": result.synthesized,
            "moved": result.moved,
        }

    return repair


def assembler(target: str, before: str | None, warn: Callable[[str], None], *, letter: bool = False) -> Work:
    """Return the work of `sendable normalize --target`: a body, and what was changed or left out to make it.

    Args:
        target: whom the request is for.
        before: whom the conversation was with; a costly switch is told to `warn`.
        warn: told what a user should know before the request is sent.
        letter: the seeds to the letter.

    Raises:
        BadUsage: a target cannot be understood.
    """
    to, came_from = parse_target(target), parse_target(before) if before else None

    def build(given: Json, where: str) -> JsonObject:
        history, coming = _history(given, where)
        try:
            request = assemble(history, to, coming, letter=letter)
            cost = switch_warning(history, to) if came_from and came_from != to else None
        except UnreadableInput as error:
            raise UnreadableInput(error.what, where=f"{where} {error.where}".strip(), hint=error.hint) from error
        if cost:
            warn(f"the switch from {before} to {target} reads the whole context again: {_cost_text(cost)}")
        return {"body": request.body, "warnings": msgspec.to_builtins(request.warnings)}

    return build


def _cost_text(cost: SwitchWarning) -> str:
    most = "" if cost.basis == "usage" else "at most "
    return f"{', '.join(cost.reasons)} ({most}{cost.tokens:,} tokens of earlier context)"


def _messages(given: Json, where: str) -> Json:
    messages = given.get("messages") if isinstance(given, dict) else given
    if isinstance(messages, list):
        return messages
    found = given["messages"] if isinstance(given, dict) and "messages" in given else given
    raise UnreadableInput(f"not a message list: found {_kind(found)}", where=where, hint=_HINT)


def _history(given: Json, where: str) -> tuple[JsonObject, list[Json]]:
    """Split an input into the history and the coming user turn."""
    if isinstance(given, list):
        return {"messages": given}, list(DEFAULT_NEXT)
    if not isinstance(given, dict) or not any(key in given for key in _HISTORY_KEYS):
        raise UnreadableInput(f"not a history: found {_kind(given)}", where=where, hint=_HINT)
    coming = given.get("next", list(DEFAULT_NEXT))
    if not isinstance(coming, list):
        raise UnreadableInput(f"not a list: found {_kind(coming)}", where=f"{where} $.next")
    return {key: value for key, value in given.items() if key != "next"}, coming


def _kind(value: Json) -> str:
    """Name a JSON value as JSON does."""
    names = {dict: "an object", list: "a list", str: "a text", bool: "true or false", type(None): "null"}
    return names.get(type(value), "a number")
