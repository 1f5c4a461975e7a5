"""A guard: while a modelled request is made, no socket may be opened."""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from sendable.model.errors import ProviderNotAsked

_EVENTS = {"socket.connect", "socket.getaddrinfo", "socket.gethostbyname", "socket.sendto"}


class _Guard(threading.local):
    closed = False
    attempt = ""


_guard = _Guard()


def _audit(event: str, _arguments: tuple[object, ...]) -> None:
    if event in _EVENTS and _guard.closed:
        _guard.attempt = event
        raise _refusal(event)


def _refusal(event: str) -> ProviderNotAsked:
    return ProviderNotAsked(
        f"a modelled run tried to use the network ({event})",
        hint="the SDK must not connect here; ask a real provider with --basis live",
    )


_installed = threading.Lock()
_hooked = [False]


@contextmanager
def no_sockets() -> Iterator[None]:
    """Make every attempt of this thread to open a connection an error.

    Raises:
        ProviderNotAsked: where it was tried; and again at the end, for an SDK that swallowed it.
    """
    with _installed:
        if not _hooked[0]:
            # An audit hook sees every socket of the process, whoever opens it, and cannot be bypassed by an import.
            sys.addaudithook(_audit)
            _hooked[0] = True
    _guard.closed, _guard.attempt = True, ""
    try:
        yield
    finally:
        _guard.closed = False
    if _guard.attempt:
        raise _refusal(_guard.attempt)
