"""What is known of models, as data beside the steps that use it."""

import tomllib
from fnmatch import fnmatchcase
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any


@lru_cache(maxsize=1024)
def input_limit(model: str) -> int | None:
    """Return how many tokens of input a model takes (``limits.toml``), None for a model that is not on file."""
    for row in _load("limits.toml")["limit"]:
        if _fits(model, row["models"]):
            return int(row["tokens"])
    return None


@lru_cache(maxsize=1024)
def binds_prefix(model: str) -> bool:
    """Whether a model binds its thinking blocks to what stood before them (``binding.toml``)."""
    return _fits(model, _load("binding.toml")["models"])


def _fits(model: str, globs: list[str]) -> bool:
    return any(fnmatchcase(model, glob) for glob in globs)


@cache
def _load(name: str) -> dict[str, Any]:
    return tomllib.loads(files("sendable.reference.send").joinpath(name).read_text(encoding="utf-8"))
