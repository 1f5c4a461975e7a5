"""What the three APIs of a vLLM server have in common: the model's way, the error body, pydantic's texts."""

import tomllib
from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from functools import cache
from importlib.resources import files
from typing import Any

from msgspec.structs import replace

from sendable.model.json import JsonObject
from sendable.model.outcome import ProviderError
from sendable.oracle.settings import Settings

_REPORTED = 10
_LONGEST_TEXT = 200
_HEAD, _TAIL = 25, 24


def settings(_body: JsonObject, _headers: Mapping[str, str], base: Settings) -> Settings:
    """Set the flags of the model's way: those of ``vllm_models.toml``, and ``mistral`` for any version of that."""
    flags = flags_of(base.model)
    return replace(base, flags=flags) if flags else base


@cache
def flags_of(model: str) -> frozenset[str]:
    """Return the flags whose globs in ``vllm_models.toml`` fit a model's name."""
    name = model.lower()
    found = {flag for flag, globs in _globs().items() if any(fnmatchcase(name, glob) for glob in globs)}
    return frozenset(found | {"mistral"} if any(flag.startswith("mistral-") for flag in found) else found)


@cache
def _globs() -> dict[str, list[str]]:
    text = files("sendable.oracle").joinpath("vllm_models.toml").read_text(encoding="utf-8")
    flags: dict[str, list[str]] = tomllib.loads(text)["flags"]
    return flags


def envelope(_status: int, error: ProviderError) -> JsonObject:
    """Write an error as vLLM's OpenAI endpoints do, and as its handler of schema errors does everywhere."""
    return {"error": {"message": error.message, "type": error.type, "param": error.param, "code": error.code}}


def validation(errors: Sequence[str]) -> str:
    """Write schema errors as the server does: how many, the first ten, how many more."""
    label = "error" if len(errors) == 1 else "errors"
    lines = [f"{len(errors)} validation {label}:", *(f"  {each}" for each in errors[:_REPORTED])]
    if len(errors) > _REPORTED:
        lines.append(f"  ...and {len(errors) - _REPORTED} more {label}")
    return "\n".join(lines)


def schema_error(kind: str, loc: str, message: str, value: Any, context: JsonObject | None = None) -> str:
    """Write one of pydantic's errors, the offending value bounded in size."""
    entry: JsonObject = {"type": kind, "loc": loc, "msg": message, "input": _summary(value)}
    return str(entry | ({"ctx": context} if context else {}))


def shown(value: Any) -> str:
    """Write a value as Python does; one that is nested too deeply is left out."""
    try:
        return repr(value)
    except RecursionError:
        return "..."


def clipped(value: Any) -> str:
    """Write a value as pydantic shows it beside an error: a long one without its middle."""
    text = shown(value)
    return text if len(text) <= _HEAD + _TAIL + 1 else f"{text[:_HEAD]}...{text[-_TAIL:]}"


def missing(loc: str, holder: JsonObject) -> str:
    """Write the error of a required key that is not there."""
    return schema_error("missing", loc, "Field required", holder)


def _summary(value: Any) -> Any:
    if isinstance(value, str):
        return value if len(value) <= _LONGEST_TEXT else value[:_LONGEST_TEXT] + "...[truncated]"
    if isinstance(value, (list, dict)):
        return f"<{type(value).__name__} of {len(value)} items>"
    return str(value)
