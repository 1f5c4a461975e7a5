"""The index of digests: which shape of request which vendor really answered, and how.

It holds digests and figures, no bodies. It is shipped in the package and read on the first question.
"""

import zlib
from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import blake2b
from importlib.resources import files

import msgspec

from sendable.model.json import JsonObject
from sendable.model.outcome import ProviderError
from sendable.model.roundtrip import RoundTrip
from sendable.recordings.digest import DIGEST_VERSION, history_digest, settings_digest
from sendable.recordings.endpoint import is_named
from sendable.recordings.scope import judges_history, model_of

FILE = "index.msgpack.z"
_SOURCES_KEPT = 2
# Every request before this day must have named this version: there was no other in the recordings' time.
_FIRST_VERSION = {"anthropic-version": "2023-06-01"}
_SECOND_VERSION_CAME = "2026-10-21"


class Recorded(msgspec.Struct, frozen=True, omit_defaults=True, array_like=True):
    """What is on file for one pair of digests.

    statuses: HTTP status to how many recordings. latest: ISO day, ``""`` when unknown. models: as named in the
    requests. sources: the newest, ``repository path#interaction``. error: of the latest refusal, when all refused.
    headers_known: False where the recorder kept no headers, so that betas may have been sent.
    """

    statuses: dict[int, int]
    latest: str = ""
    models: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    error: ProviderError | None = None
    headers_known: bool = True

    @property
    def conflicting(self) -> bool:
        """Whether both a 2xx and a refusal are on file: such a pair is never a verdict."""
        return len({status < 300 for status in self.statuses}) > 1  # noqa: PLR2004 - HTTP

    @property
    def accepted(self) -> bool:
        """Whether every recording was answered with a 2xx."""
        return all(status < 300 for status in self.statuses)  # noqa: PLR2004 - HTTP


class Index(msgspec.Struct, frozen=True):
    """All pairs on file. seen: fingerprints of the round trips in it, so that none is counted twice."""

    pairs: dict[str, Recorded] = {}
    seen: frozenset[bytes] = frozenset()
    version: int = DIGEST_VERSION

    def fresh(self, round_trips: Iterable[RoundTrip]) -> Iterator[RoundTrip]:
        """Yield the round trips that are not in the index yet."""
        return (each for each in round_trips if _fingerprint(each) not in self.seen)


def lookup(api: str, vendor: str | None, history: str, settings: str) -> Recorded | None:
    """Return what is on file for a pair of digests, None when nothing is; look at `conflicting` before all else.

    Args:
        api: the wire format.
        vendor: who is asked; None for the API's own provider.
        history: the `history_digest` of the body.
        settings: its `settings_digest`.
    """
    index = shipped()
    if index.version != DIGEST_VERSION:
        return None
    return index.pairs.get(_key(api, vendor, history, settings))


@cache
def shipped() -> Index:
    """Return the index in the package; an empty one when there is none."""
    data = files("sendable.recordings").joinpath(FILE)
    return decoded(data.read_bytes()) if data.is_file() else Index()


def merged(index: Index, round_trips: Iterable[RoundTrip]) -> Index:
    """Return an index that also holds the round trips that were not in it.

    Answers of hosts that we do not know, of unnamed local servers and of counting endpoints are nobody's verdict and
    stay out; so do refusals that are not about the history.
    """
    pairs = dict(index.pairs)
    seen = set(index.seen)
    for each in round_trips:
        fingerprint = _fingerprint(each)
        if fingerprint in seen:
            continue
        seen.add(fingerprint)
        if judges_history(each) and is_named(each.provider) and isinstance(each.request, dict):
            key, headers_known = _key_of(each)
            pairs[key] = _with(pairs.get(key), each, headers_known=headers_known)
    return Index(pairs=pairs, seen=frozenset(seen))


def encoded(index: Index) -> bytes:
    """Write an index as the bytes of `FILE`; the same index always gives the same bytes."""
    data = {
        "version": index.version,
        "pairs": dict(sorted(index.pairs.items())),
        "seen": b"".join(sorted(index.seen)),
    }
    return zlib.compress(msgspec.msgpack.encode(data), level=9)


def decoded(data: bytes) -> Index:
    """Read the bytes of `FILE`."""
    stored = msgspec.msgpack.decode(zlib.decompress(data), type=_Stored)
    seen = stored.seen
    prints = frozenset(seen[start : start + _PRINT_BYTES] for start in range(0, len(seen), _PRINT_BYTES))
    return Index(pairs=stored.pairs, seen=prints, version=stored.version)


class _Stored(msgspec.Struct, frozen=True):
    version: int
    pairs: dict[str, Recorded]
    seen: bytes


_PRINT_BYTES = 8


def _key(api: str, vendor: str | None, history: str, settings: str) -> str:
    return f"{api} {vendor or ''} {history}{settings}"


def _key_of(each: RoundTrip) -> tuple[str, bool]:
    headers, known = _headers_of(each)
    history = history_digest(each.request, each.api)
    settings = settings_digest(each.request, each.api, headers, model=model_of(each))
    return _key(each.api, None if each.first_party else each.provider, history, settings), known


def _headers_of(each: RoundTrip) -> tuple[dict[str, str], bool]:
    """Return the headers with the version that a recorder left out, and whether it kept any."""
    if each.api != "anthropic-messages" or not each.first_party or "anthropic-version" in each.headers:
        return each.headers, True
    if each.date < _SECOND_VERSION_CAME:
        return {**_FIRST_VERSION, **each.headers}, False
    return each.headers, False


def _with(known: Recorded | None, each: RoundTrip, *, headers_known: bool) -> Recorded:
    known = known or Recorded(statuses={})
    newer = each.date >= known.latest
    source = f"{each.source.repo} {each.source.path}#{each.source.n}".strip()
    sources = (source, *known.sources) if newer else (*known.sources, source)
    return Recorded(
        statuses={**known.statuses, each.status: known.statuses.get(each.status, 0) + each.count},
        latest=max(each.date, known.latest),
        models=tuple(sorted({*known.models, model_of(each)})),
        sources=sources[:_SOURCES_KEPT],
        error=each.error if newer and each.error else known.error,
        headers_known=headers_known and known.headers_known,
    )


def _fingerprint(each: RoundTrip) -> bytes:
    request: JsonObject = each.request if isinstance(each.request, dict) else {}
    at = each.source
    parts = (each.api, each.url_path, at.repo, at.path, at.commit, str(at.n), str(each.status), each.date)
    shape = history_digest(request, each.api) + settings_digest(request, each.api, each.headers)
    return blake2b("\n".join((*parts, shape)).encode(errors="replace"), digest_size=_PRINT_BYTES).digest()
