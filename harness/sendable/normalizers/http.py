"""``http://127.0.0.1:PORT/…``: a normalizer that is served on this machine; each request is a POST of one object."""

import time
from http.client import HTTPConnection, HTTPException, HTTPResponse
from ipaddress import ip_address
from urllib.parse import urlsplit

from sendable.model.errors import BadUsage
from sendable.normalizers.limits import Limits
from sendable.normalizers.link import LinkBroken, tail
from sendable.normalizers.remote import RemoteNormalizer, connect_remote

_CHUNK = 1 << 16
_OK = 200
_HEADERS = {"Content-Type": "application/json", "Connection": "close"}
_HINT = "write http://127.0.0.1:PORT/PATH: a history never leaves this machine"


def connect_http(rest: str, limits: Limits) -> RemoteNormalizer:
    """Post ``start`` to an address of this machine.

    Raises:
        BadUsage: it is no such address. NormalizerDidNotStart: nobody answers there, or not in the protocol's words.
    """
    url = urlsplit(f"http:{rest}")
    try:
        port = url.port or 80
    except ValueError as error:
        raise BadUsage(f"not an address: http:{rest}", hint=_HINT) from error
    if not url.hostname or not _is_here(url.hostname):
        raise BadUsage(f"not an address of this machine: http:{rest}", hint=_HINT)
    path = (url.path or "/") + (f"?{url.query}" if url.query else "")
    return connect_remote(f"http:{rest}", HttpLink(url.hostname, port, path, limits))


def _is_here(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


class HttpLink:
    """A connection a request; no proxy, no redirect."""

    def __init__(self, host: str, port: int, path: str, limits: Limits) -> None:
        self._connection = HTTPConnection(host, port, timeout=limits.seconds)
        self._path = path
        self._limits = limits

    @property
    def fresh(self) -> bool:
        """Whether nothing is left of the request before: always."""
        return True

    def exchange(self, line: bytes) -> bytes:
        """Post one request and return the body of the answer."""
        deadline = time.monotonic() + self._limits.seconds
        try:
            self._connection.request("POST", self._path, body=line, headers=_HEADERS)
            answer = self._connection.getresponse()
            body = self._read(answer, deadline)
        except TimeoutError as error:
            raise self.discard(f"no answer within {self._limits.seconds:g} s") from error
        except (OSError, HTTPException) as error:
            raise self.discard(f"no answer: {type(error).__name__}: {error}") from error
        finally:
            self._connection.close()
        if answer.status != _OK:
            broken = self.discard(f"answered with HTTP status {answer.status}")
            raise LinkBroken(broken.message, tail(body))
        return body

    def discard(self, message: str) -> LinkBroken:
        """Close the connection; the next exchange opens another."""
        self._connection.close()
        return LinkBroken(message)

    def close(self) -> bool:
        """Close the connection; whoever serves it goes on."""
        self._connection.close()
        return True

    def _read(self, answer: HTTPResponse, deadline: float) -> bytes:
        body = bytearray()
        while chunk := answer.read1(_CHUNK):
            body += chunk
            if len(body) > self._limits.answer:
                raise self.discard(f"answered with more than {self._limits.answer} bytes")
            if time.monotonic() > deadline:
                raise TimeoutError
        return bytes(body)
