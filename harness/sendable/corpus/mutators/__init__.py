"""The mutators: one idea a file, found by looking at the modules of this folder."""

import pkgutil
from importlib import import_module

from sendable.corpus.mutator import Mutator


def _found() -> tuple[Mutator, ...]:
    modules = (import_module(f"{__name__}.{each.name}") for each in pkgutil.iter_modules(__path__))
    found = (value for module in modules for value in vars(module).values() if isinstance(value, Mutator))
    return tuple(sorted(found, key=lambda each: each.name))


MUTATORS: tuple[Mutator, ...] = _found()
"""All mutators, sorted by name."""
