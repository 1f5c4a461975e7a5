"""A normalizer that is a Python callable in this process."""

import sys
import traceback
from collections.abc import Callable
from contextlib import redirect_stdout
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from sendable.model.errors import BadUsage, NormalizerDidNotStart
from sendable.model.outcome import Crashed
from sendable.model.report import NormalizerInfo
from sendable.normalizers.answer import Given, NormalizerAnswer, read_answer
from sendable.normalizers.held import held_to
from sendable.normalizers.limits import DEFAULT_LIMITS, Limits
from sendable.normalizers.projection import project
from sendable.normalizers.time_limit import OutOfTime, time_limit

_FRAMES_KEPT = 4


class PythonNormalizer(msgspec.Struct, frozen=True):
    """Calls ``callable(history, target, next)``, which returns the protocol's answer without ``seq``."""

    info: NormalizerInfo
    contracts: tuple[str, ...]
    function: Callable[..., Any]
    targets: tuple[str, ...] = ()
    accepts: tuple[str, ...] = ()
    in_process: bool = True
    seconds: float = DEFAULT_LIMITS.seconds

    def normalize(self, given: Given) -> NormalizerAnswer:
        """Call the function; whatever it raises is its own failure, told with the last frames."""
        brought = project(given, self.accepts) if self.accepts else given
        if not isinstance(brought, Given):
            return brought
        try:
            # What it prints is not ours to mix into the report.
            with redirect_stdout(sys.stderr), time_limit(self.seconds):
                answer = self.function(brought.history, brought.target, brought.next)
                return held_to(given.contract, read_answer(answer))
        except KeyboardInterrupt:
            raise
        except OutOfTime:
            return Crashed(f"no answer within {self.seconds:g} s")
        except BaseException as error:  # noqa: BLE001 - other people's code may raise anything, SystemExit included
            return Crashed(_printable(traceback.format_exception_only(error)[-1].strip()), detail=_frames(error))

    def close(self) -> bool:
        """Nothing runs beside this process."""
        return True


def _frames(error: BaseException) -> str:
    return _printable("".join(traceback.format_exception(error)[-_FRAMES_KEPT:]))


def _printable(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def connect_python(rest: str, limits: Limits = DEFAULT_LIMITS) -> PythonNormalizer:
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
    return PythonNormalizer(
        info=info,
        contracts=contracts,
        function=function,
        targets=targets,
        accepts=accepts,
        seconds=limits.seconds,
    )


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
