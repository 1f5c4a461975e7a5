"""What a model's name tells of what it takes, from data beside this file."""

import tomllib
from fnmatch import fnmatchcase
from functools import cache
from importlib.resources import files
from typing import Any

from sendable.model.target import Target


@cache
def text_only(model: str) -> bool:
    """Whether a model reads text alone."""
    return any(_fits(model, each["globs"]) for each in _data("text_only.toml")["models"])


@cache
def vllm_way(model: str) -> str:
    """Return who reads a history on a vLLM server that serves this model: ``template``, ``harmony``, ``mistral-…``."""
    ways: dict[str, list[str]] = _data("vllm_ways.toml")["ways"]
    return next((way for way, globs in ways.items() if _fits(model, globs)), "template")


def read_by_mistral(target: Target) -> bool:
    """Whether a vLLM server shows this target's histories to mistral-common's validator."""
    return target.api.startswith("vllm-") and vllm_way(target.model).startswith("mistral")


def _fits(model: str, globs: list[str]) -> bool:
    return any(fnmatchcase(model.lower(), each) for each in globs)


@cache
def _data(name: str) -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath(name).read_text(encoding="utf-8"))
