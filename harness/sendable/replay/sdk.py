"""The official SDKs, imported only when a request is made, over whatever transport they are built on.

Where no official SDK is installed (`HTTP`), plain HTTP takes its place, over the same transport.
"""

import gc
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from types import ModuleType
from typing import Any, Final, Protocol, cast

from sendable.model.errors import BadUsage
from sendable.model.json import JsonObject, encode_json
from sendable.replay.service import Service

HTTP: Final = "http"
"""Stands where an SDK's name would, for an API that is asked over plain HTTP."""
_OF_SDK = {"openai": "OpenAI", "anthropic": "Anthropic"}
# A host that cannot exist: should a request ever leave the process, it fails at the first step.
_NOWHERE = "http://provider.invalid/v1"
NO_KEY: Final = "none-needed"
"""Stands where an SDK demands a key and nobody asks for one."""
# Given to the SDKs, too: with their own default, anthropic's refuses a large max_tokens without streaming.
_SECONDS: Final = 5.0


class ApiClient(Protocol):
    """What a file of this room says about one API."""

    SDK: str
    SERVICE: Service

    def create(self, client: Any, body: JsonObject, headers: Mapping[str, str], model: str = "") -> object:
        """Send the body through the SDK's own method; `model` is for an address that names it."""

    def ok(self, body: JsonObject) -> JsonObject:
        """Return the smallest valid answer."""


class Handled(Protocol):
    """Answers one HTTP request: its content and headers in, status and JSON body out."""

    def __call__(self, content: bytes, headers: Mapping[str, str]) -> tuple[int, JsonObject]:
        """Answer."""
        ...


@cache
def api_client(api: str) -> ApiClient:
    """Load the file that knows how one API is asked.

    Raises:
        BadUsage: no file of this room has that name.
    """
    try:
        return cast("ApiClient", import_module(f"sendable.replay.{api.replace('-', '_')}"))
    except ModuleNotFoundError as error:
        raise BadUsage(f"no way to ask {api} yet", hint="use sendable check for its verdicts") from error


def client_over(sdk: str, handler: Handled) -> Any:
    """Build the official client of `sdk` over a transport inside this process; no socket is involved.

    For `HTTP` it is a `PlainClient`.
    """
    return client_at(sdk, _NOWHERE, _transport(http_library(sdk), handler))


def client_at(
    sdk: str,
    base_url: str,
    transport: Any,
    *,
    key: str = NO_KEY,
    headers: Mapping[str, str] | None = None,
    timeout: float = _SECONDS,
) -> Any:
    """Build the official client of `sdk` for an address; for `HTTP` it is a `PlainClient`.

    The SDK's own retries are off, and no redirect is followed.

    Args:
        sdk: ``openai``, ``anthropic`` or `HTTP`.
        base_url: as the SDK wants it.
        transport: what carries the requests, of the library that `http_library` returns.
        key: for the SDK's own header.
        headers: beside the SDK's own, for a `PlainClient`.
        timeout: seconds to wait for the connection, and for each piece of the answer.
    """
    http = http_library(sdk)
    http_client = http.Client(transport=transport, base_url=base_url, headers=headers, timeout=timeout)
    if sdk == HTTP:
        return PlainClient(http_client)
    client_class: Callable[..., Any] = getattr(_imported(sdk), _OF_SDK[sdk])
    return client_class(api_key=key, base_url=base_url, http_client=http_client, max_retries=0, timeout=timeout)


@cache
def http_library(sdk: str) -> ModuleType:
    """Return the HTTP library that an SDK is made of; for `HTTP` the newest that is installed.

    Raises:
        BadUsage: there is none, or the SDK has one that we do not know.
    """
    return _any_http_library() if sdk == HTTP else _http_library(_imported(sdk))


class Refused(Exception):
    """The answer to a plain request was no 2xx."""


class PlainClient:
    """Sends bodies as they are, as JSON over HTTP."""

    def __init__(self, http_client: Any) -> None:
        self._client = http_client

    def close(self) -> None:
        """Let the connections go."""
        self._client.close()

    def post(self, path: str, body: JsonObject, headers: Mapping[str, str]) -> object:
        """Post one body and return the parsed answer.

        Raises:
            Refused: the answer was no 2xx; says status and text.
        """
        named = {"content-type": "application/json", **headers}
        response = self._client.post(path, content=encode_json(body), headers=named)
        if not response.is_success:
            raise Refused(f"{response.status_code} {response.text}")
        return response.json()


def split_known(method: Callable[..., object], body: JsonObject) -> tuple[JsonObject, JsonObject]:
    """Split a body into the keywords that an SDK method declares and the rest, for its ``extra_body``."""
    known = _keywords(method)
    named = {key: value for key, value in body.items() if key in known}
    return named, {key: value for key, value in body.items() if key not in known}


def sdk_versions() -> dict[str, str]:
    """Return the installed versions of the SDKs, without importing them."""
    return {name: version(name) for name in sorted(_OF_SDK)}


@cache
def _imported(sdk: str) -> ModuleType:
    """Import an SDK with the collector paused: it makes thousands of classes, and looks for garbage among them."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        return import_module(sdk)
    finally:
        if was_on:
            gc.enable()


def _http_library(sdk: ModuleType) -> ModuleType:
    """Find the HTTP library that the SDK's own client is made of: httpx2 today, httpx in older releases."""
    for base in sdk.DefaultHttpxClient.__mro__:
        library = base.__module__.partition(".")[0]
        if library in {"httpx2", "httpx"}:
            return import_module(library)
    raise BadUsage(f"the installed {sdk.__name__} SDK uses an unknown HTTP library", hint="report its version to us")


def _any_http_library() -> ModuleType:
    """Import the HTTP library that comes with the SDKs, the newer one where both are there."""
    name = next((each for each in ("httpx2", "httpx") if find_spec(each)), None)
    if name is None:
        raise BadUsage("no HTTP library is installed", hint="install httpx2, which the openai SDK needs")
    return import_module(name)


def _transport(http: ModuleType, handler: Handled) -> Any:
    base: type[Any] = http.BaseTransport

    class InProcess(base):  # type: ignore[misc]  # the base is whichever library the SDK uses
        def handle_request(self, request: Any) -> Any:
            status, body = handler(request.read(), request.headers)
            return http.Response(status, json=body)

    return InProcess()


@cache
def _keywords(method: Callable[..., object]) -> frozenset[str]:
    from inspect import signature  # noqa: PLC0415 - slow to import, needed once

    reserved = {"self", "extra_headers", "extra_query", "extra_body", "timeout", "stream"}
    return frozenset(signature(method).parameters) - reserved
