"""Answer the HTTP requests of whatever client this process makes, before they reach a socket."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any, TypeAlias
from unittest.mock import patch

from sendable.replay.offline import Answered

Answer: TypeAlias = Callable[[str, str, Mapping[str, str], bytes], Answered | None]
"""Takes method, URL, headers and content; returns the answer, or None to let the request go its way."""

# The libraries that releases of the SDKs, and of what is built on them, are made of.
_LIBRARIES = ("httpx2", "httpx")


@contextmanager
def intercepted(answer: Answer) -> Iterator[None]:
    """Let `answer` have every request that goes through the default transports of httpx2 and httpx, old clients too."""
    with ExitStack() as patches:
        for library in map(import_module, filter(find_spec, _LIBRARIES)):
            for transport, name, method in _methods(library, answer):
                patches.enter_context(patch.object(transport, name, method))
        yield


def _methods(library: ModuleType, answer: Answer) -> Iterator[tuple[type, str, Callable[..., Any]]]:
    plain, later = library.HTTPTransport.handle_request, library.AsyncHTTPTransport.handle_async_request

    def response(request: Any, content: bytes) -> Any:
        found = answer(request.method, str(request.url), request.headers, content)
        return found and library.Response(found.status, headers=found.headers, content=found.content)

    def handle_request(self: Any, request: Any) -> Any:
        return response(request, request.read()) or plain(self, request)

    async def handle_async_request(self: Any, request: Any) -> Any:
        return response(request, await request.aread()) or await later(self, request)

    yield library.HTTPTransport, "handle_request", handle_request
    yield library.AsyncHTTPTransport, "handle_async_request", handle_async_request
