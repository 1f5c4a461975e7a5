"""One HTTP exchange as it was on the wire, and the transport that keeps it."""

from collections.abc import Callable
from types import ModuleType
from typing import Any, Final, TypeAlias
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import msgspec

from sendable.model.json import Json
from sendable.replay.endpoints import Endpoint

_MASK: Final = b"***"
_CREDENTIALS: Final = ("authorization", "x-api-key", "x-goog-api-key", "api-key")
# Of the content as it is handed on: read whole, and unpacked.
_OF_THE_TRANSFER: Final = ("content-encoding", "content-length", "transfer-encoding")
_LOOPBACK: Final = ("localhost", "127.0.0.1", "::1")


class Exchange(msgspec.Struct, frozen=True):
    """A request and its answer. Header names are in lower case; the request's hold the key and are never stored as is.

    content: unpacked; wherever the server echoed the key, it is masked.
    """

    method: str
    url: str
    request_headers: dict[str, str]
    sent: bytes
    status: int
    headers: dict[str, str]
    content: bytes

    def json(self) -> Json | None:
        """Return the answer's body as JSON, None when it is none."""
        try:
            return msgspec.json.decode(self.content)
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
            return None


class Lost(msgspec.Struct, frozen=True):
    """A request that got no answer: the connection failed, or broke, or took too long."""

    why: str


Came: TypeAlias = Exchange | Lost


def tap(http: ModuleType, endpoint: Endpoint, keep: Callable[[Came], None]) -> Any:
    """Build the transport that asks a real server and tells `keep` what came of each request.

    No credential goes out but the endpoint's own: an SDK may find others in the environment.

    Args:
        http: the library that the SDK uses.
        endpoint: whose key may be sent; its `path_suffix` is put behind each path.
        keep: told before the SDK sees the answer.
    """
    base: type[Any] = http.HTTPTransport

    # A subclass, for vcrpy patches the library's own class.
    class Tap(base):  # type: ignore[misc]  # the base is whichever library the SDK uses
        def handle_request(self, request: Any) -> Any:
            _prepare(request, endpoint)
            try:
                answer = super().handle_request(request)
                content = answer.read()
            except http.TransportError as error:
                keep(Lost(f"{type(error).__name__}: {error}"))
                raise
            seen = _exchange(request, answer, content, endpoint.key)
            keep(seen)
            return http.Response(seen.status, headers=seen.headers, content=seen.content, request=request)

    return Tap(proxy=_proxy(endpoint.base_url))


def _prepare(request: Any, endpoint: Endpoint) -> None:
    for name in _CREDENTIALS:
        value = request.headers.get(name, "")
        if value and (not endpoint.key or endpoint.key not in value):
            del request.headers[name]
    if endpoint.path_suffix:
        request.url = request.url.copy_with(path=request.url.path + endpoint.path_suffix)


def _exchange(request: Any, answer: Any, content: bytes, key: str) -> Exchange:
    return Exchange(
        method=request.method,
        url=str(request.url),
        request_headers=_lowered(request.headers),
        sent=request.read(),
        status=answer.status_code,
        headers={name: text for name, text in _lowered(answer.headers).items() if name not in _OF_THE_TRANSFER},
        content=content.replace(key.encode(), _MASK) if key else content,
    )


def _lowered(headers: Any) -> dict[str, str]:
    return {name.lower(): text for name, text in headers.items()}


def _proxy(base_url: str) -> str | None:
    """Return the proxy that the environment names for an address; this machine is asked without one."""
    address = urlsplit(base_url)
    host = address.hostname or ""
    if host in _LOOPBACK or proxy_bypass(host):
        return None
    return getproxies().get(address.scheme)
