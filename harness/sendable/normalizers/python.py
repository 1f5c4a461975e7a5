"""A normalizer that is a Python callable in this process."""

import sys
import traceback
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from sendable.model.errors import BadUsage, NormalizerDidNotStart
from sendable.model.outcome import Crashed
from sendable.model.report import NormalizerInfo
from sendable.normalizers.answer import Given, NormalizerAnswer, read_answer
from sendable.normalizers.held import held_to
from sendable.normalizers.projection import project

_FRAMES_KEPT = 4


class PythonNormalizer(msgspec.Struct, frozen=True):
    """Calls ``callable(history, target, next)``, which returns the protocol's answer without ``seq``."""

    info: NormalizerInfo
    contracts: tuple[str, ...]
    function: Callable[..., Any]
    targets: tuple[str, ...] = ()
    accepts: tuple[str, ...] = ()
    in_process: bool = True

    def normalize(self, given: Given) -> NormalizerAnswer:
        """Call the function; whatever it raises is its own failure, told with the last frames."""
        brought = project(given, self.accepts) if self.accepts else given
        if not isinstance(brought, Given):
            return brought
        try:
            answer = self.function(brought.history, brought.target, brought.next)
        except Exception as error:  # noqa: BLE001 - other people's code may raise anything
            frames = "".join(traceback.format_exception(error)[-_FRAMES_KEPT:])
            return Crashed(f"{type(error).__name__}: {error}", detail=frames)
        return held_to(given.contract, read_answer(answer))

    def close(self) -> None:
        """Nothing runs beside this process."""


def connect_python(rest: str) -> PythonNormalizer:
    """Import ``package.module:callable``; the working directory counts as a place to import from.

    The callable may say with an attribute ``contracts`` what it can be held to; the default is ``("flat",)``. With
    ``accepts`` it says which shapes of history it takes (all, by default), with ``targets`` for which it is asked.

    Raises:
        BadUsage: there is no colon. NormalizerDidNotStart: the import fails, or the name is not callable.
    """
    module_name, colon, name = rest.partition(":")
    if not colon or not module_name or not name:
        raise BadUsage(f"not a Python address: {rest!r}", hint="write python:package.module:callable")
    address = f"python:{rest}"
    function = _import(module_name, name, address)
    contracts = tuple(getattr(function, "contracts", ("flat",)))
    info = NormalizerInfo(address=address, name=name, version=str(getattr(function, "version", "")))
    targets, accepts = tuple(getattr(function, "targets", ())), tuple(getattr(function, "accepts", ()))
    return PythonNormalizer(info=info, contracts=contracts, function=function, targets=targets, accepts=accepts)


def _import(module_name: str, name: str, address: str) -> Callable[..., Any]:
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        function = getattr(import_module(module_name), name)
    except (Exception, SystemExit) as error:  # importing other people's code may raise anything
        raise NormalizerDidNotStart(f"cannot load {address}: {type(error).__name__}: {error}", where=address) from error
    if not callable(function):
        raise NormalizerDidNotStart(f"{address} is not callable", where=address)
    found: Callable[..., Any] = function
    return found
