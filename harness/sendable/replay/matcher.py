"""Where two requests differ in what their digests see: message, block and field, as ``$.messages[3].content[0]``."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

import msgspec

from sendable.model.errors import UnreadableInput
from sendable.model.json import JsonObject, Path, dotted, parse_json
from sendable.model.roundtrip import RoundTrip
from sendable.oracle.seals import digest_class
from sendable.recordings.digest import history_form, history_keys, settings_form
from sendable.recordings.scope import model_of
from sendable.replay.skeleton import skeleton

_KEY: Final = re.compile(r"(\d+)\.(.*)", re.DOTALL)
_LITERAL: Final = re.compile(r"\d+:(.*)", re.DOTALL)
_ABSENT: Final = "nothing"
_LOOKED_AT: Final = 40
_SHOWN: Final = 60


class Difference(msgspec.Struct, frozen=True):
    """One place where two requests differ.

    path: ``settings.…`` for what is beside the history. sent, recorded: as the digests see them: a literal, or the
    class of a text, an id, a blob.
    """

    path: str
    sent: str
    recorded: str

    def __str__(self) -> str:
        return f"{self.path}: sent {self.sent}, recorded {self.recorded}"


class Nearest(msgspec.Struct, frozen=True):
    """The recording that a request is nearest to, and how it differs from it."""

    trip: RoundTrip
    differences: tuple[Difference, ...]

    @property
    def where(self) -> str:
        """The recording's file and number."""
        return f"{self.trip.source.path}#{self.trip.source.n}"


def differences(sent: JsonObject, recorded: JsonObject, api: str, provider_type: str) -> list[Difference]:
    """Compare the histories of two bodies in canonical form; none means that they have the same history digest.

    Args:
        sent: the body in question.
        recorded: the one on file.
        api: the wire format of both.
        provider_type: of their reader, for the class of their blobs.

    Raises:
        UnreadableInput: a body is nested too deeply.
    """
    one, other = (history_form(body, api, digest_class(provider_type)) for body in (sent, recorded))
    return list(_compared(_places(one, history_keys(api)), _places(other, history_keys(api)), "$"))


def settings_differences(
    sent: JsonObject, recorded: JsonObject, api: str, headers: Mapping[str, str], recorded_headers: Mapping[str, str]
) -> list[Difference]:
    """Compare the settings of two requests in canonical form; none means that they have the same settings digest.

    Raises:
        UnreadableInput: a body is nested too deeply.
    """
    one, other = settings_form(sent, api, headers), settings_form(recorded, api, recorded_headers)
    return list(_compared(_places(one), _places(other), "settings"))


def nearest(
    body: JsonObject, trips: Iterable[RoundTrip], api: str, provider_type: str, headers: Mapping[str, str] | None = None
) -> Nearest | None:
    """Find the recording that differs least from a body; None when there is none to compare with.

    Args:
        body: the request that has no recording.
        trips: recordings of the same API and vendor; those of about the same size are looked at.
        api: the wire format.
        provider_type: of the reader.
        headers: of the request.

    Raises:
        UnreadableInput: the body is nested too deeply.
    """
    size = len(history_form(body, api))
    sized = sorted(((abs(_size(trip, api) - size), n, trip) for n, trip in enumerate(trips)), key=lambda one: one[:2])
    found = [Nearest(trip, _all(body, trip, api, provider_type, headers or {})) for _, _, trip in sized[:_LOOKED_AT]]
    near = min(found, key=lambda each: len(each.differences), default=None)
    if near is None:
        return None
    # Words that a skeleton has lost are told only where there is nothing else to tell.
    shape = parted(body, near.trip, api, provider_type, headers)
    return msgspec.structs.replace(near, differences=shape) if shape else near


def parted(
    body: JsonObject, trip: RoundTrip, api: str, provider_type: str, headers: Mapping[str, str] | None = None
) -> tuple[Difference, ...]:
    """Say where a body and a recorded one part in what a recording keeps; none means that it may answer the body.

    The digests in a file's name are those of the body that was sent. What is stored may be its skeleton, whose texts in
    places that no API declares are gone: where the two differ, the skeletons of both are compared.

    Raises:
        UnreadableInput: a body is nested too deeply.
    """
    found = _all(body, trip, api, provider_type, headers or {})
    return found and _all(_bare(body), _bare_trip(trip), api, provider_type, headers or {})


