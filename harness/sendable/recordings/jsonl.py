"""Round trips as lines of JSON, one a line: the form in which many recordings are passed on."""

from collections.abc import Iterable, Iterator

import msgspec

from sendable.model.errors import UnreadableInput
from sendable.model.json import Json
from sendable.model.outcome import ProviderError
from sendable.model.roundtrip import RoundTrip, Source


class _Source(msgspec.Struct, frozen=True):
    path: str = ""
    n: int | None = None
    repo: str | None = None
    commit: str | None = None


class _Row(msgspec.Struct, frozen=True):
    api: str
    provider: str
    status: int
    request: Json
    host: str = ""
    url_path: str = ""
    scope: str | None = None
    error: ProviderError | None = None
    headers: dict[str, str] = {}
    date: str | None = None
    count: int = 1
    response: Json = None
    source: _Source = _Source()


_DECODER = msgspec.json.Decoder(_Row)


def round_trips(lines: Iterable[bytes], path: str) -> Iterator[RoundTrip]:
    """Yield one round trip a line, in constant memory; blank lines are passed over.

    Raises:
        UnreadableInput: a line is no JSON object or lacks ``api``, ``provider``, ``status`` or ``request``.
    """
    for number, line in enumerate(lines, start=1):
        if line.isspace():
            continue
        yield _round_trip(line, f"{path}, line {number}", path, number)


def _round_trip(line: bytes, place: str, path: str, number: int) -> RoundTrip:
    try:
        row = _DECODER.decode(line)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise UnreadableInput(
            f"not a recorded round trip: {error}",
            where=place,
            hint="each line is an object with api, provider, status and request",
        ) from error
    return RoundTrip(
        api=row.api,
        provider=row.provider,
        status=row.status,
        request=row.request,
        response=row.response,
        error=row.error,
        scope=row.scope,
        headers=row.headers,
        date=row.date or "",
        count=row.count,
        host=row.host,
        url_path=row.url_path,
        source=_source(row.source) if row.source.path else Source(path=path, n=number),
    )


def _source(named: _Source) -> Source:
    return Source(path=named.path, n=named.n or 0, repo=named.repo or "", commit=named.commit or "")
