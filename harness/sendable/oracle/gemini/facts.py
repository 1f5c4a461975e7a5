"""Turns of function calls and of their responses.

Contents that follow each other and hold calls are one turn, and so are those that hold its responses: recordings show
calls in two contents answered in one, and the responses to one content in three.
"""

from typing import Any

import msgspec

from sendable.model.json import JsonObject
from sendable.oracle.gemini.parts import call_of, parts_of, response_of
from sendable.oracle.settings import Settings


class Facts(msgspec.Struct):
    """What rules look up, by index of the content.

    headless: calls that come first, or after the model's own words. stray: responses that follow no call. uneven: the
    content that ends a turn of calls whose responses are fewer or more. steps: contents that begin a step of the model.
    spoken: the user's last words, after which the current turn begins.
    """

    headless: set[int]
    stray: set[int]
    uneven: set[int]
    steps: set[int]
    spoken: int = -1


class _Open(msgspec.Struct):
    """The turn of calls that is being answered. responses: None before the first."""

    calls: int = 0
    responses: int | None = None


def index(body: JsonObject, _settings: Settings) -> Facts:
    """Group the contents in one pass; bears any JSON."""
    facts = Facts(set(), set(), set(), set())
    contents = body.get("contents")
    turn: _Open | None = None
    before, at = "", -1
    for at, content in enumerate(contents if isinstance(contents, list) else ()):
        kind, number = _kind(content)
        if kind == "call":
            turn = _called(facts, turn, number, before, at)
        elif kind == "response":
            _answered(facts, turn, number, at)
        else:
            _close(facts, turn, at - 1)
            turn = None
            facts.spoken = at if kind == "user" else facts.spoken
        before = kind
    if turn is not None and turn.responses is not None:
        _close(facts, turn, at)
    return facts


def _called(facts: Facts, turn: _Open | None, calls: int, before: str, at: int) -> _Open:
    if turn is not None and turn.responses is None:
        turn.calls += calls
        return turn
    _close(facts, turn, at - 1)
    facts.steps.add(at)
    if before in ("", "model"):
        facts.headless.add(at)
    return _Open(calls)


def _answered(facts: Facts, turn: _Open | None, responses: int, at: int) -> None:
    if turn is None:
        facts.stray.add(at)
    else:
        turn.responses = (turn.responses or 0) + responses


def _close(facts: Facts, turn: _Open | None, at: int) -> None:
    """Compare a turn's calls with its responses."""
    if turn is not None and turn.calls != (turn.responses or 0):
        facts.uneven.add(at)


def _kind(content: Any) -> tuple[str, int]:
    """Return what a content is (call, response, model, user) and how many calls or responses it holds."""
    parts = parts_of(content)
    calls = sum(call_of(part) is not None for part in parts)
    if calls:
        return "call", calls
    responses = sum(response_of(part) is not None for part in parts)
    if responses:
        return "response", responses
    role = content.get("role") if isinstance(content, dict) else None
    return ("model" if role == "model" else "user"), 0