def strict(api: str, provider_type: str) -> Callable[[Any, Any], None]:
    """Return a matcher for vcrpy: two requests match when both their digests do, or those of their skeletons.

    Else it says where they differ.
    """

    def digests(sent: Any, recorded: Any) -> None:
        """Compare two requests of vcrpy.

        Raises:
            AssertionError: they differ; says where.
        """
        body, on_file = _body(sent), _body(recorded)
        own, theirs = _headers(sent), _headers(recorded)
        found = _both(body, on_file, api, provider_type, own, theirs)
        found = found and _both(_bare(body), _bare(on_file), api, provider_type, own, theirs)
        # Raised by hand: pytest would add its own words to a failed assertion of a plugin's package.
        if found:
            raise AssertionError("; ".join(map(str, found[:3])))

    return digests


def _all(
    body: JsonObject, trip: RoundTrip, api: str, provider_type: str, headers: Mapping[str, str]
) -> tuple[Difference, ...]:
    return _both(_named(body, trip), trip.request, api, provider_type, headers, trip.headers)


def _both(
    sent: JsonObject,
    recorded: JsonObject,
    api: str,
    provider_type: str,
    headers: Mapping[str, str],
    recorded_headers: Mapping[str, str],
) -> tuple[Difference, ...]:
    of_history = differences(sent, recorded, api, provider_type)
    return (*of_history, *settings_differences(sent, recorded, api, headers, recorded_headers))


def _bare(body: JsonObject) -> JsonObject:
    return skeleton(body)  # type: ignore[no-any-return]  # that of an object is one


def _bare_trip(trip: RoundTrip) -> RoundTrip:
    return msgspec.structs.replace(trip, request=_bare(trip.request))


def _named(body: JsonObject, trip: RoundTrip) -> JsonObject:
    """Name the model where the address does, so that it is compared."""
    return body if "model" in body or not model_of(trip) else {**body, "model": model_of(trip)}


def _size(trip: RoundTrip, api: str) -> int:
    try:
        return len(history_form(trip.request, api))
    except UnreadableInput:
        return 0


def _compared(one: dict[Path, str], other: dict[Path, str], root: str) -> Iterator[Difference]:
    """Yield the differences, each once: of what is there on one side only, the outermost."""
    told: set[Path] = set()
    for path in dict.fromkeys((*one, *other)):
        sent, recorded = one.get(path), other.get(path)
        if sent == recorded or any(path[:cut] in told for cut in range(len(path))):
            continue
        if sent is None or recorded is None or "{" in (sent, recorded) or "[" in (sent, recorded):
            told.add(path)
        yield Difference(dotted(path).replace("$", root, 1), _shown(sent), _shown(recorded))


def _places(pieces: tuple[str, ...], keys: tuple[str, ...] = ()) -> dict[Path, str]:
    """Give each piece of a canonical form its path. keys: that stand bare at the top, each before its value."""
    found: dict[Path, str] = {}
    reading = _Reading(pieces, found)
    if not keys:
        reading.value(())
    while reading.at < len(pieces):
        reading.at += 1
        reading.value((pieces[reading.at - 1],))
    return found


class _Reading:
    """A canonical form, read from front to end."""

    def __init__(self, pieces: tuple[str, ...], found: dict[Path, str]) -> None:
        self.at = 0
        self._pieces = pieces
        self._found = found

    def value(self, path: Path) -> None:
        piece = self._found[path] = self._next()
        if piece == "{":
            while (key := self._next()) != "}":
                named = _KEY.fullmatch(key)
                self.value((*path, named[2] if named else key))
        elif piece == "[":
            count = 0
            while self._pieces[self.at] != "]":
                self.value((*path, count))
                count += 1
            self.at += 1

    def _next(self) -> str:
        self.at += 1
        return self._pieces[self.at - 1]


def _shown(piece: str | None) -> str:
    if piece is None:
        return _ABSENT
    kinds = {"{": "an object", "[": "a list", "{*}": "an object", "[*]": "a list"}
    literal = _LITERAL.fullmatch(piece)
    text = repr(literal[1]) if literal else kinds.get(piece, piece)
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"


def _body(request: Any) -> JsonObject:
    content = request.body
    return parse_json(content if isinstance(content, bytes | str) else bytes(content or b""), "the request")  # type: ignore[no-any-return]


def _headers(request: Any) -> dict[str, str]:
    """Return a vcrpy request's headers; those of a file may be lists."""
    return {
        str(name).lower(): ", ".join(map(str, value)) if isinstance(value, list) else str(value)
        for name, value in request.headers.items()
    }
