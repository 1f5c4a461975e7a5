"""A body that asks for as little output as its API allows: what is paid for is the verdict."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Final

import msgspec

from sendable.model.evidence import Evidence
from sendable.model.json import JsonObject
from sendable.model.outcome import Verdict
from sendable.model.target import Target
from sendable.replay.sdk import api_client

# Thinking must fit into the output, and takes no smaller budget (`thinking.enabled.budget_tokens: Input should be
# greater than or equal to 1024`).
_LEAST_THINKING: Final = 1024
# Vendors' chats, and older models, have the field under its first name.
_FIRST_NAME: Final = "max_tokens"
_CHAT: Final = "openai-chat"
_NEW_NAME_AT: Final = (None, "azure")
_STREAMING: Final = ("stream", "stream_options")
_TOO_SMALL: Final = "Could not finish the message because max_tokens or model output limit was reached"


class Least(msgspec.Struct, frozen=True):
    """The fewest output tokens of an API. key: of the body, dots lead in. sources: of the figure, if any."""

    key: str
    least: int
    sources: tuple[Evidence, ...] = ()


def least_of(target: Target) -> Least:
    """Return the fewest output tokens that a target may be asked for.

    Raises:
        BadUsage: there is no way to ask this API.
    """
    key, least = _flat(api_client(target.api).SERVICE.least)
    if target.api == _CHAT and target.vendor not in _NEW_NAME_AT:
        key = _FIRST_NAME
    return Least(key, least, _sources().get(target.api, ()))


def with_least_output(body: JsonObject, target: Target, tokens: int | None = None) -> JsonObject:
    """Return the body asking for the fewest output tokens, all at once; the one given is never changed.

    Args:
        body: of a request.
        target: whom it is for.
        tokens: ask for so many instead.
    """
    body = {key: value for key, value in body.items() if key not in _STREAMING}
    least = least_of(target)
    wanted = least.least if tokens is None else tokens
    thinking = body.get("thinking")
    if isinstance(thinking, dict) and isinstance(thinking.get("budget_tokens"), int):
        budget = min(thinking["budget_tokens"], max(wanted - 1, _LEAST_THINKING))
        body = {**body, "thinking": {**thinking, "budget_tokens": budget}}
        wanted = max(wanted, budget + 1)
    if target.api == _CHAT and _FIRST_NAME in body:
        return {**body, _FIRST_NAME: wanted}
    return _with(body, least.key.split("."), wanted)


def output_of(body: JsonObject, target: Target) -> int | None:
    """Return how many output tokens a body asks for at most, None when it does not say."""
    keys = [least_of(target).key, *([_FIRST_NAME] if target.api == _CHAT else [])]
    for key in keys:
        value: object = body
        for step in key.split("."):
            value = value.get(step) if isinstance(value, dict) else None
        if isinstance(value, int):
            return value
    return None


def was_too_small(verdict: Verdict) -> bool:
    """Tell whether a refusal is about the output asked for, and so is no verdict on the history."""
    return verdict.error is not None and _TOO_SMALL in verdict.error.message


def _with(body: JsonObject, steps: list[str], value: int) -> JsonObject:
    step, *rest = steps
    if not rest:
        return {**body, step: value}
    inner = body.get(step)
    return {**body, step: _with(inner if isinstance(inner, dict) else {}, rest, value)}


def _flat(least: JsonObject) -> tuple[str, int]:
    ((key, value),) = least.items()
    if isinstance(value, dict):
        inner, tokens = _flat(value)
        return f"{key}.{inner}", tokens
    return key, int(value)


class _Sourced(msgspec.Struct, frozen=True):
    sources: tuple[Evidence, ...]


@cache
def _sources() -> dict[str, tuple[Evidence, ...]]:
    text = files("sendable.replay").joinpath("least_output.toml").read_text(encoding="utf-8")
    found = msgspec.convert(tomllib.loads(text), dict[str, _Sourced])
    return {api: each.sources for api, each in found.items()}
