"""One HTTP exchange as any cassette format holds it, and the round trip that is in it."""

from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from urllib.parse import urlsplit

import msgspec

from sendable.model.json import Json
from sendable.model.roundtrip import RoundTrip, Source
from sendable.recordings.bodies import parsed
from sendable.recordings.endpoint import endpoint_of
from sendable.recordings.envelope import error_of

_KEPT_HEADERS = ("anthropic-version", "anthropic-beta", "openai-beta", "openai-version", "api-version")
_LENGTH_OF_DATE = len("2026-11-30")


class Interaction(msgspec.Struct, frozen=True, kw_only=True):
    """An exchange as it stands in a file. The bodies are text, bytes or parsed JSON; header names are in lower case."""

    n: int
    method: str
    url: str
    request: Json
    status: int
    response: Json = None
    request_headers: dict[str, str] = {}
    response_headers: dict[str, str] = {}
    date: str = ""


def lowered(headers: object) -> dict[str, str]:
    """Read a file's headers, whose values are texts or lists of texts."""
    if not isinstance(headers, Mapping):
        return {}
    return {str(name).lower(): _joined(value) for name, value in headers.items()}


def round_trip(exchange: Interaction, path: str) -> RoundTrip | str:
    """Return the round trip that an exchange holds, or why it holds none.

    Args:
        exchange: as read from the file.
        path: the file, as it shall stand in the source; a folder ``cassettes/<vendor>/<api>/`` in it names the answerer
            of a local address.
    """
    address = urlsplit(exchange.url)
    endpoint = endpoint_of(address.hostname or "", address.path, path)
    if endpoint is None or exchange.method.upper() != "POST":
        return f"no model endpoint: {exchange.method.upper()} {address.hostname or ''}{address.path}"
    if not 100 <= exchange.status < 600:  # noqa: PLR2004 - HTTP
        return f"no HTTP status: {exchange.status}"
    request = parsed(exchange.request, exchange.request_headers.get("content-encoding", ""))
    if not isinstance(request, dict):
        return "request body is no JSON object"
    response = parsed(exchange.response, exchange.response_headers.get("content-encoding", ""))
    api, provider = endpoint
    return RoundTrip(
        api=api,
        provider=provider,
        status=exchange.status,
        request=request,
        response=response,
        error=error_of(exchange.status, response, exchange.response_headers),
        headers={name: value for name, value in exchange.request_headers.items() if name in _KEPT_HEADERS},
        date=exchange.date[:_LENGTH_OF_DATE] or _day(exchange.response_headers.get("date", "")),
        host=address.hostname or "",
        url_path=address.path,
        source=Source(path=_stored(path), n=exchange.n),
    )


def _stored(path: str) -> str:
    """Cut a path down to the folder of recordings that it lies in, so that it is the same on every machine."""
    before, folder, inside = path.rpartition("cassettes/")
    return folder + inside if before.endswith("/") else path


def iso_day(moment: object) -> str:
    """Write a moment as formats store it (ISO text, HTTP date, YAML timestamp) as an ISO day; ``""`` when unknown."""
    if isinstance(moment, datetime):
        return moment.date().isoformat()
    text = str(moment or "")
    try:
        return datetime.fromisoformat(text).astimezone(UTC).date().isoformat()
    except ValueError:
        return _day(text)


def _day(http_date: str) -> str:
    try:
        return parsedate_to_datetime(http_date).date().isoformat()
    except ValueError:
        return ""


def _joined(value: object) -> str:
    return ", ".join(str(each) for each in value) if isinstance(value, list) else str(value)
