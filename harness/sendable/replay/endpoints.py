"""Where a target is asked, and with which key: from the environment, or where the user says."""

import os
import re
from collections.abc import Mapping
from typing import Final
from urllib.parse import SplitResult, urlsplit

import msgspec

from sendable import oracle
from sendable.model.errors import BadUsage, ProviderNotAsked
from sendable.model.target import Target
from sendable.replay.sdk import HTTP, NO_KEY, api_client
from sendable.replay.service import Service

_SUFFIX: Final = "_PATH_SUFFIX"
_LOOPBACK: Final = ("localhost", "127.0.0.1", "::1")
_WITHOUT_SCHEME: Final = re.compile(
    r"(localhost|[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+|[A-Za-z0-9-]+(?=:\d))(:\d+)?(/[\w./-]*)?"
).fullmatch
_OF_ONE_CALL: Final = re.compile(
    r"/(chat/completions|completions|responses|messages(/count_tokens)?|models/[^/]*:\w+|model/[^/]*/converse)$"
)
_BEARER: Final = "authorization"


class Endpoint(msgspec.Struct, frozen=True):
    """An address that answers for a target.

    base_url: as the SDK wants it. key: ``""`` where none is needed. key_name: the environment variable it came from, or
    that would hold it. path_suffix: put behind each path, for servers that validate at another address.
    """

    base_url: str
    key: str
    key_name: str
    path_suffix: str = ""

    def __repr__(self) -> str:
        """Show everything but the key."""
        return f"Endpoint({self.base_url!r}, key from {self.key_name})"

    @property
    def host(self) -> str:
        """The part of the address that may be shown."""
        parts = urlsplit(self.base_url)
        return f"{parts.scheme}://{parts.hostname}" + (f":{parts.port}" if parts.port else "") + parts.path


def endpoint_of(target: Target, base_url: str | None = None, env: Mapping[str, str] = os.environ) -> Endpoint:
    """Find where a target is asked.

    Args:
        target: its API names the service; a vendor's address is the user's to name.
        base_url: instead of the provider's own, with or without ``/v1``.
        env: holds the keys and the addresses of servers that users run themselves.

    Raises:
        ProviderNotAsked: there is no address, or no key; or the key would travel in clear text.
        BadUsage: the address is none.
    """
    service = api_client(target.api).SERVICE
    address_name, key_name = _names(target, service)
    own = env.get(address_name, "") if address_name else service.address
    address = base_url or own
    if not address:
        raise ProviderNotAsked(
            f"no address is known for {target.api_name}", hint=f"set {address_name}, or give --base-url"
        )
    key = env.get(key_name, "").strip()
    if service.key_needed and not key and not base_url:
        raise ProviderNotAsked(f"no key for {target.api_name}", hint=f"set {key_name}")
    if not key.isascii() or not key.isprintable() or " " in key:
        raise ProviderNotAsked(
            f"what is in {key_name} is no key", hint="copy it anew: it holds a blank or an odd letter"
        )
    suffix = env.get(f"{address_name.partition('_')[0]}{_SUFFIX}", "") if address_name else ""
    endpoint = Endpoint(_whole(address, service), key, key_name, suffix)
    if service.key_needed:
        _refuse_clear_text(endpoint)
    return endpoint


def key_headers(endpoint: Endpoint, service: Service, sdk: str) -> dict[str, str]:
    """Return the headers that carry the key where no SDK writes them."""
    if sdk != HTTP or not endpoint.key:
        return {}
    return {service.key_header: f"Bearer {endpoint.key}" if service.key_header == _BEARER else endpoint.key}


def sdk_key(endpoint: Endpoint) -> str:
    """Return what an SDK is given as its key; it demands one."""
    return endpoint.key or NO_KEY


def key_names() -> tuple[str, ...]:
    """Return the environment variables that may hold a key, vendors' apart (``<VENDOR>_API_KEY``)."""
    return tuple(sorted({api_client(api).SERVICE.key_name for api in oracle.apis()}))


def _names(target: Target, service: Service) -> tuple[str, str]:
    """Return the environment variables that hold the address, ``""`` where it is fixed, and the key."""
    if not target.vendor:
        return service.address_name, service.key_name
    stem = target.vendor.upper().replace("-", "_")
    return f"{stem}_BASE_URL", f"{stem}_API_KEY"


def _whole(address: str, service: Service) -> str:
    """Write an address as the SDK wants it.

    Raises:
        BadUsage: it is no HTTP address.
    """
    parts = urlsplit(address.rstrip("/"))
    if not _is_address(parts):
        given = f"http://{address}" if _WITHOUT_SCHEME(address) else "--base-url http://127.0.0.1:8080"
        raise BadUsage("not an address of a server", hint=f"write {given}")
    path = parts.path
    base = _OF_ONE_CALL.sub("", path)
    if base != path:
        raise BadUsage(
            "this is the address of one call, not of a server",
            where=f"{parts.scheme}://{parts.netloc}{path}",
            hint=f"name the base, ending in /v1 or the host: {parts.scheme}://{parts.netloc}{base}",
        )
    if service.own_root:
        path = path.removesuffix(service.root)
    elif not path:
        path = service.root
    return f"{parts.scheme}://{parts.netloc}{path}"


def _is_address(parts: SplitResult) -> bool:
    """Tell whether it names a server and nothing else; a password in it would be shown in messages."""
    try:
        _ = parts.port
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.hostname) and not (parts.query or parts.username)


def _refuse_clear_text(endpoint: Endpoint) -> None:
    parts = urlsplit(endpoint.base_url)
    if endpoint.key and parts.scheme == "http" and parts.hostname not in _LOOPBACK:
        raise ProviderNotAsked(
            f"the key in {endpoint.key_name} would travel in clear text",
            where=endpoint.host,
            hint=f"use https, or unset {endpoint.key_name} for a server that needs no key",
        )
